import type { authApi } from 'shared-types/contract/auth';
import { isUsername } from 'shared-types/rules/username';
import { AppError } from '../../platform/app-error.ts';
import type { Routes } from '../../platform/http/http-handler.ts';
import { type RequestHeaders, Reply } from '../../platform/http/reply.ts';
import { type Challenge, expired, incorrect, isCode, newChallenge, wrongCode } from './challenge.ts';
import { clearStep, deviceCookie, setDevice, setStep, stepCookie } from '../cookies.ts';
import { evenly, guess } from '../rate-limits/rate-limiter.ts';
import { codeLimits, passwordLimits } from '../rate-limits/rate-limits.ts';
import type { AuthPorts, CodeAnswer, PasswordAnswer } from '../ports.ts';
import { endings } from '../sessions/end-session.ts';
import { openings } from '../sessions/start-session.ts';
import { cognitoPerson } from '../sessions/session.ts';
import { visitorOf } from '../rate-limits/client-address.ts';

type SignInRoutes = Pick<Routes<typeof authApi>, 'signIn' | 'confirmSignIn' | 'setupMfa'>;

/** How long a known browser waits when strangers' guesses have locked its account at the provider for a moment. */
const lockedPausesMs = [1000, 2000, 5000];

/** A rememberable few: whoever shares a browser with more people than this is a stranger again now and then. */
const mostUsernames = 5;

/** From the password over the code to a session. */
export function signInRoutes(ports: AuthPorts): SignInRoutes {
  const { challenges, cognito, newToken, now, pause } = ports;
  const open = openings(ports);
  const { revoke } = endings(ports);

  async function askForPassword(username: string, password: string, isKnown: boolean): Promise<PasswordAnswer> {
    // Nobody's name, and one that the service might complain of.
    if (!isUsername(username)) return { kind: 'refused' };
    let answer = await cognito.signIn(username, password);
    for (const ms of isKnown ? lockedPausesMs : []) {
      if (answer.kind !== 'locked') break;
      await pause(ms);
      answer = await cognito.signIn(username, password);
    }
    return answer;
  }

  /** Remembers where the sign-in stands, and says what comes next. */
  async function next(challenge: Challenge, code: 'requireMFA' | 'requireSetupMFA', detail: { totp?: string }) {
    const token = newToken();
    await challenges.put(token, challenge);
    const message = code === 'requireMFA' ? 'Enter the code of your authenticator.' : 'Set up an authenticator first.';
    return new AppError(code, message, detail, [setStep(token)]);
  }

  /** Runs one of a challenge's five attempts, which also counts against its user's limit. */
  async function attempt<Answer extends { kind: string }>(
    token: string,
    challenge: Challenge,
    request: RequestHeaders,
    ask: () => Promise<Answer>,
  ): Promise<Exclude<Answer, { kind: 'wrongCode' | 'expired' }>> {
    const { deviceId } = await visitorOf(ports, request, challenge.username);
    const limits = codeLimits({ username: challenge.username, deviceId });
    if (!(await challenges.takeAttempt(token))) throw expired();
    const guessed = await guess(ports, limits, ask, ({ kind }) => kind === 'wrongCode').catch(
      async (error: unknown) => {
        await challenges.giveBackAttempt(token);
        throw error;
      },
    );
    if ('untilMs' in guessed) {
      await challenges.giveBackAttempt(token);
      const retryAfterSeconds = Math.ceil((guessed.untilMs - now().getTime()) / 1000);
      throw new AppError('tooMany', 'Too many wrong codes. Please wait a while.', { retryAfterSeconds });
    }
    if (isAnswer(guessed.answer)) return guessed.answer;
    if (guessed.answer.kind === 'wrongCode') throw wrongCode();
    await challenges.remove(token);
    throw expired();
  }

  async function enter(
    challenge: Challenge,
    token: string,
    { identity, refreshToken }: SignedIn,
    request: RequestHeaders,
  ) {
    const { device, deviceId } = await visitorOf(ports, request, challenge.username);
    // A device that this user had before stays the same one.
    const deviceToken = deviceId === undefined ? newToken() : request.cookie(deviceCookie);
    const others = (device?.usernames ?? []).filter((name) => name !== challenge.username);
    const usernames = [...others, challenge.username].slice(-mostUsernames);
    const grant = { refreshToken, providerUsername: identity.providerUsername };
    const password = { challenge: token, device: deviceToken, usernames };
    const cookies = await open(request, cognitoPerson(identity), grant, password);
    if (!cookies) throw expired();
    return [...cookies, setDevice(deviceToken), clearStep];
  }

  return {
    signIn: ({ body: { username, password }, request }) =>
      evenly(ports, async () => {
        const { network, deviceId } = await visitorOf(ports, request, username);
        const guessed = await guess(
          ports,
          passwordLimits({ username, deviceId, network }),
          () => askForPassword(username, password, deviceId !== undefined),
          ({ kind }) => kind === 'refused',
        );
        if ('untilMs' in guessed) throw incorrect();
        const { answer } = guessed;
        switch (answer.kind) {
          case 'refused':
          case 'locked':
            throw incorrect();
          case 'unconfirmed':
            throw new AppError('requiresConfirm', 'Enter the code that was sent to you.');
          case 'mfa':
            throw await next(newChallenge('mfa', username, answer.challenge, now()), 'requireMFA', {});
          case 'setup': {
            const challenge = newChallenge('setup', username, answer.challenge, now());
            throw await next(challenge, 'requireSetupMFA', { totp: answer.totp });
          }
        }
      }),

    async confirmSignIn({ body: { username, userCode }, request }) {
      const token = request.cookie(stepCookie);
      const challenge = await challenges.find(token, 'mfa', now());
      if (challenge?.username !== username) throw expired();
      if (!isCode(userCode)) throw wrongCode();
      const answer = await attempt(token, challenge, request, () => cognito.confirmSignIn(challenge, userCode));
      const cookies = await enter(challenge, token, answer, request);
      return new Reply({}, cookies);
    },

    async setupMfa({ body: { userCode }, request }) {
      const token = request.cookie(stepCookie);
      const challenge = await challenges.find(token, 'setup', now());
      if (!challenge) throw expired();
      if (!isCode(userCode)) throw wrongCode();
      let { session } = challenge;
      // A code is good for one time, so a second try after the service failed in between does not ask for it again.
      if (!challenge.proven) {
        const proof = await attempt(token, challenge, request, () => cognito.proveAuthenticator(challenge, userCode));
        session = proof.session;
        await challenges.putProof(token, session);
      }
      const answer = await cognito.finishSetup({ subject: challenge.subject, session });
      await challenges.remove(token);
      if (answer.kind !== 'signedIn') throw expired();
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
