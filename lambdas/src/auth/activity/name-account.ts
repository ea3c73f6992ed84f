import { notAnAddress } from 'shared-types/rules/audit';
import { isUsername } from 'shared-types/rules/auth/username';
import type { RequestHeaders } from '../../platform/http/reply.ts';
import type { AccountStore } from '../account/account-store.ts';

export interface NamePorts {
  accounts: Pick<AccountStore, 'listUserIds'>;
}

/**
 * Names the account of a username in the call's audit event, or the username when its account has never signed in. It takes
 * the same time for an address without an account. A text that is no address has none, and the table may not even take it as
 * a key.
 */
export async function nameAccount({ accounts }: NamePorts, request: RequestHeaders, username: string) {
  const [userId] = isUsername(username) ? await accounts.listUserIds(username) : [];
  if (userId === undefined) nameUsername(request, username);
  else request.audit({ userId });
}

/** Names a username in the call's audit event, without a look at the accounts. */
export const nameUsername = (request: RequestHeaders, username: string) =>
  request.audit({ username: isUsername(username) ? username : notAnAddress });
