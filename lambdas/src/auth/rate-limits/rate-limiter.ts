import type { ErrorCode } from 'shared-types/contract/errors';
import { AppError } from '../../platform/app-error.ts';
import type { RateLimit } from './rate-limits.ts';
import type { AuthPorts } from '../ports.ts';

/** `untilMs`: when the next guess is looked at. */
type LimitedResult<Answer> = { answer: Answer } | { untilMs: number };

/**
 * Makes a guess that counts against its limits before it is made, so that a thousand at once are no more than ten in a
 * row. One that was not wrong, or that the service never looked at, is given back.
 */
export async function rateLimited<Answer>(
  { counters, now }: Pick<AuthPorts, 'counters' | 'now'>,
  limits: RateLimit[],
  ask: () => Promise<Answer>,
  isWrong: (answer: Answer) => boolean,
): Promise<LimitedResult<Answer>> {
  const untilMs = await counters.take(limits, now());
  if (untilMs !== undefined) return { untilMs };
  try {
    const answer = await ask();
    if (!isWrong(answer)) await counters.refund(limits);
    return { answer };
  } catch (error) {
    await counters.refund(limits);
    throw error;
  }
}

/** Longer than the service takes, so that what it looked at is not told by the time it took. */
const refusalMs = 400;

/** No refusals: the flow goes on, as only the right password can make it. */
const goesOn = new Set<ErrorCode>(['requireMFA', 'requireSetupMFA', 'requiresConfirm']);

/** Holds back every refusal until the same time has passed. What goes well goes out at once. */
export async function withConstantTiming<Result>({ pause }: Pick<AuthPorts, 'pause'>, work: () => Promise<Result>) {
  const earliest = pause(refusalMs);
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError && goesOn.has(error.code))) await earliest;
    throw error;
  }
}

/** For answers that are the same whatever happened: they also take the same time. */
export async function inConstantTime({ pause }: Pick<AuthPorts, 'pause'>, work: () => Promise<unknown>) {
  await Promise.all([pause(refusalMs), work()]);
}
