import type { Prompt } from 'lambdas/chat/models/prompt';
import type { AnswerPart, Model } from 'lambdas/chat/models/model';
import type { Chat } from './chat-environment.ts';

type Step = AnswerPart | Error | 'end';

/** An answer that a test writes piece by piece. */
export interface ScriptedAnswer {
  prompt: Prompt;
  signal: AbortSignal;
  /** Resolves once the worker has consumed the part. */
  write(part: AnswerPart): Promise<void>;
  end(finishReason?: string): Promise<void>;
  fail(error: Error): Promise<void>;
}

/** Creates a model that waits for the test to write each part of its answers. */
export function scriptedModel() {
  const scriptedAnswers: ScriptedAnswer[] = [];
  const waiting: ((scripted: ScriptedAnswer) => void)[] = [];

  const model: Model = {
    cancel: async () => {},
    async *answer(prompt, signal) {
      const steps: { step: Step; consumed: () => void }[] = [];
      let wake: (() => void) | undefined;
      const put = (step: Step) =>
        new Promise<void>((consumed) => {
          steps.push({ step, consumed });
          wake?.();
        });
      const scripted: ScriptedAnswer = {
        prompt,
        signal,
        write: (part) => put(part),
        async end(finishReason = 'stop') {
          void put({ finishReason });
          await put('end');
        },
        fail: (error) => put(error),
      };
      scriptedAnswers.push(scripted);
      waiting.shift()?.(scripted);
      while (!signal.aborted || steps.length > 0) {
        const next = steps.shift();
        if (!next) {
          await new Promise<void>((resolve) => {
            wake = resolve;
            signal.addEventListener('abort', () => resolve(), { once: true });
          });
          continue;
        }
        if (next.step !== 'end' && !(next.step instanceof Error)) yield next.step;
        next.consumed();
        if (next.step === 'end') break;
        if (next.step instanceof Error) throw next.step;
      }
    },
  };

  return {
    model,
    /** Returns all requests so far. */
    scriptedAnswers: (): readonly ScriptedAnswer[] => scriptedAnswers,
    /** Resolves with the next request. */
    nextAnswer: () => new Promise<ScriptedAnswer>((resolve) => void waiting.push(resolve)),
  };
}

/** Asks a question, and starts a worker that waits for the model. */
export async function startAnswer(chat: Chat) {
  const { model, nextAnswer, scriptedAnswers } = scriptedModel();
  const user = chat.newUser({ model });
  const id = await user.ask();
  /** Runs the jobs that are due, and resolves when the worker asks the model. */
  const startNextAnswer = async () => {
    const beginning = nextAnswer();
    const working = user.drain();
    return { scripted: await beginning, working };
  };
  return { user, id, nextAnswer, scriptedAnswers, startNextAnswer, ...(await startNextAnswer()) };
}
