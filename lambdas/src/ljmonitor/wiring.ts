import { setTimeout as wait } from 'node:timers/promises';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { clocksOf } from 'shared-types/clocks';
import type * as z from 'zod';
import { newId, now, sqsClient } from '../lib/aws.ts';
import type { refreshEnv } from './env.ts';
import { listingSite } from './listing-site.ts';
import type { MonitorPorts } from './ports.ts';
import { sqsRefreshQueue } from './refresh-queue.ts';
import { dynamoMonitorStore } from './store.ts';
import { dynamoSiteGate } from './store/gate.ts';

type RefreshEnv = z.output<z.ZodObject<typeof refreshEnv>>;

/** For the worker, and for the calls: a new community's first page is read while its person waits. */
export function monitorPorts(env: RefreshEnv, client: DynamoDBDocumentClient): MonitorPorts {
  const clocks = clocksOf(env.LISTING_TIME_ZONE);
  const site = listingSite(env.LISTING_ORIGIN, now);
  return {
    store: dynamoMonitorStore(client, env.TABLE_NAME),
    gate: dynamoSiteGate({ client, TableName: env.TABLE_NAME }, new URL(site.origin).host),
    queue: sqsRefreshQueue(sqsClient(), env.REFRESH_QUEUE_URL),
    site,
    now,
    newId,
    wait: (ms) => wait(ms),
    chance: Math.random,
    dayAt: (time) => clocks.dayAt(time.getTime()),
    settings: {
      paceMs: env.LISTING_PACE_MS,
      removalGapMs: env.LISTING_REMOVAL_GAP_MS,
      minIntervalMs: env.LISTING_MIN_INTERVAL_MS,
    },
  };
}
