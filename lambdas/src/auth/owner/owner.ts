import { usernameOf } from 'shared-types/rules/username';
import type { AuthPorts } from '../ports.ts';

/**
 * Tells the owner by the address with which an account came in first: its provider had seen that it is theirs, and a later
 * change of it at the provider makes nobody the owner.
 */
export const ownerByAccount =
  ({ accounts, owner }: Pick<AuthPorts, 'accounts' | 'owner'>) =>
  async ({ userId }: { userId: string }): Promise<boolean> => {
    if (owner === '') return false;
    const account = await accounts.find(userId);
    return account !== undefined && usernameOf(account.email) === usernameOf(owner);
  };
