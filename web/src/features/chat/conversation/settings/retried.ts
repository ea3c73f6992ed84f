import { isTransient } from '../../../../api/api-error.ts';

/** The pauses before the second attempt at a read and before each later one. A lost connection is often back by then. */
const pausesMs = [1_000, 4_000, 15_000, 40_000];

/** Reads again after a failure that may disappear by itself, such as a lost connection. */
export async function retried<Result>(read: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  for (const ms of pausesMs)
    try {
      return await read();
    } catch (error) {
      if (!isTransient(error)) throw error;
      await pause(ms, signal);
      signal.throwIfAborted();
    }
  return read();
}

/** It is over at once when its task is stopped. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((done) => {
    setTimeout(done, ms);
    signal.addEventListener('abort', () => done(), { once: true });
  });
