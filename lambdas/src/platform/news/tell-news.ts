import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { dayMs } from 'shared-types/rules/time';
import { condition, onlyIf } from '../dynamodb/condition.ts';
import { type Table, timeKey, ttlOf } from '../dynamodb/table.ts';
import type { Write } from '../dynamodb/transaction.ts';
import { log } from '../log.ts';
import { sha256 } from '../token.ts';
import { duePartition, newsKey, newsPartKey } from './keys.ts';
import { type News, packGroups } from './news.ts';

/** News that no channel has taken by then is forgotten. */
const keptMs = 30 * dayMs;

export interface NewsDesk {
  /**
   * Stores the news, unless news with this id is stored already, and wakes the notifier. Returns the time of the stored news.
   * From then on the news is not lost: without its event the next run of the schedule finds it.
   */
  tell(news: News): Promise<number>;
  /**
   * Returns the writes that store the news, for a transaction with what it tells, whose conditions hold only once. `wake` follows
   * the transaction. It never fails, because the next run of the schedule finds the news without it.
   */
  writes(news: News): Write[];
  wake(newsId: string): Promise<void>;
  /** Tells the news. Returns false, and logs it, when that failed: for a teller that may have to go on, as one that stops a server. */
  tryToTell(news: News): Promise<boolean>;
}

export function newsDesk(table: Table, wake: (newsId: string) => Promise<void>): NewsDesk {
  const { client, TableName } = table;
  function putsOf(news: News) {
    const { newsId, atMs } = news;
    const { pk, sk } = newsKey(newsId);
    const ttl = ttlOf(atMs + keptMs);
    const [groups = [], ...others] = packGroups(news.groups);
    // A part is named by its content, so those who tell the same news at once, of different times, replace nothing of each other.
    const parts = others.map((part) => ({ ...newsPartKey(newsId, sha256(JSON.stringify(part))), groups: part, ttl }));
    const head = {
      pk,
      sk,
      ...news,
      groups,
      parts: parts.map((part) => part.sk),
      ttl,
      gsi1pk: duePartition,
      gsi1sk: `${timeKey(atMs)}#${pk}`,
    };
    return { parts: parts.map((Item) => ({ TableName, Item })), head: { TableName, Item: head } };
  }

  async function tell(news: News): Promise<number> {
    const { parts, head } = putsOf(news);
    // The first item makes the news known, so it comes last.
    for (const part of parts) await client.send(new PutCommand(part));
    const put = new PutCommand({
      ...head,
      ...onlyIf(condition`attribute_not_exists(pk)`),
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    const storedMs = await client.send(put).then(() => news.atMs, storedTimeOf);
    await wake(news.newsId);
    return storedMs;
  }

  async function tryToTell(news: News): Promise<boolean> {
    try {
      await tell(news);
      return true;
    } catch (error) {
      log('error', 'news not told', { key: news.newsId, error });
      return false;
    }
  }

  function writes(news: News): Write[] {
    const { parts, head } = putsOf(news);
    return [...parts, head].map((Put) => ({ Put }));
  }

  return { tell, writes, wake, tryToTell };
}

/** Returns the time of the news that is stored already. */
function storedTimeOf(error: unknown): number {
  if (!(error instanceof ConditionalCheckFailedException)) throw error;
  const time = error.Item?.['atMs']?.N;
  if (time === undefined) throw error;
  return Number(time);
}
