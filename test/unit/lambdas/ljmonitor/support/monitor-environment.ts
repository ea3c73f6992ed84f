import type { ConsumedCapacity } from '@aws-sdk/client-dynamodb';
import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { HousePage, SiteAnswer } from 'lambdas/ljmonitor/listing-site/site-adapter';
import { lianjia } from 'lambdas/ljmonitor/listing-site/lianjia/lianjia';
import { listingSite } from 'lambdas/ljmonitor/listing-site/listing-site';
import type { RefreshMessage } from 'lambdas/ljmonitor/message';
import { composeMessage } from 'lambdas/notify/messages/message';
import type { MonitorSettings } from 'lambdas/ljmonitor/ports';
import { monitorStores } from 'lambdas/ljmonitor/compose';
import type { HttpPorts } from 'lambdas/ljmonitor/routes';
import type { WorkerPorts } from 'lambdas/ljmonitor/worker';
import { siteLimiterStore } from 'lambdas/ljmonitor/site-limiter/limiter-store';
import type { Engine } from 'local/aws/dynamodb/engine';
import type { News } from 'lambdas/platform/news/news';
import { defaultNewsRules } from 'shared-types/rules/notify/news-rules';
import { startTestDatabase } from '../../../../support/dynamodb/test-table.ts';

type Row = Record<string, unknown>;

/** Starts a DynamoDB for the tests of one file. It notes the capacity that every call uses. */
export async function startMonitorDatabase(chosen?: Engine) {
  const { client: raw, documents, createTable, stop } = await startTestDatabase(chosen);
  const capacity: ConsumedCapacity[] = [];
  raw.middlewareStack.add(
    (next) => async (args) => next({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'INDEXES' } }),
    { step: 'initialize' },
  );
  raw.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      const { output } = result;
      if ('ConsumedCapacity' in output) {
        const used: unknown = output.ConsumedCapacity;
        capacity.push(...[used].flat().filter(isCapacity));
      }
      return result;
    },
    { step: 'initialize' },
  );
  return {
    client: documents,
    /** Returns the capacity used since the last call. */
    takeCapacity: () => capacity.splice(0),
    newTable: () => createTable({ secondIndex: houseIndexAttributes }),
    stop,
  };
}

export type Database = Awaited<ReturnType<typeof startMonitorDatabase>>;

const isCapacity = (value: unknown): value is ConsumedCapacity => typeof value === 'object' && value !== null;

/** The same attributes as in infra/src/domains/ljmonitor.ts. */
const houseIndexAttributes = ['hash', 'removed', 'missingCount', 'price', 'unitPrice', 'createTimeMs', 'drop'];

interface Sent {
  message: RefreshMessage;
  dueMs: number;
}

const noPause: MonitorSettings = {
  paceMs: 0,
  removalGapMs: 1_800_000,
  minIntervalMs: 0,
  newsSettleSeconds: 0,
  requestsPerDay: 1e6,
  readsFirstPage: true,
};

/** The time zone of these tests is Shanghai's. */
const dayAt = (time: Date) => new Date(time.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);

/** Creates a monitor on a table of its own, with a site, a queue and a clock that the tests control. */
export async function newTestMonitor(database: Database, settings: Partial<MonitorSettings> = {}) {
  const { client } = database;
  const TableName = await database.newTable();
  const clock = { ms: Date.parse('2026-03-01T08:00:00Z') };
  const queue: Sent[] = [];
  const asked: { resblockId: string; page: number; atMs: number; origin?: string }[] = [];
  const answers = new Map<string, SiteAnswer[] | ((page: number) => SiteAnswer)>();
  /** The answers to requests for the page of a house, by its id. */
  const housePages = new Map<string, SiteAnswer<HousePage>>();
  const askedHouses: { houseId: string; origin: string | null }[] = [];
  const all = { ...noPause, ...settings };
  let ids = 0;

  /** The messages to a person with the default rules, and the news by id. */
  const mails: { subject: string; text: string }[] = [];
  const told = new Map<string, News>();
  const readers = ['cognito|ann', 'google|bob'];

  const ports = {
    store: monitorStores({ client, TableName }),
    limiter: siteLimiterStore({ client, TableName }, 'site.test', { perDay: all.requestsPerDay, dayAt }),
    queue: {
      async send(message, delaySeconds = 0) {
        queue.push({ message, dueMs: clock.ms + delaySeconds * 1000 });
      },
    },
    site: {
      ...listingSite(lianjia, 'https://site.test', { now: () => new Date(clock.ms) }),
      page: async (resblockId, page, _withinMs, origin) => {
        asked.push({ resblockId, page, atMs: clock.ms, ...(origin && { origin }) });
        const found = answers.get(resblockId);
        const answer = typeof found === 'function' ? found(page) : found?.[page - 1];
        return answer ?? { kind: 'notFound' };
      },
      housePage: async (houseId, origin) => {
        askedHouses.push({ houseId, origin });
        return housePages.get(houseId) ?? { kind: 'notFound' };
      },
    },
    now: () => new Date(clock.ms),
    newId: () => `id-${String(++ids).padStart(6, '0')}`,
    async wait(ms) {
      clock.ms += ms;
    },
    random: () => 0,
    schedule: { nextAfter: (timeMs) => (Math.floor(timeMs / 3_600_000) + 1) * 3_600_000 },
    dayAt,
    refreshLimits: { person: 1000, site: 1000 },
    isOwner: async ({ name }) => name === 'Ann',
    settings: all,
    news: {
      listReaders: async () => readers.map((userId) => ({ userId, views: [] })),
      async tell(news) {
        const before = told.get(news.newsId);
        if (before) return before.atMs;
        told.set(news.newsId, news);
        const person = {
          id: '1',
          userId: 'cognito|ann',
          rules: defaultNewsRules,
          origin: 'https://home.test',
          nowMs: news.atMs,
        };
        const message = composeMessage([news], person, { textBytes: 60_000, hasLinks: true });
        if (message) mails.push({ subject: message.title, text: message.text });
        return news.atMs;
      },
    },
  } satisfies HttpPorts & WorkerPorts;

  return {
    ports,
    table: TableName,
    clock,
    queue,
    asked,
    answers,
    housePages,
    askedHouses,
    mails,
    told,
    readers,
    async put(Item: Row) {
      await client.send(new PutCommand({ TableName, Item }));
    },
    async rows(): Promise<Row[]> {
      const { Items } = await client.send(new ScanCommand({ TableName, ConsistentRead: true }));
      return Items ?? [];
    },
  };
}
export type TestMonitor = Awaited<ReturnType<typeof newTestMonitor>>;

/** Processes messages until the queue is empty, and moves the clock to the time at which each is due. */
export async function processQueue(
  { queue, clock }: TestMonitor,
  work: (message: RefreshMessage) => Promise<void>,
  most = 500,
) {
  for (let done = 0; queue.length > 0; done++) {
    if (done > most) throw new Error('the queue never ends');
    const next = queue.toSorted((one, other) => one.dueMs - other.dueMs)[0];
    if (!next) return;
    queue.splice(queue.indexOf(next), 1);
    clock.ms = Math.max(clock.ms, next.dueMs);
    await work(next.message);
  }
}
