import type { RequestHeaders } from '../../platform/http/reply.ts';
import { log } from '../../platform/log.ts';
import type { AccountStore } from '../account/account-store.ts';
import type { ChallengeStore } from '../challenges/challenge-store.ts';
import type { CognitoProvider } from '../cognito/cognito-client.ts';
import { sessionCookie } from '../cookies.ts';
import type { Surroundings } from '../ports.ts';
import type { SignIn } from './session.ts';
import type { SessionRef, SignInStore } from './sign-in-store.ts';

export interface RevokePorts {
  cognito: Pick<CognitoProvider, 'revoke'>;
  /** Undefined when sign-in with Google is not set up. */
  google: { revoke(refreshToken: string): Promise<void> } | undefined;
}

export type EndPorts = RevokePorts &
  Pick<Surroundings, 'now'> & {
    signIns: Pick<SignInStore, 'end' | 'list'>;
  };

export type EndOthersPorts = EndPorts & {
  accounts: Pick<AccountStore, 'listUserIds'>;
  challenges: Pick<ChallengeStore, 'endAll'>;
  signIns: Pick<SignInStore, 'findSession'>;
};

/** Revokes a refresh token at its provider. A failure is only logged, because the token was stored nowhere else. */
export async function revokeToken(
  { cognito, google }: RevokePorts,
  { provider, refreshToken }: Pick<SignIn, 'provider' | 'refreshToken'>,
) {
  const revoking = provider === 'google' ? google?.revoke(refreshToken) : cognito.revoke(refreshToken);
  await revoking?.catch((error: unknown) => log('warn', 'token not revoked', { error }));
}

/** Ends sign-ins with all their sessions, here and at their provider. */
export function sessionEnder(ports: EndPorts) {
  const { now, signIns } = ports;

  /** Google keeps one consent for all browsers of a user, so it is revoked with the last sign-in only. */
  async function revokeIfLast(signIn: SignIn, key?: string) {
    const others = signIn.provider === 'google' ? await signIns.list(signIn.userId, now()) : [];
    if (others.every((other) => other.key === key)) await revokeToken(ports, signIn);
  }

  async function endSession(key: string) {
    const ended = await signIns.end(key);
    if (ended) await revokeIfLast(ended, key);
  }

  /** Signs a user out in all browsers, or in all but the one of a session. */
  async function endAllSessions(userId: string, kept?: SessionRef) {
    for (const { key, signInId } of await signIns.list(userId, now())) {
      if (signInId !== kept?.signInId) await endSession(key);
    }
  }

  return { revokeIfLast, endSession, endAllSessions };
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
