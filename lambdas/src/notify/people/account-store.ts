import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { isListed } from 'shared-types/rules/auth/google-users';
import { accountKeys } from 'shared-types/rules/auth/stored-items';
import { readItem } from '../../platform/dynamodb/item.ts';
import type { Table } from '../../platform/dynamodb/table.ts';

/** Looks accounts up in the table of the sign-ins, which only their own domain writes. */
export const accountLookup = ({ client, TableName }: Table, googleUsers: readonly string[]) => ({
  /**
   * Returns what has become of an account, which each sign-in stores: the owner may have disabled or deleted it, or taken it off
   * the list of Google accounts.
   */
  async stateOf(userId: string): Promise<'active' | 'disabled' | 'gone'> {
    const [Key] = accountKeys(userId);
    const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    if (!Item) return 'gone';
    // Nobody is told anything because of an account that cannot be read.
    const maySignIn = readItem(
      Item,
      (from) =>
        from.numberOrNull('disabledAtMs') === null &&
        (from.text('provider') !== 'google' || isListed(googleUsers, from.text('email'))),
    );
    return maySignIn === true ? 'active' : 'disabled';
  },
});

export type AccountLookup = ReturnType<typeof accountLookup>;
