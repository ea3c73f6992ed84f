import { setTimeout as wait } from 'node:timers/promises';

/**
 * Reads again and again until there is a value that is neither undefined nor false, and returns it. A slow machine only
 * makes it later. A test may move the clock of `Date`, so the deadline has another clock.
 */
export async function eventually<Value>(
  read: () => Promise<Value | undefined | false> | Value | undefined | false,
  timeoutMs = 120_000,
  pauseMs = 5,
): Promise<Value> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const value = await read();
    if (value !== undefined && value !== false) return value;
    if (performance.now() > deadline) throw new Error(`This did not become true in ${timeoutMs} ms: ${String(read)}`);
    await wait(pauseMs);
  }
}
