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
  const lookup = accountLookup(table, []);
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

it('knows whom the owner has taken off the list of Google accounts', async () => {
  const table = { client: database.documents, TableName: await database.createTable() };
  const bob = {
    userId: 'google|1',
    name: 'Bob',
    email: 'bob@example.org',
    provider: 'google' as const,
    avatarUrl: null,
  };
  await transact(table.client, accountWrites(table.TableName, bob, new Date('2026-03-01')));
  expect(await accountLookup(table, ['ann@example.org', 'Bob@example.org ']).stateOf(bob.userId)).toBe('active');
  expect(await accountLookup(table, ['ann@example.org']).stateOf(bob.userId)).toBe('disabled');
});
