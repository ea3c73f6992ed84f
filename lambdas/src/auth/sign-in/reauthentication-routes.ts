import type { authApi } from 'shared-types/contract/auth';
import { AppError } from '../../platform/app-error.ts';
import type { Routes } from '../../platform/http/http-handler.ts';
import { cognitoProfile, passwordUsername } from '../account/account.ts';
import { incorrectCredentials, isTotpCode, wrongCode } from '../challenges/challenge.ts';
import type { CognitoProvider } from '../cognito/cognito-client.ts';
import { sessionCookie } from '../cookies.ts';
import { withConstantTiming } from '../rate-limits/constant-timing.ts';
import { type RevokePorts, revokeToken } from '../sessions/end-session.ts';
import type { SignInStore } from '../sessions/sign-in-store.ts';
import { type CodeLimitPorts, withCodeLimits } from './code-limits.ts';
import { passwordCheck, type PasswordCheckPorts } from './password-check.ts';

export type ReauthenticationPorts = PasswordCheckPorts &
  CodeLimitPorts &
  RevokePorts & {
    cognito: Pick<CognitoProvider, 'confirmSignIn'>;
    signIns: Pick<SignInStore, 'findSession' | 'markAuthenticated'>;
  };

type ReauthenticationRoutes = Pick<Routes<typeof authApi>, 'reauthenticate'>;

/**
 * Serves the proof that a session's user is still at the browser. Password and code come in one call, so no step is stored
 * that could be taken over or used twice, and the sign-in at Cognito that checks them ends at once.
 */
export function reauthenticationRoutes(ports: ReauthenticationPorts): ReauthenticationRoutes {
  const { cognito, now, signIns } = ports;
  const checkPassword = passwordCheck(ports);

  return {
    reauthenticate: ({ user, body: { password, userCode }, request }) =>
      withConstantTiming(ports, async () => {
        const username = passwordUsername(user);
        // Any other text costs no attempt.
        if (!isTotpCode(userCode)) throw wrongCode();
        const session = await signIns.findSession(request.cookie(sessionCookie));
        if (!session) throw sessionEnded();
        const checked = await checkPassword(request, username, password);
        if (checked.kind === 'setup') throw noAuthenticator();
        if (checked.kind !== 'mfa') throw incorrectCredentials();
        const answer = await withCodeLimits(ports, request, username, () =>
          cognito.confirmSignIn(checked.challenge, userCode),
        );
        if (answer.kind !== 'signedIn') throw wrongCode();
        await revokeToken(ports, { provider: 'cognito', refreshToken: answer.refreshToken });
        // The address may belong to another account than it did when the session began.
        if (cognitoProfile(answer.identity).userId !== user.userId) throw incorrectCredentials();
        if (!(await signIns.markAuthenticated(session.key, user.userId, now()))) throw sessionEnded();
        return {};
      }),
  };
}

const noAuthenticator = () =>
  new AppError('conflict', 'This account has no authenticator. Sign out, then sign in to set one up.');

const sessionEnded = () => new AppError('unauthenticated', 'Please sign in.');
