import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { accountStore, accountWrites } from 'lambdas/auth/account/account-store';
import { accountLookup } from 'lambdas/notify/people/account-store';
import { transact } from 'lambdas/platform/dynamodb/transaction';
import { startTestDatabase } from '../../../support/dynamodb/test-table.ts';

let database: Awaited<ReturnType<typeof startTestDatabase>>;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

it('knows whose account is gone, and whom the owner has disabled', async () => {
  const table = { client: database.documents, TableName: await database.createTable() };
  const accounts = accountStore(table);
  const lookup = accountLookup(table);
  const now = new Date('2026-03-01');
  const ann = {
    userId: 'cognito|1',
    name: 'Ann',
    email: 'ann@example.org',
    provider: 'cognito' as const,
    avatarUrl: null,
  };
  expect(await lookup.stateOf(ann.userId)).toBe('gone');
  await transact(table.client, accountWrites(table.TableName, ann, now));
  expect(await lookup.stateOf(ann.userId)).toBe('active');
  await accounts.disable(ann.userId, now);
  expect(await lookup.stateOf(ann.userId)).toBe('disabled');
  await accounts.enable(ann.userId);
  expect(await lookup.stateOf(ann.userId)).toBe('active');
});
