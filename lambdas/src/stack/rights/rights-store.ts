import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { PeopleRights } from 'shared-types/contract/stack/rights';
import { condition, onlyIf } from '../../platform/dynamodb/condition.ts';
import { readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import { conditionHeld, queryPages, type Table } from '../../platform/dynamodb/table.ts';
import type { StoredRights } from './rights.ts';

const readRights = (item: StoredItem): StoredRights | undefined =>
  readItem(item, (from) => ({
    stackName: from.text('stackName'),
    version: from.number('version'),
    everyone: from.parsed('everyone', PeopleRights.shape.everyone),
    people: from.parsed('people', PeopleRights.shape.people),
  }));

/** The rights for all stacks are together, because the list of stacks needs all of them. */
const rightsPk = 'RIGHTS';

export type RightsStore = ReturnType<typeof rightsStore>;

/** Keeps the rights that the owner has chosen. */
export function rightsStore(table: Table) {
  const { client, TableName } = table;
  return {
    async listRights(): Promise<StoredRights[]> {
      const items: StoredItem[] = [];
      const all = {
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': rightsPk },
        // A right that was taken away is gone at once.
        ConsistentRead: true,
      };
      for await (const page of queryPages(table, all)) items.push(...page);
      // An unreadable item gives no rights, instead of those of the deployment.
      return items.map((item) => readRights(item) ?? nobody(String(item['sk'])));
    },

    /** Returns false when another change was faster. */
    putRights(rights: StoredRights): Promise<boolean> {
      const Item = { pk: rightsPk, sk: rights.stackName, ...rights };
      return conditionHeld(
        client.send(
          new PutCommand({
            TableName,
            Item,
            ...onlyIf(condition`attribute_not_exists(people) OR version = ${rights.version - 1}`),
          }),
        ),
      );
    },
  };
}

const nobody = (stackName: string): StoredRights => ({ stackName, version: 0, everyone: [], people: [] });
