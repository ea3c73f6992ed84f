import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { notifyRoutes } from 'lambdas/notify/routes';
import { httpHandler } from 'lambdas/platform/http/http-handler';
import { notifyApi } from 'shared-types/contract/account/notify';
import * as z from 'zod';
import { apiEvent } from '../../../support/contract/api-event.ts';
import { startTestDatabase } from '../../../support/dynamodb/test-table.ts';
import { person } from '../../../support/person.ts';
import { channelIdOf, type TestNotify, testNotify } from './support/test-notify.ts';

const headers = { 'x-origin-verify': 'secret' };
const feed = 'GET /api/notify/feed/{feedToken}';

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let site: TestNotify;
let handler: ReturnType<typeof httpHandler>;
beforeAll(async () => {
  database = await startTestDatabase();
  site = testNotify({ client: database.documents, TableName: await database.createTable() });
  handler = httpHandler(notifyApi, notifyRoutes(site.ports), {
    sessions: { find: async () => person('ann', 'Ann') },
    originVerify: 'secret',
    now: site.ports.now,
    audit: undefined,
  });
});
afterAll(() => database.stop());
afterEach(() => {
  jest.restoreAllMocks();
});

/** Records what is logged, as text and with all that is in an object. */
function recordLog(): string[] {
  const lines: string[] = [];
  for (const level of ['debug', 'info', 'log', 'warn', 'error'] as const)
    jest.spyOn(console, level).mockImplementation((...parts: unknown[]) => {
      lines.push(parts.map((part) => (typeof part === 'string' ? part : JSON.stringify(part))).join(' '));
    });
  return lines;
}

const Added = z.object({ feedPath: z.string() });

async function addFeed(): Promise<string> {
  const answer = await handler(
    apiEvent('PUT /api/notify/channels/{channelId}', {
      headers,
      params: { channelId: channelIdOf(1) },
      body: JSON.stringify({ address: { kind: 'feed' } }),
    }),
  );
  const { feedPath } = Added.parse(JSON.parse(answer.body ?? ''));
  return feedPath.slice(feedPath.lastIndexOf('/') + 1);
}

const read = (feedToken: string, sent = headers) =>
  handler({ ...apiEvent(feed, { headers: sent, params: { feedToken } }), rawPath: `/api/notify/feed/${feedToken}` });

it('no line of the log has the secret of a feed, whatever becomes of the request', async () => {
  const lines = recordLog();
  const secret = await addFeed();
  expect(secret).toMatch(/^[\w-]{43}$/);
  const foreign = { 'x-origin-verify': 'other' };
  const answers = [await read(secret), await read(secret, foreign), await read(`${secret}x`)];
  jest.spyOn(site.ports.store, 'listFeedEntries').mockRejectedValueOnce(new Error('the table is down'));
  answers.push(await read(secret));
  await handler(
    apiEvent('DELETE /api/notify/channels/{channelId}', { headers, params: { channelId: channelIdOf(1) } }),
  );
  answers.push(await read(secret));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 403, 400, 500, 404]);
  // Each request has left a line, which names the route instead of the path.
  expect(lines.filter((line) => line.includes(`"route":"${feed}"`))).toHaveLength(answers.length);
  for (const line of lines) expect(line).not.toContain(secret);
});
