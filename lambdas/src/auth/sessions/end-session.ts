import { log } from '../../platform/log.ts';
import type { AuthPorts } from '../ports.ts';
import type { SignIn } from './session.ts';

/** How sign-ins end, here and at their provider. */
export function endings({ cognito, google, now, signIns }: Pick<AuthPorts, 'cognito' | 'google' | 'now' | 'signIns'>) {
  /** Nobody can use the token any more, who has not got it elsewhere: it was nowhere but here. */
  async function revoke({ provider, refreshToken }: Pick<SignIn, 'provider' | 'refreshToken'>) {
    const revoking = provider === 'google' ? google?.revoke(refreshToken) : cognito.revoke(refreshToken);
    await revoking?.catch((error: unknown) => log('warn', 'token not revoked', { error }));
  }

  /** Google knows one consent for all browsers of a person: it is taken back when the last of them is out. */
  async function giveUp(signIn: SignIn, key?: string) {
    const others = signIn.provider === 'google' ? await signIns.list(signIn.userId, now()) : [];
    if (others.every((other) => other.key === key)) await revoke(signIn);
  }

  async function end(key: string) {
    const ended = await signIns.end(key);
    if (ended) await giveUp(ended, key);
  }

  return {
    revoke,
    giveUp,
    end,
    /** Everywhere. */
    endAll: async (userId: string) => {
      for (const { key } of await signIns.list(userId, now())) await end(key);
      for (const { key } of await signIns.listLoose(userId, now())) await signIns.endSession(key);
    },
  };
}
