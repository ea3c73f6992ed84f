import { accountMail } from 'shared-types/rules/auth/account-mail';
import type { AuditEvent } from '../../platform/audit/audit-event.ts';
import { coarseNetworkOf } from '../../platform/audit/network.ts';
import { log } from '../../platform/log.ts';
import type { AccountStore } from '../account/account-store.ts';
import type { OwnerMails } from './owner-mails.ts';

interface Ports {
  accounts: Pick<AccountStore, 'find'>;
  mails: Pick<OwnerMails, 'tell'>;
  siteName: string;
}

/** Only a browser that is new makes a sign-in or a renewal worth a mail. */
const needsNewBrowser = new Set(['signIn', 'sessionMoved']);

/** Mails an event of the audit trail to the owner of its account, if they must know of it. A failure fails no request. */
export const tellOwner = (ports: Ports, event: AuditEvent): Promise<void> =>
  mailEvent(ports, event).catch((error: unknown) =>
    log('error', 'account mail not sent', { reason: event.kind, error }),
  );

async function mailEvent({ accounts, mails, siteName }: Ports, event: AuditEvent): Promise<void> {
  const { kind, code, userId, address, timeMs, browser, origin } = event;
  if (code !== undefined || userId === undefined || (needsNewBrowser.has(kind) && !event.isNewBrowser)) return;
  const network = coarseNetworkOf(address);
  const hasPassword = userId.startsWith('cognito|');
  const mail = accountMail({ kind, timeMs, browser, network, siteName, origin, hasPassword });
  // An account that has never signed in has no stored address, and nothing to lose.
  const account = mail && (await accounts.find(userId));
  if (account) await mails.tell(account.email, mail);
}
