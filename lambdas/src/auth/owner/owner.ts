import { usernameOf } from 'shared-types/rules/auth/username';
import type { AuthPorts } from '../ports.ts';

/**
 * Recognizes the owner by the address of the account's first sign-in, which its provider had verified. Changing the
 * address at the provider later makes no account the owner.
 */
export const ownerByAccount =
  ({ accounts, owner }: Pick<AuthPorts, 'accounts' | 'owner'>) =>
  async ({ userId }: { userId: string }): Promise<boolean> => {
    if (owner === '') return false;
    const account = await accounts.find(userId);
    return account !== undefined && usernameOf(account.email) === usernameOf(owner);
  };
