import { setTimeout as wait } from 'node:timers/promises';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { localClock } from 'shared-types/rules/local-clock';
import { now } from '../platform/clock.ts';
import type { Table } from '../platform/dynamodb/table.ts';
import type { EnvOf } from '../platform/env.ts';
import { newId } from '../platform/id.ts';
import { queueSender, sqsClient } from '../platform/queue.ts';
import type { siteEnv } from './env.ts';
import { communityStore } from './communities/community-store.ts';
import { handReadingStore } from './hand-readings/hand-reading-store.ts';
import { houseLookupStore } from './house-lookups/house-lookup-store.ts';
import { packStore } from './house-packs/pack-store.ts';
import { houseStore } from './houses/house-store.ts';
import { lianjia } from './listing-site/lianjia/lianjia.ts';
import { listingSite } from './listing-site/listing-site.ts';
import { markStore } from './marks/mark-store.ts';
import type { RefreshMessage } from './message.ts';
import { newsEndStore } from './news/news-end-store.ts';
import { crawlStore } from './readings/crawl-store.ts';
import { relistingStore } from './relisting/relisting-store.ts';
import { runStore } from './refresh/run-store.ts';
import { starShareStore } from './sharing/star-share-store.ts';
import { siteLimiterStore } from './site-limiter/limiter-store.ts';
import { visitStore } from './visits/visit-store.ts';

interface Options {
  /** The site gets it with every request. */
  cookie?: (() => Promise<string | undefined>) | undefined;
  readsFirstPage?: boolean;
}

/** Returns the stores of everything that the monitor stores, in one table. */
export const monitorStores = (table: Table) => ({
  ...communityStore(table),
  ...houseStore(table),
  ...packStore(table),
  ...markStore(table),
  ...crawlStore(table),
  ...runStore(table),
  ...handReadingStore(table),
  ...newsEndStore(table),
  ...houseLookupStore(table),
  ...visitStore(table),
  ...starShareStore(table),
  ...relistingStore(table),
});

/** Returns the ports that the worker and the HTTP function have in common. */
export function monitorPorts(
  env: EnvOf<typeof siteEnv>,
  client: DynamoDBDocumentClient,
  { cookie, readsFirstPage = false }: Options,
) {
  const table = { client, TableName: env.TABLE_NAME };
  const clock = localClock(env.LISTING_TIME_ZONE);
  const dayAt = (time: Date) => clock.dayAt(time.getTime());
  const requestsPerDay = env.LISTING_REQUESTS_PER_DAY;
  return {
    store: monitorStores(table),
    limiter: siteLimiterStore(table, new URL(env.LISTING_ORIGIN).host, { perDay: requestsPerDay, dayAt }),
    queue: { send: queueSender<RefreshMessage>(sqsClient(), env.REFRESH_QUEUE_URL) },
    site: listingSite(lianjia, env.LISTING_ORIGIN, { now, cookie }),
    now,
    newId,
    wait: (ms: number) => wait(ms),
    random: Math.random,
    dayAt,
    settings: {
      paceMs: env.LISTING_PACE_MS,
      removalGapMs: env.LISTING_REMOVAL_GAP_MS,
      minIntervalMs: env.LISTING_MIN_INTERVAL_MS,
      newsSettleSeconds: 5,
      requestsPerDay,
      readsFirstPage,
    },
  };
}

export type MonitorPorts = ReturnType<typeof monitorPorts>;
