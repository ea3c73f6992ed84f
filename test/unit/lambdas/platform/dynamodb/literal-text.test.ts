import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { attribute, condition, onlyIf } from 'lambdas/platform/dynamodb/condition';
import { batchGet } from 'lambdas/platform/dynamodb/read-many';
import { updateItem } from 'lambdas/platform/dynamodb/update-item';
import { oddIds } from '../../../../support/contract/odd-ids.ts';
import { startTestTable, type TestTable } from '../../../../support/dynamodb/test-table.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());

describe('a text that reads like a part of an expression', () => {
  it.each(oddIds)('is a key, a name and a value like any other: %s', async (odd) => {
    const { documents, tableName: TableName } = table;
    const Key = { pk: `A#${odd}`, sk: odd };
    await documents.send(
      new PutCommand({ TableName, Item: { ...Key, map: {} }, ...onlyIf(condition`attribute_not_exists(pk)`) }),
    );
    const change = (update: object) => documents.send(new UpdateCommand(updateItem({ TableName, Key, ...update })));
    await change({ set: { [odd]: odd }, setEntries: { map: { [odd]: odd, other: 1 } } });
    await change({
      set: { seen: true },
      removeEntries: { map: [odd] },
      when: condition`${attribute(odd)} = ${odd} AND map.${attribute(odd)} = ${odd}`,
    });
    const { Item } = await documents.send(new GetCommand({ TableName, Key }));
    expect(Item).toMatchObject({ ...Key, map: { other: 1 }, seen: true });
    // The SDK leaves an attribute with the name of a prototype out of its answers, so the table is asked.
    const isLiteral = condition`${attribute(odd)} = ${odd} AND attribute_not_exists(map.${attribute(odd)})`;
    await change({ set: { checked: true }, when: isLiteral });
    await expect(change({ set: { seen: false }, when: condition`${attribute(odd)} <> ${odd}` })).rejects.toThrow(
      'conditional',
    );
    expect(await batchGet({ client: documents, TableName }, [Key, Key, { pk: 'A#', sk: odd }])).toHaveLength(1);
  });

  it('is in no expression, because the source builds them of fixed texts only', () => {
    const { status, stdout } = spawnSync(
      'git',
      ['grep', '-nE', 'Expression(: |\\b[^A:]*)`[^`]*\\$\\{', '--', 'lambdas/src', ':!lambdas/src/platform/dynamodb'],
      { encoding: 'utf8' },
    );
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  });
});
