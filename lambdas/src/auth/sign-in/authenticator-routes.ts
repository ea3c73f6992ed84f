import type { authApi } from 'shared-types/contract/auth';
import { AppError } from '../../platform/app-error.ts';
import type { Routes } from '../../platform/http/http-handler.ts';
import type { RequestHeaders } from '../../platform/http/reply.ts';
import { passwordUsername } from '../account/account.ts';
import { isTotpCode, wrongCode } from '../challenges/challenge.ts';
import type { CognitoProvider } from '../cognito/cognito-client.ts';
import { refreshCookie } from '../cookies.ts';
import { endOthers, type EndOthersPorts } from '../sessions/end-session.ts';
import type { SignInStore } from '../sessions/sign-in-store.ts';
import { type CodeLimitPorts, withCodeLimits } from './code-limits.ts';

export type AuthenticatorPorts = CodeLimitPorts &
  EndOthersPorts & {
    cognito: Pick<CognitoProvider, 'offerAuthenticator' | 'replaceAuthenticator'>;
    signIns: Pick<SignInStore, 'find'>;
  };

type AuthenticatorRoutes = Pick<Routes<typeof authApi>, 'offerAuthenticator' | 'replaceAuthenticator'>;

/** Serves the change of the authenticator by its signed-in user. */
export function authenticatorRoutes(ports: AuthenticatorPorts): AuthenticatorRoutes {
  const { cognito, now, signIns } = ports;

  /** Cognito lets a user change the authenticator by a token that only the sign-in of the browser can renew. */
  async function findGrant(userId: string, request: RequestHeaders) {
    const signIn = await signIns.find(request.cookie(refreshCookie), now());
    if (signIn?.userId !== userId) throw grantOver();
    return signIn;
  }

  return {
    async offerAuthenticator({ user, request }) {
      passwordUsername(user);
      const answer = await cognito.offerAuthenticator(await findGrant(user.userId, request));
      if (answer.kind === 'expired') throw grantOver();
      return { totp: answer.totp };
    },

    async replaceAuthenticator({ user, body: { userCode }, request }) {
      const username = passwordUsername(user);
      if (!isTotpCode(userCode)) throw wrongCode();
      const grant = await findGrant(user.userId, request);
      const answer = await withCodeLimits(ports, request, username, () =>
        cognito.replaceAuthenticator(grant, userCode),
      );
      if (answer.kind === 'wrongCode') throw wrongCode();
      if (answer.kind === 'expired') throw offerOver();
      await endOthers(ports, user.userId, username, request);
      return {};
    },
  };
}

const grantOver = () => new AppError('conflict', 'Sign out and in again, then change the authenticator.');

const offerOver = () => new AppError('expired', 'This key is no longer valid. Start again with another one.');
