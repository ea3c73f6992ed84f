import { log } from '../../platform/log.ts';
import type { AuthPorts } from '../ports.ts';
import type { SignIn } from './session.ts';

type Ports = Pick<AuthPorts, 'cognito' | 'google' | 'now' | 'signIns'>;

/** Ends signed-in sessions here and at their provider. */
export function sessionEnder({ cognito, google, now, signIns }: Ports) {
  /** Revokes the refresh token at the provider. A failure is only logged, because the token was stored nowhere else. */
  async function revoke({ provider, refreshToken }: Pick<SignIn, 'provider' | 'refreshToken'>) {
    const revoking = provider === 'google' ? google?.revoke(refreshToken) : cognito.revoke(refreshToken);
    await revoking?.catch((error: unknown) => log('warn', 'token not revoked', { error }));
  }

  /** Google keeps one consent for all browsers of a user, so it is revoked with the last sign-in only. */
  async function revokeIfLast(signIn: SignIn, key?: string) {
    const others = signIn.provider === 'google' ? await signIns.list(signIn.userId, now()) : [];
    if (others.every((other) => other.key === key)) await revoke(signIn);
  }

  async function endSession(key: string) {
    const ended = await signIns.end(key);
    if (ended) await revokeIfLast(ended, key);
  }

  /** Signs a user out in all browsers. */
  async function endAllSessions(userId: string) {
    for (const { key } of await signIns.list(userId, now())) await endSession(key);
    for (const { key } of await signIns.listOrphanSessions(userId, now())) await signIns.removeSession(key);
  }

  return { revoke, revokeIfLast, endSession, endAllSessions };
}
