import type { ModelError } from 'lambdas/chat/failure';
import type { Prompt } from 'lambdas/chat/memory';
import type { AnswerPart, Model } from 'lambdas/chat/ports';

type Step = AnswerPart | ModelError;

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
      const steps: { step: Step | Error | 'over'; heard: () => void }[] = [];
      let wake = () => {};
      const put = (step: Step | Error | 'over') =>
        new Promise<void>((heard) => {
          steps.push({ step, heard });
          wake();
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
      for (;;) {
        const next = steps.shift();
        if (next) {
          if (next.step === 'over') return next.heard();
          if (next.step instanceof Error) {
            next.heard();
            throw next.step;
          }
          yield next.step;
          next.heard();
          continue;
        }
        if (signal.aborted) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
          signal.addEventListener('abort', () => resolve(), { once: true });
        });
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
