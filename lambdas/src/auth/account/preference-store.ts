import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Preferences } from 'shared-types/contract/account/preferences';
import { readChoices } from 'shared-types/rules/auth/preferences';
import { preferencesKey } from 'shared-types/rules/auth/stored-items';
import { readItem } from '../../platform/dynamodb/item.ts';
import { putNextVersion } from '../../platform/versions/put-next-version.ts';
import type { Table } from '../../platform/dynamodb/table.ts';

export const preferenceStore = (table: Table) => ({
  /** Finds the preferences of a user. Without any, the defaults have the version 0. */
  async find(userId: string): Promise<Preferences> {
    const { client, TableName } = table;
    const { Item } = await client.send(
      new GetCommand({ TableName, Key: preferencesKey(userId), ConsistentRead: true }),
    );
    const { tools, views, starters, ...choices } = readChoices(Item);
    const version = readItem(Item, (from) => from.number('version')) ?? 0;
    return { ...choices, tools: [...tools], views: [...views], starters: [...starters], version };
  },

  /** Replaces the preferences of a version by those of the next. It returns false when they have another version by now. */
  put(userId: string, preferences: Preferences): Promise<boolean> {
    return putNextVersion(table, preferencesKey(userId), { ...preferences });
  },
});

export type PreferenceStore = ReturnType<typeof preferenceStore>;
