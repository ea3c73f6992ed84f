import type { MonitorPorts } from '../ports.ts';
import type { Slot } from './site-limiter.ts';

/** Waits for a slot of the site limiter for at most `maxMs`. After that, the answer says when to come back. */
export async function waitForSlot(
  { limiter, wait, now }: Pick<MonitorPorts, 'limiter' | 'wait' | 'now'>,
  holder: string,
  maxMs: number,
): Promise<Slot> {
  const untilMs = now().getTime() + maxMs;
  for (;;) {
    const nowMs = now().getTime();
    const slot = await limiter.acquireSlot(holder, nowMs);
    if (slot.kind !== 'later' || slot.atMs > untilMs) return slot;
    await wait(Math.max(slot.atMs - nowMs, 20));
  }
}
