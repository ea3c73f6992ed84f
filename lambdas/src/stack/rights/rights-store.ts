import { PeopleRights } from 'shared-types/contract/stack/rights';
import { readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import { putNextVersion } from '../../platform/versions/put-next-version.ts';
import { queryPages, type Table } from '../../platform/dynamodb/table.ts';
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

    /** Replaces the rights of a version by those of the next. Returns false when another change was faster. */
    putRights(rights: StoredRights): Promise<boolean> {
      return putNextVersion(table, { pk: rightsPk, sk: rights.stackName }, { ...rights });
    },
  };
}

const nobody = (stackName: string): StoredRights => ({ stackName, version: 0, everyone: [], people: [] });
