import type { authApi } from 'shared-types/contract/auth';
import { isUsername } from 'shared-types/rules/auth/username';
import { AppError } from '../../platform/app-error.ts';
import type { Routes } from '../../platform/http/http-handler.ts';
import { type RequestHeaders, Reply } from '../../platform/http/reply.ts';
import {
  type Challenge,
  challengeExpired,
  incorrectCredentials,
  isTotpCode,
  newChallenge,
  wrongCode,
} from './challenge.ts';
import { clearStep, deviceCookie, setDevice, setStep, stepCookie } from '../cookies.ts';
import { identifyClient } from '../rate-limits/client-address.ts';
import { withConstantTiming } from '../rate-limits/constant-timing.ts';
import { rateLimited } from '../rate-limits/rate-limiter.ts';
import { codeLimits, passwordLimits } from '../rate-limits/rate-limits.ts';
import type { CodeAnswer, PasswordAnswer } from '../cognito/cognito-answers.ts';
import type { AuthPorts } from '../ports.ts';
import { sessionEnder } from '../sessions/end-session.ts';
import { sessionStarter } from '../sessions/start-session.ts';
import { nameAccount } from '../activity/name-account.ts';
import { cognitoProfile } from '../sessions/session.ts';

type SignInRoutes = Pick<Routes<typeof authApi>, 'signIn' | 'confirmSignIn' | 'setupMfa'>;

/** A known browser waits and retries when wrong passwords of others have locked its account at Cognito. */
const lockedRetryDelaysMs = [1000, 2000, 5000];

/** A browser is remembered for its last five users. For others it counts as an unknown browser. */
const maxUsernames = 5;

/** Serves the steps from the password through the code to a session. */
export function signInRoutes(ports: AuthPorts): SignInRoutes {
  const { challenges, cognito, newToken, now, pause } = ports;
  const startSession = sessionStarter(ports);
  const { revoke } = sessionEnder(ports);

  async function checkPassword(username: string, password: string, isKnown: boolean): Promise<PasswordAnswer> {
    // Such a name has no account, and Cognito might answer with an unexpected error.
    if (!isUsername(username)) return { kind: 'refused' };
    let answer = await cognito.signIn(username, password);
    for (const ms of isKnown ? lockedRetryDelaysMs : []) {
      if (answer.kind !== 'locked') break;
      await pause(ms);
      answer = await cognito.signIn(username, password);
    }
    return answer;
  }

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
    return new AppError(code, message, detail, [setStep(token)]);
  }

  /** Makes one of the five attempts of a challenge, which also counts against the user's rate limit. */
  async function attemptCode<Answer extends { kind: string }>(
    token: string,
    challenge: Challenge,
    request: RequestHeaders,
    ask: () => Promise<Answer>,
  ): Promise<Exclude<Answer, { kind: 'wrongCode' | 'expired' }>> {
    const { deviceId } = await identifyClient(ports, request, challenge.username);
    const limits = codeLimits({ username: challenge.username, deviceId });
    if (!(await challenges.takeAttempt(token))) throw challengeExpired();
    const result = await rateLimited(ports, limits, ask, ({ kind }) => kind === 'wrongCode').catch(
      async (error: unknown) => {
        await challenges.refundAttempt(token);
        throw error;
      },
    );
    if ('untilMs' in result) {
      await challenges.refundAttempt(token);
      const retryAfterSeconds = Math.ceil((result.untilMs - now().getTime()) / 1000);
      throw new AppError('tooMany', 'Too many wrong codes. Try again later.', { retryAfterSeconds });
    }
    if (isAnswer(result.answer)) return result.answer;
    if (result.answer.kind === 'wrongCode') throw wrongCode();
    await challenges.remove(token);
    throw challengeExpired();
  }

  async function completeSignIn(
    challenge: Challenge,
    token: string,
    { identity, refreshToken }: SignedIn,
    request: RequestHeaders,
  ) {
    const { device, deviceId } = await identifyClient(ports, request, challenge.username);
    request.audit({ isNewBrowser: deviceId === undefined });
    // A browser that this user has signed in with before keeps its device token.
    const deviceToken = deviceId === undefined ? newToken() : request.cookie(deviceCookie);
    const others = (device?.usernames ?? []).filter((name) => name !== challenge.username);
    const usernames = [...others, challenge.username].slice(-maxUsernames);
    const grant = { refreshToken, providerUsername: identity.providerUsername };
    const password = { challenge: token, device: deviceToken, usernames };
    const cookies = await startSession(request, cognitoProfile(identity), grant, password);
    if (!cookies) throw challengeExpired();
    return [...cookies, setDevice(deviceToken), clearStep];
  }

  return {
    signIn: ({ body: { username, password }, request }) =>
      withConstantTiming(ports, async () => {
        await nameAccount(ports, request, username);
        const { network, deviceId } = await identifyClient(ports, request, username);
        const result = await rateLimited(
          ports,
          passwordLimits({ username, deviceId, network }),
          () => checkPassword(username, password, deviceId !== undefined),
          ({ kind }) => kind === 'refused',
        );
        if ('untilMs' in result) {
          request.audit({ code: 'tooMany' });
          throw incorrectCredentials();
        }
        const { answer } = result;
        switch (answer.kind) {
          case 'locked':
            request.audit({ code: 'locked' });
            throw incorrectCredentials();
          case 'refused':
            throw incorrectCredentials();
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
      const token = request.cookie(stepCookie);
      const challenge = await challenges.find(token, 'mfa', now());
      if (challenge?.username !== username) throw challengeExpired();
      await nameAccount(ports, request, username);
      if (!isTotpCode(userCode)) throw wrongCode();
      const answer = await attemptCode(token, challenge, request, () => cognito.confirmSignIn(challenge, userCode));
      const cookies = await completeSignIn(challenge, token, answer, request);
      return new Reply({}, cookies);
    },

    async setupMfa({ body: { userCode }, request }) {
      const token = request.cookie(stepCookie);
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
      await revoke({ provider: 'cognito', refreshToken: answer.refreshToken });
      return new Reply({}, [clearStep]);
    },
  };
}

type SignedIn = Extract<CodeAnswer, { kind: 'signedIn' }>;

const isAnswer = <Answer extends { kind: string }>(
  answer: Answer,
): answer is Exclude<Answer, { kind: 'wrongCode' | 'expired' }> =>
  answer.kind !== 'wrongCode' && answer.kind !== 'expired';
