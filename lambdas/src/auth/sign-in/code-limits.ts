import { AppError } from '../../platform/app-error.ts';
import type { RequestHeaders } from '../../platform/http/reply.ts';
import { type ClientPorts, identifyClient } from '../rate-limits/client-address.ts';
import { type LimiterPorts, rateLimited } from '../rate-limits/rate-limiter.ts';
import { codeLimits } from '../rate-limits/rate-limits.ts';

export type CodeLimitPorts = ClientPorts & LimiterPorts;

/** Checks a code of an authenticator within the limits on wrong ones. Throws `tooMany`. */
export async function withCodeLimits<Answer extends { kind: string }>(
  ports: CodeLimitPorts,
  request: RequestHeaders,
  username: string,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const { deviceId } = await identifyClient(ports, request, username);
  const limits = codeLimits({ username, deviceId });
  const result = await rateLimited(ports, limits, ask, ({ kind }) => kind === 'wrongCode');
  if ('answer' in result) return result.answer;
  const retryAfterSeconds = Math.ceil((result.untilMs - ports.now().getTime()) / 1000);
  throw new AppError('tooMany', 'Too many wrong codes. Try again later.', { retryAfterSeconds });
}
