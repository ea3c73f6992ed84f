import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { accountKeys } from 'shared-types/rules/auth/stored-items';
import { readItem } from '../../platform/dynamodb/item.ts';
import type { Table } from '../../platform/dynamodb/table.ts';

type AccountState = 'enabled' | 'disabled' | 'none';

/** Looks accounts up in the table of the sign-ins, which only their own domain writes. */
export const accountLookup = ({ client, TableName }: Table) => ({
  /** Returns whether there is an account, which each sign-in stores, and whether the owner has disabled it. */
  async stateOf(userId: string): Promise<AccountState> {
    const [Key] = accountKeys(userId);
    const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    if (!Item) return 'none';
    const isDisabled = readItem(Item, (from) => from.numberOrNull('disabledAtMs') !== null) ?? false;
    return isDisabled ? 'disabled' : 'enabled';
  },
});

export type AccountLookup = ReturnType<typeof accountLookup>;
