import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { condition, onlyIf } from '../../platform/dynamodb/condition.ts';
import { queryAll } from '../../platform/dynamodb/read-many.ts';
import type { Table } from '../../platform/dynamodb/table.ts';
import { transact } from '../../platform/dynamodb/transaction.ts';
import { handReadingKey } from '../keys.ts';
import type { TrackedResblock } from '../communities/community.ts';
import { type ReadingResult, readingWrites } from '../refresh/run-writes.ts';
import type { HandReading } from './hand-reading.ts';
import { readHandReadingItem } from './hand-reading-item.ts';

export function handReadingStore(table: Table) {
  const { client, TableName } = table;
  return {
    async findHandReading(userId: string, resblockId: string): Promise<HandReading | undefined> {
      const { Item } = await client.send(
        new GetCommand({ TableName, Key: handReadingKey(userId, resblockId), ConsistentRead: true }),
      );
      return readHandReadingItem(Item);
    },

    /** The readings that a user has begun, by community. */
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

    /**
     * Stores what a reading changes of its community. A complete reading is deleted with it. Returns false when another page
     * was stored meanwhile, or the community was removed.
     */
    async putHandReadingResult(
      userId: string,
      { step }: HandReading,
      result: ReadingResult & { resblock: TrackedResblock },
      isComplete: boolean,
    ): Promise<boolean> {
      const Key = handReadingKey(userId, result.resblock.resblockId);
      const isNewest = onlyIf(condition`step = ${step}`);
      const refused = await transact(client, [
        isComplete ? { Delete: { TableName, Key, ...isNewest } } : { ConditionCheck: { TableName, Key, ...isNewest } },
        ...readingWrites(TableName, result),
      ]);
      return refused.length === 0;
    },
  };
}
