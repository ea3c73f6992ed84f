import type { authApi } from 'shared-types/contract/auth';
import { AppError } from '../../platform/app-error.ts';
import type { Routes } from '../../platform/http/http-handler.ts';
import type { RequestHeaders } from '../../platform/http/reply.ts';
import type { AccountStore } from '../account/account-store.ts';
import { nameAccount, type NamePorts, nameUsername } from '../activity/name-account.ts';
import type { ChallengeStore } from '../challenges/challenge-store.ts';
import type { PasswordAnswer } from '../cognito/cognito-answers.ts';
import type { CognitoProvider } from '../cognito/cognito-client.ts';
import { normalizeCode } from '../invitations/invitation.ts';
import type { InvitationStore } from '../invitations/invitation-store.ts';
import type { OwnerMails } from '../mails/owner-mails.ts';
import { refuseGuessable } from '../password/guessable-password.ts';
import type { Surroundings } from '../ports.ts';
import { clientNetwork } from '../rate-limits/client-address.ts';
import { inConstantTime, LimitRefusal, withConstantTiming } from '../rate-limits/constant-timing.ts';
import type { CounterStore } from '../rate-limits/counter-store.ts';
import { type LimiterPorts, rateLimited } from '../rate-limits/rate-limiter.ts';
import {
  accountLimits,
  invitationLimits,
  emailedCodeLimits,
  emailLimits,
  passwordLimits,
} from '../rate-limits/rate-limits.ts';
import { type EndPorts, sessionEnder } from '../sessions/end-session.ts';

export type SignUpPorts = EndPorts &
  LimiterPorts &
  NamePorts &
  Pick<Surroundings, 'newId' | 'pause'> & {
    accounts: Pick<AccountStore, 'listUserIds'>;
    challenges: Pick<ChallengeStore, 'endAll'>;
    cognito: Pick<
      CognitoProvider,
      'confirmSignUp' | 'forgotPassword' | 'resendCode' | 'resetPassword' | 'signIn' | 'signUp'
    >;
    counters: Pick<CounterStore, 'reset' | 'take'>;
    invitations: Pick<InvitationStore, 'consume' | 'refOf' | 'release' | 'reserve'>;
    mails: Pick<OwnerMails, 'subscribe'>;
    siteName: string;
  };

type SignUpRoutes = Pick<
  Routes<typeof authApi>,
  'signUp' | 'confirmSignUp' | 'resendCode' | 'forgotPassword' | 'resetPassword'
>;

interface Credentials {
  username: string;
  password: string;
  network: string;
}

/** Serves sign-up, confirmation and password reset. */
export function signUpRoutes(ports: SignUpPorts): SignUpRoutes {
  const { accounts, challenges, cognito, counters, invitations, mails, newId, now, siteName } = ports;
  const { endAllSessions } = sessionEnder(ports);

  /** Returns the reason of a refusal, or undefined when the user has an account now. Only then the invitation is used up. */
  async function signUp(code: string, { username, password, network }: Credentials): Promise<string | undefined> {
    const reservationId = newId();
    const reserved = await invitations.reserve(code, username, reservationId, now());
    if (reserved === 'refused') return 'invitationRefused';
    if (reserved === 'usedByAnother') return 'invitationUsed';
    const isOwn = () => passwordLeadsTo({ username, password, network }, ['unconfirmed']);
    // The answer to an earlier attempt was lost: the account exists, and its email is on the way.
    if (reserved === 'used') return (await isOwn()) ? undefined : 'invitationUsed';
    const answer = await cognito.signUp(username, password);
    // A taken name may belong to an earlier attempt with this invitation whose answer was lost.
    const isUnclear = answer === 'unclear' || (answer === 'taken' && reserved === 'again');
    const isTheirs = answer === 'done' || (isUnclear && (await isOwn()));
    if (isTheirs) await invitations.consume(code, username);
    else await invitations.release(code, reservationId);
    return isTheirs ? undefined : 'usernameTaken';
  }

  /** Checks a password by the step that it leads to. The check counts against the same limits as a sign-in. */
  async function passwordLeadsTo(
    { username, password, network }: Credentials,
    steps: PasswordAnswer['kind'][],
  ): Promise<boolean> {
    const result = await rateLimited(
      ports,
      passwordLimits({ username, deviceId: undefined, network }),
      () => cognito.signIn(username, password),
      ({ kind }) => kind === 'refused',
    );
    return 'answer' in result && steps.includes(result.answer.kind);
  }

  async function resetPassword(code: string, credentials: Credentials): Promise<boolean> {
    const answer = await cognito.resetPassword(credentials.username, code, credentials.password);
    return answer === 'done' || (answer === 'unclear' && (await passwordLeadsTo(credentials, ['mfa', 'setup'])));
  }

  /** Ends everything that was begun with the old password: first the sign-ins that wait for a code, then the sessions. */
  async function endAllOf(username: string) {
    await challenges.endAll(username, now());
    for (const userId of await accounts.listUserIds(username)) await endAllSessions(userId);
  }

  return {
    signUp({ body: { username, password, registrationCode }, request }) {
      refuseGuessable(password, { username, siteName });
      nameUsername(request, username);
      return withConstantTiming(ports, async () => {
        const code = normalizeCode(registrationCode);
        const network = clientNetwork(request);
        const result = await rateLimited(
          ports,
          invitationLimits(code, network),
          () => signUp(code, { username, password, network }),
          (refused) => refused !== undefined,
        );
        if (!('answer' in result)) throw refusedByLimit(request, signUpRefused());
        // Any text can be typed in the place of a code, so the trail gets the reference of an existing invitation only.
        if (result.answer !== 'invitationRefused') request.audit({ subject: invitations.refOf(code) });
        if (result.answer === undefined) return {};
        request.audit({ code: result.answer });
        throw signUpRefused();
      });
    },

    confirmSignUp: ({ body: { username, confirmationCode }, request }) =>
      withConstantTiming(ports, async () => {
        nameUsername(request, username);
        const result = await rateLimited(
          ports,
          emailedCodeLimits('confirm', username, clientNetwork(request)),
          () => cognito.confirmSignUp(username, confirmationCode),
          (outcome) => outcome === 'refused',
        );
        if (!('answer' in result)) throw refusedByLimit(request, confirmRefused());
        if (result.answer !== 'done') throw confirmRefused();
        await mails.subscribe(username);
        return {};
      }),

    async resendCode({ body: { username }, request }) {
      await inConstantTime(ports, async () => {
        await nameAccount(ports, request, username);
        const full = await counters.take(emailLimits('confirm', username, clientNetwork(request)), now());
        if (full === undefined) await cognito.resendCode(username);
        else request.audit({ code: 'tooMany' });
        return full === undefined;
      });
      return {};
    },

    async forgotPassword({ body: { username }, request }) {
      await inConstantTime(ports, async () => {
        await nameAccount(ports, request, username);
        const full = await counters.take(emailLimits('reset', username, clientNetwork(request)), now());
        if (full === undefined) await cognito.forgotPassword(username);
        else request.audit({ code: 'tooMany' });
        return full === undefined;
      });
      return {};
    },

    resetPassword({ body: { username, confirmationCode, password }, request }) {
      refuseGuessable(password, { username, siteName });
      return withConstantTiming(ports, async () => {
        await nameAccount(ports, request, username);
        const network = clientNetwork(request);
        const result = await rateLimited(
          ports,
          emailedCodeLimits('reset', username, network),
          () => resetPassword(confirmationCode, { username, password, network }),
          (isChanged) => !isChanged,
        );
        if (!('answer' in result)) throw refusedByLimit(request, resetRefused());
        if (!result.answer) throw resetRefused();
        await counters.reset(accountLimits(username));
        await endAllOf(username);
        return {};
      });
    },
  };
}

const signUpRefused = () => new AppError('signUpRefused', 'Sign Up Error');
const confirmRefused = () => new AppError('confirmRefused', 'Confirm Error');
const resetRefused = () => new AppError('resetRefused', 'The code is wrong or has expired. Request a new one.');

/** The answer is the same as that to a wrong code. Only the audit trail tells them apart. */
function refusedByLimit(request: RequestHeaders, refusal: AppError) {
  request.audit({ code: 'tooMany' });
  return new LimitRefusal(refusal);
}
