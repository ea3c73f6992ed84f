import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { AuditEvent } from 'lambdas/platform/audit/audit-event';
import { auditTrail } from 'lambdas/platform/audit/audit-trail';
import { startTestDatabase } from '../../../../support/dynamodb/test-table.ts';

const database = await startTestDatabase();
/** Takes requests and answers none. */
const silent = createServer(() => {});
afterAll(async () => {
  silent.closeAllConnections();
  silent.close();
  await database.stop();
});
let table: string;
beforeEach(async () => {
  table = await database.createTable();
});
afterEach(() => void jest.restoreAllMocks());

const settings = (addresses: 'coarse' | 'full' = 'coarse') =>
  ({ AUDIT_TABLE_NAME: table, AUDIT_DAYS: 90, AUDIT_ADDRESSES: addresses }) as const;
const timeMs = Date.parse('2026-11-22T10:00:30Z');
const started: AuditEvent = {
  timeMs,
  kind: 'stackStarted',
  code: undefined,
  userId: 'cognito|ann',
  username: undefined,
  by: undefined,
  address: '203.0.113.7',
  origin: undefined,
  browser: 'Firefox',
  requestId: 'request-1',
  route: 'POST /api/minecraft_bedrock/v2/{stackName}/start',
  subject: 'creative',
  isNewBrowser: false,
  isCounted: false,
};
const refused: AuditEvent = {
  ...started,
  kind: 'signIn',
  code: 'incorrectUsernameOrPassword',
  userId: undefined,
  isCounted: true,
};
const items = async () =>
  (await database.documents.send(new ScanCommand({ TableName: table, ConsistentRead: true }))).Items ?? [];
const counts = async () => (await items()).map(({ count }) => Number(count)).toSorted((a, b) => a - b);

describe('the audit trail', () => {
  it('stores an event by day and by account, for 90 days, with a coarse network', async () => {
    await auditTrail(database.documents, settings())(started);
    expect(await items()).toEqual([
      {
        pk: 'DAY#2026-11-22',
        sk: `${timeMs}#request-1`,
        gsi1pk: 'USER#cognito|ann',
        gsi1sk: `${timeMs}#request-1`,
        timeMs,
        kind: 'stackStarted',
        userId: 'cognito|ann',
        network: '203.0.113.0/24',
        browser: 'Firefox',
        requestId: 'request-1',
        route: started.route,
        subject: 'creative',
        count: 1,
        ttl: timeMs / 1000 + 90 * 24 * 3600,
      },
    ]);
  });

  it('keeps the full address only if the settings say so', async () => {
    await auditTrail(database.documents, settings('full'))(started);
    expect(await items()).toMatchObject([{ network: '203.0.113.7' }]);
  });

  it('counts a hundred refusals of a network, ten at a time, in one item for the minute', async () => {
    const record = auditTrail(database.documents, settings());
    for (let request = 0; request < 100; request += 10) {
      const ids = Array.from({ length: 10 }, (_, index) => request + index);
      await Promise.all(
        ids.map((id) => record({ ...refused, requestId: `request-${id}`, address: `203.0.113.${id}` })),
      );
    }
    expect(await counts()).toEqual([100]);
    await record({ ...refused, requestId: 'later', timeMs: timeMs + 60_000 });
    await record({ ...refused, requestId: 'elsewhere', address: '198.51.100.1' });
    await record({ ...refused, requestId: 'locked', code: 'locked' });
    await record({ ...refused, requestId: 'known', userId: 'cognito|ann' });
    expect(await counts()).toEqual([1, 1, 1, 1, 100]);
  });

  it('gives a caller without an account one item, whatever route it tries', async () => {
    const record = auditTrail(database.documents, settings());
    await record({ ...refused, requestId: 'a', route: 'POST /api/a' });
    await record({ ...refused, requestId: 'b', route: 'POST /api/b' });
    expect(await counts()).toEqual([2]);
  });

  it('keeps the usernames that a network has tried in a minute', async () => {
    const record = auditTrail(database.documents, settings());
    for (const [requestId, username] of ['ann@example.org', 'bea@example.org', 'ann@example.org', undefined].entries())
      await record({ ...refused, requestId: `request-${requestId}`, username });
    expect(await items()).toMatchObject([{ count: 4, usernames: new Set(['ann@example.org', 'bea@example.org']) }]);
  });

  it('keeps the username of an account that has not signed in yet', async () => {
    await auditTrail(database.documents, settings())({ ...started, username: 'ann@example.org' });
    expect(await items()).toMatchObject([{ userId: 'cognito|ann', usernames: new Set(['ann@example.org']) }]);
  });

  it('counts a request that is delivered twice once', async () => {
    const record = auditTrail(database.documents, settings());
    for (const _ of [1, 2]) await record(refused);
    for (const _ of [1, 2]) await record({ ...refused, code: 'locked', username: 'ann@example.org' });
    for (const _ of [1, 2]) await record(started);
    expect(await counts()).toEqual([1, 1, 1]);
  });

  it('logs a failed write, names no address, and fails no request', async () => {
    const error = jest.spyOn(console, 'error').mockImplementation(() => {});
    const missing = { ...settings(), AUDIT_TABLE_NAME: 'missing' };
    await expect(auditTrail(database.documents, missing)(refused)).resolves.toBeUndefined();
    const [line] = error.mock.calls.map(([text]) => String(text));
    expect(line).toContain('"event":"audit event not written","reason":"signIn incorrectUsernameOrPassword"');
    expect(line).not.toContain('203.0.113');
  });

  it('gives up a write that gets no answer', async () => {
    const error = jest.spyOn(console, 'error').mockImplementation(() => {});
    await new Promise<void>((resolve) => void silent.listen(0, '127.0.0.1', resolve));
    const endpoint = `http://127.0.0.1:${addressOf(silent).port}`;
    const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
    const client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials });
    const record = auditTrail(DynamoDBDocumentClient.from(client, documentOptions), settings());
    await Promise.all([record(started), record(refused)]);
    expect(error).toHaveBeenCalledTimes(2);
    client.destroy();
  });
});

const documentOptions = { marshallOptions: { removeUndefinedValues: true } };

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen');
  return address;
}
