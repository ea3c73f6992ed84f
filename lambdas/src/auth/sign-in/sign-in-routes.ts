import type { authApi } from 'shared-types/contract/auth';
import { AppError } from '../../platform/app-error.ts';
import type { Routes } from '../../platform/http/http-handler.ts';
import { type RequestHeaders, Reply } from '../../platform/http/reply.ts';
import { cognitoProfile } from '../account/account.ts';
import { nameAccount, type NamePorts, nameUsername } from '../activity/name-account.ts';
import { type Challenge, challengeExpired, isTotpCode, newChallenge, wrongCode } from '../challenges/challenge.ts';
import type { ChallengeStore } from '../challenges/challenge-store.ts';
import type { CodeAnswer } from '../cognito/cognito-answers.ts';
import type { CognitoProvider } from '../cognito/cognito-client.ts';
import { clearChallenge, deviceCookie, setDevice, setChallenge, challengeCookie } from '../cookies.ts';
import { rememberUser } from '../devices/device.ts';
import { identifyClient } from '../rate-limits/client-address.ts';
import { withConstantTiming } from '../rate-limits/constant-timing.ts';
import { revokeToken } from '../sessions/end-session.ts';
import { sessionStarter, type StartPorts } from '../sessions/start-session.ts';
import { type CodeLimitPorts, withCodeLimits } from './code-limits.ts';
import { passwordCheck, type PasswordCheckPorts } from './password-check.ts';

export type SignInPorts = PasswordCheckPorts &
  CodeLimitPorts &
  StartPorts &
  NamePorts & {
    challenges: Pick<ChallengeStore, 'find' | 'put' | 'putProof' | 'refundAttempt' | 'remove' | 'takeAttempt'>;
    cognito: Pick<CognitoProvider, 'confirmSignIn' | 'finishSetup' | 'proveAuthenticator'>;
  };

type SignInRoutes = Pick<Routes<typeof authApi>, 'signIn' | 'confirmSignIn' | 'setupMfa'>;

/** Serves the steps from the password through the code to a session. */
export function signInRoutes(ports: SignInPorts): SignInRoutes {
  const { challenges, cognito, newToken, now } = ports;
  const checkPassword = passwordCheck(ports);
  const startSession = sessionStarter(ports);

  /** Stores the challenge and returns the error that tells the browser the next step. */
  async function startChallenge(
    challenge: Challenge,
    code: 'requireMFA' | 'requireSetupMFA',
    detail: { totp?: string },
  ) {
    const token = newToken();
    await challenges.put(token, challenge);
    const message =
      code === 'requireMFA' ? 'Enter the code from your authenticator app.' : 'Set up an authenticator app first.';
    return new AppError(code, message, detail, [setChallenge(token)]);
  }

  /** Makes one of the five attempts of a challenge, which also counts against the user's rate limit. */
  async function attemptCode<Answer extends { kind: string }>(
    token: string,
    challenge: Challenge,
    request: RequestHeaders,
    ask: () => Promise<Answer>,
  ): Promise<Exclude<Answer, { kind: 'wrongCode' | 'expired' }>> {
    if (!(await challenges.takeAttempt(token))) throw challengeExpired();
    const answer = await withCodeLimits(ports, request, challenge.username, ask).catch(async (error: unknown) => {
      await challenges.refundAttempt(token);
      throw error;
    });
    if (isAnswer(answer)) return answer;
    // The challenge stays in both cases. Cognito may keep the session after a wrong code, and the code may have been used by
    // an equal request, which is about to end the challenge by its success.
    throw answer.kind === 'wrongCode' ? wrongCode() : challengeExpired();
  }

  async function completeSignIn(
    challenge: Challenge,
    token: string,
    { identity, refreshToken }: SignedIn,
    request: RequestHeaders,
  ) {
    const { device: known } = await identifyClient(ports, request, challenge.username);
    const { device, token: deviceToken } = rememberUser(known, challenge.username, newToken);
    const isNewBrowser = deviceToken !== undefined;
    request.audit({ isNewBrowser });
    const grant = { refreshToken, providerUsername: identity.providerUsername };
    const circumstances = { device, challenge: token, isNewBrowser };
    const cookies = await startSession(request, cognitoProfile(identity), grant, circumstances);
    if (!cookies) throw challengeExpired();
    return [...cookies, setDevice(deviceToken ?? request.cookie(deviceCookie)), clearChallenge];
  }

  return {
    signIn: ({ body: { username, password }, request }) =>
      withConstantTiming(ports, async () => {
        await nameAccount(ports, request, username);
        const answer = await checkPassword(request, username, password);
        switch (answer.kind) {
          case 'unconfirmed':
            throw new AppError('requiresConfirm', 'Enter the code from the email.');
          case 'mfa':
            throw await startChallenge(newChallenge('mfa', username, answer.challenge, now()), 'requireMFA', {});
          case 'setup': {
            const challenge = newChallenge('setup', username, answer.challenge, now());
            throw await startChallenge(challenge, 'requireSetupMFA', { totp: answer.totp });
          }
        }
      }),

    async confirmSignIn({ body: { username, userCode }, request }) {
      const token = request.cookie(challengeCookie);
      const challenge = await challenges.find(token, 'mfa', now());
      if (challenge?.username !== username) {
        nameUsername(request, username);
        throw challengeExpired();
      }
      await nameAccount(ports, request, username);
      if (!isTotpCode(userCode)) throw wrongCode();
      const answer = await attemptCode(token, challenge, request, () => cognito.confirmSignIn(challenge, userCode));
      const cookies = await completeSignIn(challenge, token, answer, request);
      return new Reply({}, cookies);
    },

    async setupMfa({ body: { userCode }, request }) {
      const token = request.cookie(challengeCookie);
      const challenge = await challenges.find(token, 'setup', now());
      if (!challenge) throw challengeExpired();
      await nameAccount(ports, request, challenge.username);
      if (!isTotpCode(userCode)) throw wrongCode();
      let { session } = challenge;
      // A code works once, so a retry after an outage between the two steps must not verify it again.
      if (!challenge.proven) {
        const proof = await attemptCode(token, challenge, request, () =>
          cognito.proveAuthenticator(challenge, userCode),
        );
        session = proof.session;
        await challenges.putProof(token, session);
      }
      const answer = await cognito.finishSetup({ subject: challenge.subject, session });
      await challenges.remove(token);
      if (answer.kind !== 'signedIn') throw challengeExpired();
      request.audit({ actor: cognitoProfile(answer.identity).userId });
      // The user signs in on the sign-in page next, so the tokens of the set-up are revoked.
      await revokeToken(ports, { provider: 'cognito', refreshToken: answer.refreshToken });
      return new Reply({}, [clearChallenge]);
    },
  };
}

type SignedIn = Extract<CodeAnswer, { kind: 'signedIn' }>;

const isAnswer = <Answer extends { kind: string }>(
  answer: Answer,
): answer is Exclude<Answer, { kind: 'wrongCode' | 'expired' }> =>
  answer.kind !== 'wrongCode' && answer.kind !== 'expired';
