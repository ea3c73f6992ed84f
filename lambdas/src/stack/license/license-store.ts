import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { condition, onlyIf } from '../../platform/dynamodb/condition.ts';
import { readItem } from '../../platform/dynamodb/item.ts';
import { conditionHeld, type Table } from '../../platform/dynamodb/table.ts';
import type { Acceptance } from './license.ts';

const licenseKey = (url: string) => ({ pk: 'LICENSE', sk: url });

export type LicenseStore = ReturnType<typeof licenseStore>;

/** Keeps the licenses that the owner has accepted. */
export const licenseStore = ({ client, TableName }: Table) => ({
  async findAcceptance(url: string): Promise<Acceptance | undefined> {
    const { Item } = await client.send(new GetCommand({ TableName, Key: licenseKey(url), ConsistentRead: true }));
    return readItem(Item, (from) => ({
      url: from.text('url'),
      by: from.text('by'),
      userId: from.text('userId'),
      atMs: from.number('atMs'),
    }));
  },

  /** The first acceptance of a license stays. */
  async putAcceptance(acceptance: Acceptance): Promise<void> {
    const Item = { ...licenseKey(acceptance.url), ...acceptance };
    await conditionHeld(
      client.send(new PutCommand({ TableName, Item, ...onlyIf(condition`attribute_not_exists(atMs)`) })),
    );
  },
});
