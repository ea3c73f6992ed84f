import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { authStores } from 'lambdas/auth/compose';
import { newSession } from 'lambdas/auth/sessions/session';
import { sha256 } from 'lambdas/platform/token';
import { startTestTable, type TestTable } from '../../../../support/dynamodb/test-table.ts';

let table: TestTable;
let transactions = 0;
/** Runs before each transaction. */
let meanwhile = async () => {};
beforeAll(async () => {
  table = await startTestTable();
  table.documents.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName === 'TransactWriteItemsCommand') {
          transactions += 1;
          await meanwhile();
        }
        return next(args);
      },
    { step: 'initialize', name: 'transactions' },
  );
});
afterAll(() => table.stop());
beforeEach(() => {
  transactions = 0;
  meanwhile = async () => {};
});

const now = new Date('2026-11-21T12:00:00Z');
const ann = {
  userId: 'cognito|1',
  name: 'ann',
  avatarUrl: null,
  provider: 'cognito' as const,
  email: 'ann@example.org',
};
const key = (token: string) => ({ pk: `SIGN_IN#${sha256(token)}`, sk: 'SIGN_IN' });

/** Stores a sign-in and renews it. */
async function renew(letter: string, more: object = {}) {
  const token = letter.repeat(43);
  const Item = {
    ...key(token),
    signInId: 'sign-in-1',
    userId: ann.userId,
    provider: ann.provider,
    refreshToken: 'token-1',
    providerUsername: 'sub-1',
    createdAtMs: now.getTime(),
    expiresAtMs: now.getTime() + 1000,
    lastUsedAtMs: now.getTime(),
    places: ['Chrome'],
    system: 'other',
    sessions: [],
    renewals: 0,
    ...more,
  };
  await table.documents.send(new PutCommand({ TableName: table.tableName, Item }));
  const { signIns } = authStores(table.documents, table.tableName, table.tableName);
  const signIn = await signIns.find(token, now);
  if (!signIn) throw new Error('The sign-in is not stored');
  const session = newSession(ann, signIn, now);
  return signIns.renew(signIn, session, { token: letter.toLowerCase().repeat(43), place: 'Firefox' }, now);
}

/** Another tab adds a session. */
const otherTab = (letter: string) => async () => {
  const update = {
    TableName: table.tableName,
    Key: key(letter.repeat(43)),
    UpdateExpression: 'ADD renewals :one',
    ExpressionAttributeValues: { ':one': 1 },
  };
  await table.documents.send(new UpdateCommand(update));
};

describe('the renewal of a sign-in', () => {
  it('takes one transaction, also for a list of sessions that does not read back equal', async () => {
    expect(await renew('B', { sessions: [{ key: 'x', expiresAtMs: 1, more: 2 }] })).toEqual(['Chrome']);
    expect(transactions).toBe(1);
  });

  it('goes on after another tab, and gives up after six of them', async () => {
    let others = 1;
    meanwhile = async () => void (others-- > 0 && (await otherTab('C')()));
    expect(await renew('C')).toEqual(['Chrome']);
    expect(transactions).toBe(2);
    meanwhile = otherTab('D');
    await expect(renew('D')).rejects.toMatchObject({ code: 'unavailable' });
    expect(transactions).toBe(2 + 6);
  });
});
