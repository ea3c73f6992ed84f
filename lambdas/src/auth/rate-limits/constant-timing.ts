import type { ErrorCode } from 'shared-types/contract/errors';
import { AppError } from '../../platform/app-error.ts';
import type { Surroundings } from '../ports.ts';

/** Longer than Cognito takes, so that the time of an answer does not tell whether Cognito checked anything. */
const minimumMs = 400;

/** These codes are no refusals: only the right password leads to them. */
const continuingCodes = new Set<ErrorCode>(['requireMFA', 'requireSetupMFA', 'requiresConfirm']);

/** A refusal by a limit. Nothing was compared, so its time tells nothing that the counter of the limit does not. */
export class LimitRefusal extends AppError {
  constructor({ code, message, detail, cookies }: AppError) {
    super(code, message, detail, cookies);
  }
}

/**
 * Delays a refusal until the same time has passed. The refusals of sign-in, sign-up, confirmation and reset are delayed,
 * because they compare a secret, and a name without an account must take as long as a name with an account. Three kinds of
 * answers are sent at once:
 * - a success, and the next step, to which only the right password leads;
 * - a refusal by a limit, which counts alike for names with and without an account, after the same reads, and would
 *   otherwise let a flood keep a function busy for nothing;
 * - a password that may not be chosen, an invalid body, and a wrong authenticator code, which needs the right password first.
 */
export async function withConstantTiming<Result>({ pause }: Pick<Surroundings, 'pause'>, work: () => Promise<Result>) {
  const earliest = pause(minimumMs);
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError && isAnsweredAtOnce(error))) await earliest;
    throw error;
  }
}

const isAnsweredAtOnce = (error: AppError) => error instanceof LimitRefusal || continuingCodes.has(error.code);

/**
 * Delays the answer of a call that answers the same whether Cognito has sent a mail or knows no such account. When a limit
 * has kept the call from asking Cognito, `work` resolves to false and the answer is sent at once.
 */
export async function inConstantTime({ pause }: Pick<Surroundings, 'pause'>, work: () => Promise<boolean>) {
  const earliest = pause(minimumMs);
  if (await work()) await earliest;
}
