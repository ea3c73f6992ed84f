import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { activityStore } from 'lambdas/auth/activity/activity-store';
import { authStores } from 'lambdas/auth/compose';
import { dynamoSessions } from 'lambdas/platform/http/session';
import { soldStore } from 'lambdas/ljmonitor/sold-houses/sold-store';
import { monitorStores } from 'lambdas/ljmonitor/compose';
import { siteLimiterStore } from 'lambdas/ljmonitor/site-limiter/limiter-store';
import { notifyStore } from 'lambdas/notify/store';
import { stackStores } from 'lambdas/stack/compose';
import { startTestTable, type TestTable } from '../support/dynamodb/test-table.ts';
import { chatStores } from '../unit/lambdas/chat/support/chat-stores.ts';
import { auditRows } from './items/audit.ts';
import { authRows } from './items/auth.ts';
import { chatRows } from './items/chat.ts';
import { conversationRows } from './items/conversations.ts';
import { limitRows } from './items/limits.ts';
import type { Kind, Stores } from './items/kind.ts';
import { monitorRows } from './items/monitor.ts';
import { notifyRows } from './items/notify.ts';
import { preferenceRows } from './items/preferences.ts';
import { runRows } from './items/runs.ts';
import { soldRows } from './items/sold.ts';
import { stackRows } from './items/stack.ts';

const kinds = [
  ...auditRows,
  ...authRows,
  ...chatRows,
  ...conversationRows,
  ...limitRows,
  ...monitorRows,
  ...notifyRows,
  ...preferenceRows,
  ...runRows,
  ...soldRows,
  ...stackRows,
].map((kind: Kind) =>
  kind.kept ? { ...kind, row: { ...kind.row, ...kind.kept }, means: { ...kind.means, ...kind.kept } } : kind,
);

let table: TestTable;
let stores: Stores;
beforeAll(async () => {
  table = await startTestTable();
  const { documents: client, tableName: TableName } = table;
  stores = {
    activity: activityStore({ client, TableName }),
    auth: authStores(client, TableName, TableName),
    sessions: dynamoSessions(client, TableName),
    chat: chatStores({ client, TableName }),
    monitor: monitorStores({ client, TableName }),
    sold: soldStore({ client, TableName }),
    limiter: siteLimiterStore({ client, TableName }, 'bj.example', { perDay: 100, dayAt: () => '2026-11-21' }),
    notify: notifyStore({ client, TableName }),
    stack: stackStores({ client, TableName }),
  };
});
afterAll(() => table.stop());

/** Reads an item while it is the only one in the table. */
async function readAlone(row: Kind['row'], read: Kind['read']) {
  const { documents, tableName: TableName } = table;
  await documents.send(new PutCommand({ TableName, Item: row }));
  try {
    return await read(stores);
  } finally {
    await documents.send(new DeleteCommand({ TableName, Key: { pk: row['pk'], sk: row['sk'] } }));
  }
}

const examples = kinds.map((kind) => ({
  ...kind,
  title: kind.when === undefined ? kind.name : `${kind.name}, ${kind.when}`,
}));

describe('a stored item', () => {
  it.each(examples)('keeps its meaning: $title', async ({ row, read, means }) => {
    expect(await readAlone(row, read)).toEqual(means);
  });

  it('is skipped and logged when it cannot be read', async () => {
    const told = jest.spyOn(console, 'warn').mockImplementation(() => {});
    const lists: [string, Kind['read']][] = [
      ['community', async ({ monitor }) => monitor.listResblocks()],
      ['invitation', ({ auth }) => auth.invitations.list()],
      ["account in the owner's list", ({ auth }) => auth.accounts.list()],
      ['action log', async ({ stack }) => (await stack.getState('bedrock-survival', 5)).actions],
    ];
    for (const [item, list] of lists) {
      const row = kinds.find(({ name }) => name.endsWith(`: ${item}`))?.row ?? {};
      const broken = { pk: row['pk'], sk: row['sk'], gsi1pk: row['gsi1pk'], gsi1sk: row['gsi1sk'] };
      expect(await readAlone(broken, list)).toEqual([]);
      expect(String(told.mock.lastCall)).toContain(`"event":"unreadable row","key":"${String(row['pk'])}`);
    }
    told.mockRestore();
  });

  it('has an example of every kind in docs/data-model.md', () => {
    const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'data-model.md'), 'utf8');
    const [items = ''] = page.split('## Access patterns');
    const named = [...items.matchAll(/^\| (\w+) +\| ([^|]+?) +\| `/gm)].map(([, where, item]) => `${where}: ${item}`);
    expect(named.toSorted()).toEqual([...new Set(kinds.map(({ name }) => name))].toSorted());
  });
});
