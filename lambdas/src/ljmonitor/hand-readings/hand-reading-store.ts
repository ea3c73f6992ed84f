import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { condition, onlyIf } from '../../platform/dynamodb/condition.ts';
import { queryAll } from '../../platform/dynamodb/read-many.ts';
import type { Table } from '../../platform/dynamodb/table.ts';
import { transact } from '../../platform/dynamodb/transaction.ts';
import { updateWrite } from '../../platform/dynamodb/update-item.ts';
import { handReadingKey } from '../keys.ts';
import type { TrackedResblock } from '../communities/community.ts';
import { type PageResult, putPageWith, type SavePageStatus } from '../readings/page-store.ts';
import { dailyStatsPut, readingUpdate, type ReadingResult } from '../readings/reading-writes.ts';
import type { HandReading } from './hand-reading.ts';
import { handReadingItem, readHandReadingItem } from './hand-reading-item.ts';

/** `pageAdded`: another page was stored meanwhile, so that the reading goes on. */
type HandReadingEnd = 'stored' | 'pageAdded' | 'communityChanged';

export function handReadingStore(table: Table) {
  const { client, TableName } = table;
  return {
    async findHandReading(userId: string, resblockId: string): Promise<HandReading | undefined> {
      const { Item } = await client.send(
        new GetCommand({ TableName, Key: handReadingKey(userId, resblockId), ConsistentRead: true }),
      );
      return readHandReadingItem(Item);
    },

    /** Lists the readings that a user has begun, by community. */
    async listHandReadings(userId: string): Promise<Map<string, HandReading>> {
      const items = await queryAll(table, {
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': handReadingKey(userId, '').pk },
        ConsistentRead: true,
      });
      return new Map(
        items.flatMap((item) => {
          const reading = readHandReadingItem(item);
          return reading ? [[String(item.sk), reading] as const] : [];
        }),
      );
    },

    /** Stores a page with the reading that it belongs to, in place of a crawl's progress. */
    putHandedPage(userId: string, reading: HandReading, page: PageResult): Promise<SavePageStatus> {
      const { step } = reading;
      const progress = {
        TableName,
        Item: handReadingItem(userId, page.resblockId, reading, page.nowMs),
        ...onlyIf(step === 1 ? condition`attribute_not_exists(pk)` : condition`step = ${step - 1}`),
      };
      return putPageWith(table, page, progress);
    },

    /**
     * Stores what a reading changes of its community, unless another reading or site has changed that since `before` was read. A
     * reading that is over is deleted with it.
     */
    async putHandReadingResult(
      userId: string,
      { step }: HandReading,
      before: TrackedResblock,
      { isOver, ...result }: ReadingResult & { isOver: boolean },
    ): Promise<HandReadingEnd> {
      const { resblockId } = before;
      const Key = handReadingKey(userId, resblockId);
      const isNewest = onlyIf(condition`step = ${step}`);
      const writes = [
        isOver ? { Delete: { TableName, Key, ...isNewest } } : { ConditionCheck: { TableName, Key, ...isNewest } },
        updateWrite(readingUpdate(TableName, before, result)),
      ];
      const { dailyStats } = result;
      let refused = await transact(
        client,
        dailyStats ? [...writes, { Put: dailyStatsPut(TableName, resblockId, dailyStats) }] : writes,
      );
      // The stats of a later reading of the day stay, and the rest is stored without them.
      if (refused[0] === writes.length) refused = await transact(client, writes);
      if (refused.length === 0) return 'stored';
      return refused[0] === 0 ? 'pageAdded' : 'communityChanged';
    },
  };
}

export type HandReadingStore = ReturnType<typeof handReadingStore>;
