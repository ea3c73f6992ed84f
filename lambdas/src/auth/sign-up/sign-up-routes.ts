import type { authApi } from 'shared-types/contract/auth';
import { AppError } from '../../platform/app-error.ts';
import type { Routes } from '../../platform/http/http-handler.ts';
import { inConstantTime, withConstantTiming, rateLimited } from '../rate-limits/rate-limiter.ts';
import { normalizeCode } from '../invitations/invitation.ts';
import {
  accountLimits,
  invitationLimits,
  mailedCodeLimits,
  mailLimits,
  passwordLimits,
} from '../rate-limits/rate-limits.ts';
import type { AuthPorts, PasswordAnswer } from '../ports.ts';
import { sessionEnder } from '../sessions/end-session.ts';
import { clientNetwork } from '../rate-limits/client-address.ts';

type SignUpRoutes = Pick<
  Routes<typeof authApi>,
  'signUp' | 'confirmSignUp' | 'resendCode' | 'forgotPassword' | 'resetPassword'
>;

interface Credentials {
  username: string;
  password: string;
  network: string;
}

/** A new account, and a new password for one. */
export function signUpRoutes(ports: AuthPorts): SignUpRoutes {
  const { accounts, cognito, counters, invitations, newId, now } = ports;
  const { endAllSessions: endAll } = sessionEnder(ports);

  /** True when there is an account now. The invitation is used up by that, and by nothing else. */
  async function signUp(code: string, { username, password, network }: Credentials): Promise<boolean> {
    const reservationId = newId();
    const reserved = await invitations.reserve(code, username, reservationId, now());
    if (reserved === 'refused') return false;
    const isOwn = () => passwordLeadsTo({ username, password, network }, ['unconfirmed']);
    // Asked again because the answer was lost: the account is there, and its mail is on its way.
    if (reserved === 'used') return isOwn();
    const answer = await cognito.signUp(username, password);
    // A name that is taken may have been taken by an earlier try with this invitation, of which nobody heard.
    const isUnclear = answer === 'unclear' || (answer === 'taken' && reserved === 'again');
    const isTheirs = answer === 'done' || (isUnclear && (await isOwn()));
    if (isTheirs) await invitations.consume(code, username);
    else await invitations.release(code, reservationId);
    return isTheirs;
  }

  /** Whether a password is an account's, to judge by how far it leads. It is a guess like any other. */
  async function passwordLeadsTo(
    { username, password, network }: Credentials,
    stages: PasswordAnswer['kind'][],
  ): Promise<boolean> {
    const guessed = await rateLimited(
      ports,
      passwordLimits({ username, deviceId: undefined, network }),
      () => cognito.signIn(username, password),
      ({ kind }) => kind === 'refused',
    );
    return 'answer' in guessed && stages.includes(guessed.answer.kind);
  }

  async function resetPassword(code: string, applicant: Credentials): Promise<boolean> {
    const answer = await cognito.resetPassword(applicant.username, code, applicant.password);
    return answer === 'done' || (answer === 'unclear' && (await passwordLeadsTo(applicant, ['mfa', 'setup'])));
  }

  /** Whoever had the password before may still be signed in with it. */
  async function endAllSessionsOf(username: string) {
    for (const userId of await accounts.listUserIds(username)) await endAll(userId);
  }

  return {
    signUp: ({ body: { username, password, registrationCode }, request }) =>
      withConstantTiming(ports, async () => {
        const code = normalizeCode(registrationCode);
        const network = clientNetwork(request);
        const guessed = await rateLimited(
          ports,
          invitationLimits(code, network),
          () => signUp(code, { username, password, network }),
          (isTheirs) => !isTheirs,
        );
        if ('answer' in guessed && guessed.answer) return {};
        throw new AppError('signUpRefused', 'Sign Up Error');
      }),

    confirmSignUp: ({ body: { username, confirmationCode }, request }) =>
      withConstantTiming(ports, async () => {
        const guessed = await rateLimited(
          ports,
          mailedCodeLimits('confirm', username, clientNetwork(request)),
          () => cognito.confirmSignUp(username, confirmationCode),
          (outcome) => outcome === 'refused',
        );
        if ('answer' in guessed && guessed.answer === 'done') return {};
        throw new AppError('confirmRefused', 'Confirm Error');
      }),

    async resendCode({ body: { username }, request }) {
      await inConstantTime(ports, async () => {
        const full = await counters.take(mailLimits('confirm', username, clientNetwork(request)), now());
        if (full === undefined) await cognito.resendCode(username);
      });
      return {};
    },

    async forgotPassword({ body: { username }, request }) {
      await inConstantTime(ports, async () => {
        const full = await counters.take(mailLimits('reset', username, clientNetwork(request)), now());
        if (full === undefined) await cognito.forgotPassword(username);
      });
      return {};
    },

    resetPassword: ({ body: { username, confirmationCode, password }, request }) =>
      withConstantTiming(ports, async () => {
        const network = clientNetwork(request);
        const guessed = await rateLimited(
          ports,
          mailedCodeLimits('reset', username, network),
          () => resetPassword(confirmationCode, { username, password, network }),
          (isChanged) => !isChanged,
        );
        if (!('answer' in guessed && guessed.answer))
          throw new AppError('resetRefused', 'The code is not right, or too old. Ask for a new one.');
        await counters.reset(accountLimits(username));
        await endAllSessionsOf(username);
        return {};
      }),
  };
}
