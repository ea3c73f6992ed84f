import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GetCommand, PutCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { limits } from 'infra/limits';
import { startSynthesizedTable } from '../support/dynamodb/synthesized-table.ts';
import type { TestTable } from '../support/dynamodb/test-table.ts';
import { engines } from './engines.ts';

describe.each(engines)('DynamoDB by %s', (engine) => {
  let table: TestTable;
  beforeAll(async () => {
    table = await startSynthesizedTable(engine, { secondIndex: ['price'] });
  });
  afterAll(() => table.stop());

  it('keeps an item and finds it by its key', async () => {
    const { documents, tableName: TableName } = table;
    await documents.send(new PutCommand({ TableName, Item: { pk: 'a', sk: '1', price: 7 } }));
    const { Item } = await documents.send(new GetCommand({ TableName, Key: { pk: 'a', sk: '1' } }));
    expect(Item).toEqual({ pk: 'a', sk: '1', price: 7 });
  });

  it('projects into the second index what the template says, and no more', async () => {
    const { documents, tableName: TableName } = table;
    const Item = { pk: 'b', sk: '1', gsi2pk: 'x', gsi2sk: 'y', price: 7, title: 'left out' };
    await documents.send(new PutCommand({ TableName, Item }));
    const { Items } = await documents.send(
      new QueryCommand({
        TableName,
        IndexName: 'gsi2',
        KeyConditionExpression: 'gsi2pk = :pk',
        ExpressionAttributeValues: { ':pk': 'x' },
      }),
    );
    expect(Items).toEqual([{ pk: 'b', sk: '1', gsi2pk: 'x', gsi2sk: 'y', price: 7 }]);
  });

  it('refuses an item over 400 KB', async () => {
    const { documents, tableName: TableName } = table;
    const put = (bytes: number) => {
      // The names of the attributes and the two keys count as well.
      const names = 'pk sk text long 1'.replaceAll(' ', '');
      const Item = { pk: 'long', sk: '1', text: 'x'.repeat(bytes - names.length) };
      return documents.send(new PutCommand({ TableName, Item }));
    };
    await put(limits.itemBytes);
    await expect(put(limits.itemBytes + 1)).rejects.toMatchObject({ name: 'ValidationException' });
  });

  it('writes a transaction whole or not at all', async () => {
    const { documents, tableName: TableName } = table;
    const refused = documents.send(
      new TransactWriteCommand({
        TransactItems: [
          { Put: { TableName, Item: { pk: 'c', sk: '1' } } },
          { ConditionCheck: { TableName, Key: { pk: 'c', sk: '2' }, ConditionExpression: 'attribute_exists(pk)' } },
        ],
      }),
    );
    await expect(refused).rejects.toThrow('Transaction cancelled');
    const { Item } = await documents.send(new GetCommand({ TableName, Key: { pk: 'c', sk: '1' } }));
    expect(Item).toBeUndefined();
  });
});
