import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ensureTable, tableDefinition } from 'local/aws/dynamodb/tables';
import { startSynthesizedTable } from '../support/dynamodb/synthesized-table.ts';
import type { TestTable } from '../support/dynamodb/test-table.ts';
import { engines } from './engines.ts';
import { resource } from '../unit/local/template/resource.ts';

const key = (name: string, type: string) => ({ AttributeName: name, KeyType: type });
const properties = {
  KeySchema: [key('pk', 'HASH'), key('sk', 'RANGE')],
  AttributeDefinitions: ['pk', 'sk', 'gsi1pk', 'gsi1sk'].map((name) => ({ AttributeName: name, AttributeType: 'S' })),
  GlobalSecondaryIndexes: [
    {
      IndexName: 'gsi1',
      KeySchema: [key('gsi1pk', 'HASH'), key('gsi1sk', 'RANGE')],
      Projection: { ProjectionType: 'ALL' },
    },
  ],
  BillingMode: 'PAY_PER_REQUEST',
};
const definition = (changes: object = {}) =>
  tableDefinition(resource('AWS::DynamoDB::Table', 'Table', { ...properties, ...changes }));

describe.each(engines)('a table of the data directory, on %s', (engine) => {
  let table: TestTable;
  beforeAll(async () => {
    table = await startSynthesizedTable(engine);
  });
  afterAll(() => table.stop());

  it('is left as it is when it is what the template says', async () => {
    await expect(
      ensureTable(table.documents, { ...definition(), TableName: table.tableName }),
    ).resolves.toBeUndefined();
  });

  it.each<[string, object]>([
    ['other keys', { KeySchema: [key('pk', 'HASH')] }],
    ['fewer indexes', { GlobalSecondaryIndexes: [] }],
  ])('is not used when the template has %s', async (_, changes) => {
    await expect(ensureTable(table.documents, { ...definition(changes), TableName: table.tableName })).rejects.toThrow(
      'with other keys than the product uses now',
    );
  });
});

describe('a table of the template', () => {
  it('stops the start by name when it has an unknown property', () => {
    expect(() => definition({ StreamSpecification: { StreamViewType: 'NEW_IMAGE' } })).toThrow('StreamSpecification');
  });
});
