import type { RequestHeaders } from '../../platform/http/reply.ts';
import { log } from '../../platform/log.ts';
import type { AccountStore } from '../account/account-store.ts';
import type { ChallengeStore } from '../challenges/challenge-store.ts';
import type { CognitoProvider } from '../cognito/cognito-client.ts';
import { sessionCookie } from '../cookies.ts';
import type { Surroundings } from '../ports.ts';
import type { SignIn } from './session.ts';
import type { SessionRef, SignInStore } from './sign-in-store.ts';

export interface EndPorts extends Pick<Surroundings, 'now'> {
  cognito: Pick<CognitoProvider, 'revoke'>;
  /** Undefined when sign-in with Google is not set up. */
  google: { revoke(refreshToken: string): Promise<void> } | undefined;
  signIns: Pick<SignInStore, 'end' | 'list' | 'listOrphanSessions' | 'removeSession'>;
}

export type EndOthersPorts = EndPorts & {
  accounts: Pick<AccountStore, 'listUserIds'>;
  challenges: Pick<ChallengeStore, 'endAll'>;
  signIns: Pick<SignInStore, 'findSession'>;
};

/** Ends signed-in sessions here and at their provider. */
export function sessionEnder({ cognito, google, now, signIns }: EndPorts) {
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

  /** Signs a user out in all browsers, or in all but the one of a session. */
  async function endAllSessions(userId: string, kept?: SessionRef) {
    for (const { key, signInId } of await signIns.list(userId, now())) {
      if (kept === undefined || signInId !== kept.signInId) await endSession(key);
    }
    for (const { key } of await signIns.listOrphanSessions(userId, now())) {
      if (key !== kept?.key) await signIns.removeSession(key);
    }
  }

  return { revoke, revokeIfLast, endSession, endAllSessions };
}

/**
 * Ends everything of an account but the browser of the request: first the sign-ins that wait for a code, then the other
 * sessions.
 */
export async function endOthers(ports: EndOthersPorts, userId: string, username: string, request: RequestHeaders) {
  const { accounts, challenges, now, signIns } = ports;
  const own = await signIns.findSession(request.cookie(sessionCookie));
  await challenges.endAll(username, now());
  const userIds = new Set([userId, ...(await accounts.listUserIds(username))]);
  for (const each of userIds) await sessionEnder(ports).endAllSessions(each, own);
}
