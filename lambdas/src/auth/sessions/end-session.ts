import { log } from '../../platform/log.ts';
import type { AuthPorts } from '../ports.ts';
import type { SignIn } from './session.ts';

/** How sign-ins end, here and at their provider. */
export function sessionEnder({
  cognito,
  google,
  now,
  signIns,
}: Pick<AuthPorts, 'cognito' | 'google' | 'now' | 'signIns'>) {
  /** Nobody can use the token any more, who has not got it elsewhere: it was nowhere but here. */
  async function revoke({ provider, refreshToken }: Pick<SignIn, 'provider' | 'refreshToken'>) {
    const revoking = provider === 'google' ? google?.revoke(refreshToken) : cognito.revoke(refreshToken);
    await revoking?.catch((error: unknown) => log('warn', 'token not revoked', { error }));
  }

  /** Google knows one consent for all browsers of a person: it is taken back when the last of them is out. */
  async function revokeIfLast(signIn: SignIn, key?: string) {
    const others = signIn.provider === 'google' ? await signIns.list(signIn.userId, now()) : [];
    if (others.every((other) => other.key === key)) await revoke(signIn);
  }

  async function endSession(key: string) {
    const ended = await signIns.end(key);
    if (ended) await revokeIfLast(ended, key);
  }

  return {
    revoke,
    giveUp: revokeIfLast,
    end: endSession,
    /** Everywhere. */
    endAllSessions: async (userId: string) => {
      for (const { key } of await signIns.list(userId, now())) await endSession(key);
      for (const { key } of await signIns.listOrphanSessions(userId, now())) await signIns.removeSession(key);
    },
  };
}
