import type { authApi } from 'shared-types/contract/auth';
import { isUsername } from 'shared-types/rules/username';
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
import { withConstantTiming, rateLimited } from '../rate-limits/rate-limiter.ts';
import { codeLimits, passwordLimits } from '../rate-limits/rate-limits.ts';
import type { AuthPorts, CodeAnswer, PasswordAnswer } from '../ports.ts';
import { sessionEnder } from '../sessions/end-session.ts';
import { sessionStarter } from '../sessions/start-session.ts';
import { cognitoProfile } from '../sessions/session.ts';
import { identifyClient } from '../rate-limits/client-address.ts';

type SignInRoutes = Pick<Routes<typeof authApi>, 'signIn' | 'confirmSignIn' | 'setupMfa'>;

/** How long a known browser waits when strangers' guesses have locked its account at the provider for a moment. */
const lockedRetryDelaysMs = [1000, 2000, 5000];

/** A rememberable few: whoever shares a browser with more people than this is a stranger again now and then. */
const maxUsernames = 5;

/** From the password over the code to a session. */
export function signInRoutes(ports: AuthPorts): SignInRoutes {
  const { challenges, cognito, newToken, now, pause } = ports;
  const open = sessionStarter(ports);
  const { revoke } = sessionEnder(ports);

  async function checkPassword(username: string, password: string, isKnown: boolean): Promise<PasswordAnswer> {
    // Nobody's name, and one that the service might complain of.
    if (!isUsername(username)) return { kind: 'refused' };
    let answer = await cognito.signIn(username, password);
    for (const ms of isKnown ? lockedRetryDelaysMs : []) {
      if (answer.kind !== 'locked') break;
      await pause(ms);
      answer = await cognito.signIn(username, password);
    }
    return answer;
  }

  /** Remembers where the sign-in stands, and says what comes next. */
  async function startChallenge(
    challenge: Challenge,
    code: 'requireMFA' | 'requireSetupMFA',
    detail: { totp?: string },
  ) {
    const token = newToken();
    await challenges.put(token, challenge);
    const message = code === 'requireMFA' ? 'Enter the code of your authenticator.' : 'Set up an authenticator first.';
    return new AppError(code, message, detail, [setStep(token)]);
  }

  /** Runs one of a challenge's five attempts, which also counts against its user's limit. */
  async function attemptCode<Answer extends { kind: string }>(
    token: string,
    challenge: Challenge,
    request: RequestHeaders,
    ask: () => Promise<Answer>,
  ): Promise<Exclude<Answer, { kind: 'wrongCode' | 'expired' }>> {
    const { deviceId } = await identifyClient(ports, request, challenge.username);
    const limits = codeLimits({ username: challenge.username, deviceId });
    if (!(await challenges.takeAttempt(token))) throw challengeExpired();
    const guessed = await rateLimited(ports, limits, ask, ({ kind }) => kind === 'wrongCode').catch(
      async (error: unknown) => {
        await challenges.refundAttempt(token);
        throw error;
      },
    );
    if ('untilMs' in guessed) {
      await challenges.refundAttempt(token);
      const retryAfterSeconds = Math.ceil((guessed.untilMs - now().getTime()) / 1000);
      throw new AppError('tooMany', 'Too many wrong codes. Please wait a while.', { retryAfterSeconds });
    }
    if (isAnswer(guessed.answer)) return guessed.answer;
    if (guessed.answer.kind === 'wrongCode') throw wrongCode();
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
    // A device that this user had before stays the same one.
    const deviceToken = deviceId === undefined ? newToken() : request.cookie(deviceCookie);
    const others = (device?.usernames ?? []).filter((name) => name !== challenge.username);
    const usernames = [...others, challenge.username].slice(-maxUsernames);
    const grant = { refreshToken, providerUsername: identity.providerUsername };
    const password = { challenge: token, device: deviceToken, usernames };
    const cookies = await open(request, cognitoProfile(identity), grant, password);
    if (!cookies) throw challengeExpired();
    return [...cookies, setDevice(deviceToken), clearStep];
  }

  return {
    signIn: ({ body: { username, password }, request }) =>
      withConstantTiming(ports, async () => {
        const { network, deviceId } = await identifyClient(ports, request, username);
        const guessed = await rateLimited(
          ports,
          passwordLimits({ username, deviceId, network }),
          () => checkPassword(username, password, deviceId !== undefined),
          ({ kind }) => kind === 'refused',
        );
        if ('untilMs' in guessed) throw incorrectCredentials();
        const { answer } = guessed;
        switch (answer.kind) {
          case 'refused':
          case 'locked':
            throw incorrectCredentials();
          case 'unconfirmed':
            throw new AppError('requiresConfirm', 'Enter the code that was sent to you.');
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
      if (!isTotpCode(userCode)) throw wrongCode();
      const answer = await attemptCode(token, challenge, request, () => cognito.confirmSignIn(challenge, userCode));
      const cookies = await completeSignIn(challenge, token, answer, request);
      return new Reply({}, cookies);
    },

    async setupMfa({ body: { userCode }, request }) {
      const token = request.cookie(stepCookie);
      const challenge = await challenges.find(token, 'setup', now());
      if (!challenge) throw challengeExpired();
      if (!isTotpCode(userCode)) throw wrongCode();
      let { session } = challenge;
      // A code is good for one time, so a second try after the service failed in between does not ask for it again.
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
      // The flow goes on to the sign-in page: nobody is signed in by a set-up.
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
