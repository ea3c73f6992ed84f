import { minuteMs } from 'shared-types/rules/time';
import { setTimeout as pause } from 'node:timers/promises';
import type { Json } from '../../json.ts';
import { FunctionError, type Functions } from './functions.ts';

/** Returns Lambda's refusal of an invocation for which the account has no free execution. Its status is 429. */
export const throttled = () => new FunctionError('TooManyRequestsException', 'Rate Exceeded.');

const isThrottled = (error: unknown) =>
  error instanceof FunctionError && error.errorType === 'TooManyRequestsException';

interface Backoff {
  firstPauseMs: number;
  maxPauseMs: number;
  /** After this time the last refusal is final. */
  forMs: number;
  signal: AbortSignal;
}

/** Tries again while Lambda refuses for want of a free execution, with longer and longer pauses. */
export async function retryWhileThrottled<Result>(invoke: () => Promise<Result>, backoff: Backoff): Promise<Result> {
  const deadline = performance.now() + backoff.forMs;
  for (let pauseMs = backoff.firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, backoff.maxPauseMs)) {
    try {
      return await invoke();
    } catch (error) {
      if (!isThrottled(error) || backoff.signal.aborted || performance.now() + pauseMs > deadline) throw error;
      await pause(pauseMs, undefined, { signal: backoff.signal, ref: false }).catch(() => {});
    }
  }
}

/**
 * Returns functions as asynchronous callers see them, EventBridge and its Scheduler: Lambda keeps their events while it
 * throttles them, and tries again after one second to five minutes, for six hours. An event beyond the limit is refused
 * at once. https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-error-handling.html, read 2026-11.
 */
export const asynchronously = (
  { invoke }: Pick<Functions, 'invoke'>,
  maxBytes: number,
  signal: AbortSignal,
): Pick<Functions, 'invoke'> => ({
  async invoke(functionArn: string, event: Json) {
    if (Buffer.byteLength(JSON.stringify(event)) > maxBytes)
      throw new FunctionError('RequestTooLargeException', `${maxBytes} bytes is the limit of an asynchronous event.`);
    const backoff = { firstPauseMs: 1000, maxPauseMs: 5 * minuteMs, forMs: 360 * minuteMs, signal };
    return retryWhileThrottled(() => invoke(functionArn, event), backoff);
  },
});
