import type { Turn } from './site-limiter.ts';
import type { MonitorPorts } from '../ports.ts';

/** Waits for the site's gate, as long as there is patience: then the answer is when to come back. */
export async function turnWithin({ gate, wait, now }: MonitorPorts, holder: string, patienceMs: number): Promise<Turn> {
  const untilMs = now().getTime() + patienceMs;
  for (;;) {
    const nowMs = now().getTime();
    const turn = await gate.take(holder, nowMs);
    if (turn.kind !== 'later' || turn.atMs > untilMs) return turn;
    await wait(Math.max(turn.atMs - nowMs, 20));
  }
}
