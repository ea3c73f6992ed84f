import { setTimeout as wait } from 'node:timers/promises';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { localClock } from 'shared-types/rules/local-clock';
import { now } from '../platform/clock.ts';
import { newId } from '../platform/id.ts';
import { sqsClient } from '../platform/queue.ts';
import type { EnvOf } from '../platform/env.ts';
import type { siteEnv } from './env.ts';
import { listingSite } from './listing-site/listing-site.ts';
import type { MonitorPorts } from './ports.ts';
import { sqsRefreshQueue } from './refresh-queue.ts';
import { lianjia } from './listing-site/lianjia/lianjia.ts';
import { dynamoMonitorStore } from './store.ts';
import { dynamoSiteGate } from './site-limiter/limiter-store.ts';

interface Options {
  /** Shown to the site with every request. */
  cookie?: (() => Promise<string | undefined>) | undefined;
  firstLook?: boolean;
}

/** For the worker, and for the calls: a new community's first page is read while its person waits. */
export function monitorPorts(
  env: EnvOf<typeof siteEnv>,
  client: DynamoDBDocumentClient,
  { cookie, firstLook = false }: Options,
): MonitorPorts {
  const site = listingSite(lianjia, env.LISTING_ORIGIN, { now, cookie });
  const table = { client, TableName: env.TABLE_NAME };
  const clocks = localClock(env.LISTING_TIME_ZONE);
  const dayAt = (time: Date) => clocks.dayAt(time.getTime());
  const requestsPerDay = env.LISTING_REQUESTS_PER_DAY || Number.MAX_SAFE_INTEGER;
  return {
    store: dynamoMonitorStore(client, env.TABLE_NAME),
    gate: dynamoSiteGate(table, new URL(env.LISTING_ORIGIN).host, { perDay: requestsPerDay, dayAt }),
    queue: sqsRefreshQueue(sqsClient(), env.REFRESH_QUEUE_URL),
    site,
    now,
    newId,
    wait: (ms) => wait(ms),
    chance: Math.random,
    dayAt,
    settings: {
      paceMs: env.LISTING_PACE_MS,
      removalGapMs: env.LISTING_REMOVAL_GAP_MS,
      minIntervalMs: env.LISTING_MIN_INTERVAL_MS,
      requestsPerDay,
      firstLook,
    },
  };
}
