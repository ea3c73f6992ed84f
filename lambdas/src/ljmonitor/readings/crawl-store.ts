import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { condition, onlyIf } from '../../platform/dynamodb/condition.ts';
import { queryAll } from '../../platform/dynamodb/read-many.ts';
import { conditionHeld, type Table } from '../../platform/dynamodb/table.ts';
import { updateItem } from '../../platform/dynamodb/update-item.ts';
import type { TrackedResblock } from '../communities/community.ts';
import { crawlKeys } from '../keys.ts';
import type { Crawl } from './crawl.ts';
import { crawlItem, readCrawlItems } from './crawl-item.ts';
import { type PageResult, putPageWith, type SavePageStatus } from './page-store.ts';
import { dailyStatsPut, readingUpdate, type ReadingResult } from './reading-writes.ts';

export function crawlStore(table: Table) {
  const { client, TableName } = table;
  async function findCrawl(runId: string, resblockId: string): Promise<Crawl | undefined> {
    const { pk, prefix } = crawlKeys(runId, resblockId);
    const items = await queryAll(table, {
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
      ConsistentRead: true,
    });
    return readCrawlItems(items);
  }

  return {
    findCrawl,

    putPage(page: PageResult): Promise<SavePageStatus> {
      const progress = {
        TableName,
        Item: crawlItem(page.runId, page.resblockId, page),
        ...onlyIf(condition`attribute_not_exists(pk)`),
      };
      return putPageWith(table, page, progress);
    },

    /**
     * Stores what a crawl changes of its community. Returns false when another reading or site has changed it since `before` was
     * read, or it was deleted.
     */
    async putReading(before: TrackedResblock, reading: ReadingResult): Promise<boolean> {
      const { dailyStats } = reading;
      const update = updateItem(readingUpdate(TableName, before, reading));
      if (!(await conditionHeld(client.send(new UpdateCommand(update))))) return false;
      if (dailyStats)
        await conditionHeld(client.send(new PutCommand(dailyStatsPut(TableName, before.resblockId, dailyStats))));
      return true;
    },
  };
}

export type CrawlStore = ReturnType<typeof crawlStore>;
