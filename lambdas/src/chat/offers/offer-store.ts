import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { condition } from '../../platform/dynamodb/condition.ts';
import { readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import { queryAll } from '../../platform/dynamodb/read-many.ts';
import { conditionHeld, type Key, type Table } from '../../platform/dynamodb/table.ts';
import { updateItem } from '../../platform/dynamodb/update-item.ts';
import { lookIntervalMs, type Offer } from './offer.ts';

const offersPk = 'OFFER';
const offerKey = (provider: string): Key => ({ pk: offersPk, sk: provider });

const readOffer = (item: StoredItem | undefined): Offer | undefined =>
  readItem(item, (from) => ({
    provider: from.text('sk'),
    lookedAtMs: from.number('lookedAtMs'),
    firstListMs: from.numberOrNull('firstListMs'),
    lastListMs: from.numberOrNull('lastListMs'),
    models: (from.entriesOrNull('models') ?? []).map((model) => ({
      code: model.text('code'),
      retiresOn: model.textOrNull('retiresOn'),
      firstSeenMs: model.number('firstSeenMs'),
      lastSeenMs: model.number('lastSeenMs'),
    })),
  }));

export type OfferStore = ReturnType<typeof offerStore>;

/** Creates the store of what the providers offer, one item for each. */
export function offerStore(table: Table) {
  const { client, TableName } = table;
  return {
    async listOffers(): Promise<Offer[]> {
      const items = await queryAll(table, {
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': offersPk },
      });
      return items.map(readOffer).filter((offer) => offer !== undefined);
    },

    /** Takes the look of the day. Undefined if another worker has taken it, or it is not due. */
    async takeLook(provider: string, nowMs: number): Promise<Offer | undefined> {
      const Key = offerKey(provider);
      const { Item } = await client.send(new GetCommand({ TableName, Key }));
      const before = readOffer(Item);
      if (before && nowMs - before.lookedAtMs < lookIntervalMs) return undefined;
      // An item that cannot be read is written anew.
      const lookedAtMs: unknown = Item?.['lookedAtMs'];
      const update = updateItem({
        TableName,
        Key,
        set: { lookedAtMs: nowMs },
        when:
          lookedAtMs === undefined
            ? condition`attribute_not_exists(lookedAtMs)`
            : condition`lookedAtMs = ${lookedAtMs}`,
      });
      if (!(await conditionHeld(client.send(new UpdateCommand(update))))) return undefined;
      return { provider, firstListMs: null, lastListMs: null, models: [], ...before, lookedAtMs: nowMs };
    },

    /** Stores the offer, unless a later look has begun. */
    async saveOffer({ provider, lookedAtMs, ...set }: Offer): Promise<void> {
      const update = updateItem({
        TableName,
        Key: offerKey(provider),
        set,
        when: condition`lookedAtMs = ${lookedAtMs}`,
      });
      await conditionHeld(client.send(new UpdateCommand(update)));
    },
  };
}
