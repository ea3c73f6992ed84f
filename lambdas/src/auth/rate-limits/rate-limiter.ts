import type { Surroundings } from '../ports.ts';
import type { CounterStore } from './counter-store.ts';
import type { RateLimit } from './rate-limits.ts';

export interface LimiterPorts extends Pick<Surroundings, 'now'> {
  counters: Pick<CounterStore, 'take' | 'refund'>;
}

/** `untilMs` is when the next attempt is allowed. */
type LimitedResult<Answer> = { answer: Answer } | { untilMs: number };

/**
 * Makes an attempt that counts against its limits before it is made, so that a thousand parallel attempts get no further
 * than ten in a row. An attempt is refunded when it was not wrong, or when the service failed to check it.
 */
export async function rateLimited<Answer>(
  { counters, now }: LimiterPorts,
  limits: RateLimit[],
  attempt: () => Promise<Answer>,
  isWrong: (answer: Answer) => boolean,
): Promise<LimitedResult<Answer>> {
  const untilMs = await counters.take(limits, now());
  if (untilMs !== undefined) return { untilMs };
  try {
    const answer = await attempt();
    if (!isWrong(answer)) await counters.refund(limits);
    return { answer };
  } catch (error) {
    await counters.refund(limits);
    throw error;
  }
}
