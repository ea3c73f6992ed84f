import type { authApi } from 'shared-types/contract/auth';
import { AppError } from '../../platform/app-error.ts';
import type { Routes } from '../../platform/http/http-handler.ts';
import { subjectOf } from '../account/account.ts';
import { passwordUsername } from '../account/account.ts';
import type { CognitoProvider } from '../cognito/cognito-client.ts';
import type { CounterStore } from '../rate-limits/counter-store.ts';
import { accountLimits } from '../rate-limits/rate-limits.ts';
import { endOthers, type EndOthersPorts } from '../sessions/end-session.ts';
import { refuseGuessable } from './guessable-password.ts';

export type PasswordPorts = EndOthersPorts & {
  cognito: Pick<CognitoProvider, 'setPassword'>;
  counters: Pick<CounterStore, 'reset'>;
  siteName: string;
};

type PasswordRoutes = Pick<Routes<typeof authApi>, 'changePassword'>;

/** Serves the change of a password by its signed-in user. The old one was asked for by the confirmation before. */
export const passwordRoutes = (ports: PasswordPorts): PasswordRoutes => ({
  async changePassword({ user, body: { password }, request }) {
    const { cognito, counters, siteName } = ports;
    const username = passwordUsername(user);
    refuseGuessable(password, { username, siteName });
    const answer = await cognito.setPassword(subjectOf(user.userId), password);
    if (answer === 'refused') throw new AppError('invalid', 'This password was not accepted. Choose another one');
    // The account was deleted in the user pool after this session had begun.
    if (answer === 'missing') throw new AppError('invalid', 'This account no longer exists, so it has no password.');
    await counters.reset(accountLimits(username));
    await endOthers(ports, user.userId, username, request);
    return {};
  },
});
