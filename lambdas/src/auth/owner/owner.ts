import { usernameOf } from 'shared-types/rules/auth/username';
import type { AccountStore } from '../account/account-store.ts';

export interface OwnerPorts {
  accounts: Pick<AccountStore, 'find'>;
  /** The owner's email address from the deployment; empty when there is no owner. */
  owner: string;
}

/**
 * Recognizes the owner by the address of the account's first sign-in, which its provider had verified. Changing the
 * address at the provider later makes no account the owner.
 */
export const ownerByAccount =
  ({ accounts, owner }: OwnerPorts) =>
  async ({ userId }: { userId: string }): Promise<boolean> => {
    if (owner === '') return false;
    const account = await accounts.find(userId);
    return account !== undefined && usernameOf(account.email) === usernameOf(owner);
  };
