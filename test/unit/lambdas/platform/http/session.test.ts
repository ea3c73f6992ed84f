import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { dynamoSessions, sessionKey } from 'lambdas/platform/http/session';
import { person } from '../../../../support/person.ts';
import { startTestTable, type TestTable } from '../../../../support/dynamodb/test-table.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());

const token = 'A'.repeat(43);
const ann = person('cognito|1', 'ann');
const endMs = Date.parse('2026-11-21T13:00:00Z');

describe('a session', () => {
  it('is its user for an hour', async () => {
    const Item = { ...sessionKey(token), ...ann, provider: 'cognito', createdAtMs: 0, expiresAtMs: endMs };
    await table.documents.send(new PutCommand({ TableName: table.tableName, Item }));
    const sessions = dynamoSessions(table.documents, table.tableName);
    expect(await sessions.find(token, new Date(endMs - 1))).toEqual(ann);
    expect(await sessions.find(token, new Date(endMs))).toBeUndefined();
  });
});
