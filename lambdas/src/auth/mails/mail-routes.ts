import type { authApi } from 'shared-types/contract/auth';
import { usernameOf } from 'shared-types/rules/auth/username';
import { AppError } from '../../platform/app-error.ts';
import type { Routes } from '../../platform/http/http-handler.ts';
import type { AccountStore } from '../account/account-store.ts';
import type { Surroundings } from '../ports.ts';
import { clientNetwork } from '../rate-limits/client-address.ts';
import type { CounterStore } from '../rate-limits/counter-store.ts';
import { emailLimits } from '../rate-limits/rate-limits.ts';
import type { OwnerMails } from './owner-mails.ts';

export interface MailPorts extends Pick<Surroundings, 'now'> {
  accounts: Pick<AccountStore, 'find'>;
  counters: Pick<CounterStore, 'take'>;
  mails: Pick<OwnerMails, 'subscribeAgain' | 'stateOf'>;
}

type MailRoutes = Pick<Routes<typeof authApi>, 'getOwnMails' | 'confirmOwnMails'>;

/** Serves the state of the mails about the user's own account. */
export function mailRoutes({ accounts, counters, mails, now }: MailPorts): MailRoutes {
  const addressOf = async (userId: string) => {
    const account = await accounts.find(userId);
    return account && usernameOf(account.email);
  };

  return {
    async getOwnMails({ user }) {
      const address = await addressOf(user.userId);
      if (address === undefined) return { address: null, state: 'off' };
      return { address, state: await mails.stateOf(address) };
    },

    async confirmOwnMails({ user, request }) {
      const address = await addressOf(user.userId);
      if (address === undefined) throw new AppError('notFound', 'This account has no email address.');
      const untilMs = await counters.take(emailLimits('mails', address, clientNetwork(request)), now());
      if (untilMs !== undefined)
        throw new AppError(
          'tooMany',
          'This email was sent several times. Check your spam folder, or try again later.',
          {
            retryAfterSeconds: Math.ceil((untilMs - now().getTime()) / 1000),
          },
        );
      return { address, state: await mails.subscribeAgain(address) };
    },
  };
}
