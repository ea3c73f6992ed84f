import type { Prompt } from 'lambdas/chat/models/prompt';
import type { AnswerPart, Model } from 'lambdas/chat/ports';
import type { Chat } from './chat-environment.ts';

type Step = AnswerPart | Error | 'over';

/** One answer that a test says piece by piece. */
export interface Speech {
  prompt: Prompt;
  signal: AbortSignal;
  /** Resolves once the worker has heard it. */
  say(part: AnswerPart): Promise<void>;
  end(finishReason?: string): Promise<void>;
  fail(error: Error): Promise<void>;
}

/** A model that says what the test wants, when it wants. */
export function scriptedModel() {
  const speeches: Speech[] = [];
  const waiting: ((speech: Speech) => void)[] = [];

  const model: Model = {
    async *answer(prompt, signal) {
      const steps: { step: Step; heard: () => void }[] = [];
      let wake: (() => void) | undefined;
      const put = (step: Step) =>
        new Promise<void>((heard) => {
          steps.push({ step, heard });
          wake?.();
        });
      const speech: Speech = {
        prompt,
        signal,
        say: (part) => put(part),
        async end(finishReason = 'stop') {
          void put({ finishReason });
          await put('over');
        },
        fail: (error) => put(error),
      };
      speeches.push(speech);
      waiting.shift()?.(speech);
      while (!signal.aborted || steps.length > 0) {
        const next = steps.shift();
        if (!next) {
          await new Promise<void>((resolve) => {
            wake = resolve;
            signal.addEventListener('abort', () => resolve(), { once: true });
          });
          continue;
        }
        if (next.step !== 'over' && !(next.step instanceof Error)) yield next.step;
        next.heard();
        if (next.step === 'over') break;
        if (next.step instanceof Error) throw next.step;
      }
    },
  };

  return {
    model,
    /** All that was asked so far. */
    speeches: (): readonly Speech[] => speeches,
    /** The next answer that is asked for. */
    asked: () => new Promise<Speech>((resolve) => void waiting.push(resolve)),
  };
}

/** Somebody has asked, and a worker hears the model begin. */
export async function listening(chat: Chat) {
  const { model, asked, speeches } = scriptedModel();
  const world = chat.newWorld({ model });
  const id = await world.ask();
  /** The next time that the model is asked, by what is due now. */
  const listen = async () => {
    const beginning = asked();
    const working = world.drain();
    return { speech: await beginning, working };
  };
  return { world, id, asked, speeches, listen, ...(await listen()) };
}
