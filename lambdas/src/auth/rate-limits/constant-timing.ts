import type { ErrorCode } from 'shared-types/contract/errors';
import { AppError } from '../../platform/app-error.ts';
import type { AuthPorts } from '../ports.ts';

/** Longer than Cognito takes, so that the time of an answer does not tell whether Cognito checked anything. */
const minimumMs = 400;

/** These codes are no refusals: only the right password leads to them. */
const continuingCodes = new Set<ErrorCode>(['requireMFA', 'requireSetupMFA', 'requiresConfirm']);

/** Delays every refusal until the same time has passed. A success is answered at once. */
export async function withConstantTiming<Result>({ pause }: Pick<AuthPorts, 'pause'>, work: () => Promise<Result>) {
  const earliest = pause(minimumMs);
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError && continuingCodes.has(error.code))) await earliest;
    throw error;
  }
}

/** Delays every answer, for calls that answer the same whether they did something or not. */
export async function inConstantTime({ pause }: Pick<AuthPorts, 'pause'>, work: () => Promise<unknown>) {
  await Promise.all([pause(minimumMs), work()]);
}
