import { dayMs } from 'shared-types/rules/time';
import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { HouseCommunity } from 'shared-types/contract/monitor/pages';
import { condition, onlyIf } from '../../platform/dynamodb/condition.ts';
import { readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import { conditionHeld, type Table, ttlOf } from '../../platform/dynamodb/table.ts';
import { updateItem } from '../../platform/dynamodb/update-item.ts';
import { houseLookupKey } from '../keys.ts';
import { lookupStates } from 'shared-types/rules/monitor/states';
import type { HouseLookup, HousePlace } from './house-lookup.ts';

/** A house stays in its community, so a result is good for a while. */
const keptMs = dayMs;

const readHouseLookupItem = (item: StoredItem | undefined): HouseLookup | undefined =>
  readItem(item, (from) => ({
    houseId: from.text('houseId'),
    origin: from.textOrNull('origin'),
    lookupId: from.text('lookupId'),
    startedAtMs: from.number('startedAtMs'),
    state: from.oneOf('state', lookupStates),
    resblockId: from.textOrNull('resblockId'),
    reason: from.textOrNull('reason'),
  }));

export function houseLookupStore({ client, TableName }: Table) {
  return {
    async findHouseLookup({ houseId, origin }: HousePlace): Promise<HouseLookup | undefined> {
      const Key = houseLookupKey(houseId, origin);
      const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      return readHouseLookupItem(Item);
    },

    /** Returns false when another call has begun a lookup since `before` was read. */
    async startHouseLookup(lookup: HouseLookup, before: HouseLookup | undefined): Promise<boolean> {
      const ttl = ttlOf(lookup.startedAtMs + keptMs);
      const put = new PutCommand({
        TableName,
        Item: { ...houseLookupKey(lookup.houseId, lookup.origin), ...lookup, ttl },
        ...onlyIf(condition`attribute_not_exists(lookupId) OR lookupId = ${before?.lookupId ?? ''}`),
      });
      return conditionHeld(client.send(put));
    },

    /** Does nothing when the lookup has ended, or another one has begun. */
    async putHouseLookupResult(
      { houseId, origin, lookupId }: Pick<HouseLookup, keyof HousePlace | 'lookupId'>,
      found: HouseCommunity,
    ) {
      const update = updateItem({
        TableName,
        Key: houseLookupKey(houseId, origin),
        set: { ...found },
        when: condition`lookupId = ${lookupId} AND state = ${'waiting'}`,
      });
      await conditionHeld(client.send(new UpdateCommand(update)));
    },
  };
}

export type HouseLookupStore = ReturnType<typeof houseLookupStore>;
