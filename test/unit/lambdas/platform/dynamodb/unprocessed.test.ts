import { BatchGetCommand, BatchWriteCommand, DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { purgeStore } from 'lambdas/chat/purge/purge-store';
import { batchGet, queryAll } from 'lambdas/platform/dynamodb/read-many';
import { startTestTable, type TestTable } from '../../../../support/dynamodb/test-table.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());

/**
 * Creates a client of a table that is busy for its next batches: it processes this part of each and names the others,
 * as BatchGetItem and BatchWriteItem do (Amazon DynamoDB API Reference, UnprocessedKeys and UnprocessedItems, read on
 * 2026-11-22).
 */
function busyClient(busyBatches: number, part: number) {
  const client = DynamoDBDocumentClient.from(table.client);
  const { tableName } = table;
  const send = client.send.bind(client);
  let batches = 0;
  const half = <Entry>(entries: Entry[] = []) => {
    const done = batches++ < busyBatches ? Math.floor(entries.length * part) : entries.length;
    return [entries.slice(0, done), entries.slice(done)] as const;
  };
  const asked: number[] = [];
  const busy = new Proxy(client, {
    get: (target, name): unknown => {
      const own: unknown = Reflect.get(target, name);
      if (name !== 'send') return own;
      return async (command: unknown) => {
        if (command instanceof BatchGetCommand) {
          const [done, left] = half(command.input.RequestItems?.[tableName]?.Keys);
          asked.push(done.length + left.length);
          const answer =
            done.length === 0
              ? {}
              : await send(new BatchGetCommand({ RequestItems: { [tableName]: { Keys: [...done] } } }));
          return { ...answer, ...(left.length > 0 && { UnprocessedKeys: { [tableName]: { Keys: left } } }) };
        }
        if (command instanceof BatchWriteCommand) {
          const [done, left] = half(command.input.RequestItems?.[tableName]);
          asked.push(done.length + left.length);
          await send(new BatchWriteCommand({ RequestItems: { [tableName]: [...done] } }));
          return { UnprocessedItems: { [tableName]: left } };
        }
        const answer: unknown = await Reflect.apply(send, target, [command]);
        return answer;
      };
    },
  });
  return { busy: { client: busy, TableName: tableName }, asked };
}

const keys = (pk: string) => Array.from({ length: 20 }, (_, index) => ({ pk, sk: `${100 + index}` }));
const fill = (pk: string) =>
  Promise.all(keys(pk).map((Item) => table.documents.send(new PutCommand({ TableName: table.tableName, Item }))));

describe('a batch of which a busy table leaves a part', () => {
  it('is read to its end', async () => {
    await fill('READ');
    const { busy, asked } = busyClient(3, 0.5);
    const read = await batchGet(busy, keys('READ'));
    expect(new Set(read.map(({ sk }) => String(sk)))).toEqual(new Set(keys('READ').map(({ sk }) => sk)));
    expect(read).toHaveLength(20);
    expect(asked).toEqual([20, 10, 5, 3]);
  });

  it('is read to its end when one item is left', async () => {
    await fill('LAST');
    const { busy, asked } = busyClient(1, 0.95);
    expect(await batchGet(busy, keys('LAST'))).toHaveLength(20);
    expect(asked).toEqual([20, 1]);
  });

  it('fails when the table processes nothing for too long, and leaves no item out silently', async () => {
    const { busy, asked } = busyClient(100, 0);
    await expect(batchGet(busy, keys('READ'))).rejects.toMatchObject({
      code: 'unavailable',
      detail: { retryAfterSeconds: 1 },
    });
    expect(asked).toHaveLength(6);
  });

  it('is deleted to its end when a conversation is purged', async () => {
    await fill('CONVERSATION#1');
    const { busy } = busyClient(3, 0.5);
    const store = purgeStore(busy);
    let batches = 0;
    for (let batch = await store.findMessagesToPurge('1'); batch.items.length > 0;) {
      await store.purgeItems(batch.items);
      batches += 1;
      batch = await store.findMessagesToPurge('1');
    }
    expect(batches).toBe(4);
    const input = { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': 'CONVERSATION#1' } };
    expect(await queryAll({ client: table.documents, TableName: table.tableName }, input)).toEqual([]);
  });
});
