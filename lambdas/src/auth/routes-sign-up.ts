import type { authApi } from 'shared-types/auth';
import { AppError } from '../lib/app-error.ts';
import type { Routes } from '../lib/http.ts';
import { log } from '../lib/log.ts';
import { alike, evenly, guess } from './guess.ts';
import { codeOf } from './invitation.ts';
import { accountLimits, invitationLimits, mailedCodeLimits, mailLimits } from './limits.ts';
import type { AuthPorts } from './ports.ts';
import { networkOfRequest } from './visitor.ts';

type SignUpRoutes = Pick<
  Routes<typeof authApi>,
  'signUp' | 'confirmSignUp' | 'resendCode' | 'forgotPassword' | 'resetPassword'
>;

/** A new account, and a new password for one. */
export function signUpRoutes(ports: AuthPorts): SignUpRoutes {
  const { cognito, counters, invitations, newId, now, signIns } = ports;

  /** True when there is an account now. The invitation is used up by that, and by nothing else. */
  async function signUp(code: string, username: string, password: string): Promise<boolean> {
    const reservationId = newId();
    const reserved = await invitations.reserve(code, username, reservationId, now());
    // Asked again because the answer was lost: the account is there, and its mail is on its way.
    if (reserved === 'used') return true;
    if (reserved === 'refused') return false;
    const answer = await cognito.signUp(username, password);
    // A name that is taken is this user's own when an earlier try with this invitation may have taken it.
    const isTheirs = answer === 'done' || answer === 'unclear' || (answer === 'taken' && reserved === 'again');
    if (isTheirs) await invitations.consume(code, username);
    else await invitations.release(code, reservationId);
    return isTheirs;
  }

  /** Whoever had the password before may still be signed in with it. */
  async function endEverything(username: string) {
    const userIds = await signIns.listUserIds(username);
    const listed = await Promise.all(userIds.map((userId) => signIns.list(userId, now())));
    for (const { key } of listed.flat()) {
      const ended = await signIns.end(key);
      if (!ended) continue;
      await cognito.revoke(ended.refreshToken).catch((error: unknown) => log('warn', 'token not revoked', { error }));
    }
  }

  return {
    signUp: ({ body: { username, password, registrationCode }, request }) =>
      evenly(ports, async () => {
        const code = codeOf(registrationCode);
        const guessed = await guess(
          ports,
          invitationLimits(code, networkOfRequest(request)),
          () => signUp(code, username, password),
          (isTheirs) => !isTheirs,
        );
        if ('answer' in guessed && guessed.answer) return {};
        throw new AppError('signUpRefused', 'Sign Up Error');
      }),

    confirmSignUp: ({ body: { username, confirmationCode }, request }) =>
      evenly(ports, async () => {
        const guessed = await guess(
          ports,
          mailedCodeLimits('confirm', username, networkOfRequest(request)),
          () => cognito.confirmSignUp(username, confirmationCode),
          (outcome) => outcome === 'refused',
        );
        if ('answer' in guessed && guessed.answer === 'done') return {};
        throw new AppError('confirmRefused', 'Confirm Error');
      }),

    async resendCode({ body: { username }, request }) {
      await alike(ports, async () => {
        const full = await counters.take(mailLimits('confirm', username, networkOfRequest(request)), now());
        if (full === undefined) await cognito.resendCode(username);
      });
      return {};
    },

    async forgotPassword({ body: { username }, request }) {
      await alike(ports, async () => {
        const full = await counters.take(mailLimits('reset', username, networkOfRequest(request)), now());
        if (full === undefined) await cognito.forgotPassword(username);
      });
      return {};
    },

    resetPassword: ({ body: { username, confirmationCode, password }, request }) =>
      evenly(ports, async () => {
        const guessed = await guess(
          ports,
          mailedCodeLimits('reset', username, networkOfRequest(request)),
          () => cognito.resetPassword(username, confirmationCode, password),
          (outcome) => outcome === 'refused',
        );
        if (!('answer' in guessed) || guessed.answer === 'refused')
          throw new AppError('resetRefused', 'The code is not right, or too old. Ask for a new one.');
        await counters.forget(accountLimits(username));
        await endEverything(username);
        return {};
      }),
  };
}
