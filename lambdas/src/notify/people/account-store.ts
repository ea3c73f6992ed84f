import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { accountKeys } from 'shared-types/rules/auth/stored-items';
import { readItem } from '../../platform/dynamodb/item.ts';
import type { Table } from '../../platform/dynamodb/table.ts';

/** Looks accounts up in the table of the sign-ins, which only their own domain writes. */
export const accountLookup = ({ client, TableName }: Table) => ({
  /** Returns whether a person may not sign in: the owner has disabled the account, or has deleted it, which each sign-in stores. */
  async isDisabled(userId: string): Promise<boolean> {
    const [Key] = accountKeys(userId);
    const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    return readItem(Item, (from) => from.numberOrNull('disabledAtMs') !== null) ?? true;
  },
});

export type AccountLookup = ReturnType<typeof accountLookup>;
