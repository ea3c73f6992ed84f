import { Duration } from 'aws-cdk-lib';
import { RecursiveLoop } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type * as envs from 'lambdas/ljmonitor/env';
import { ljmonitorApi } from 'shared-types/contract/ljmonitor';
import { soldApi } from 'shared-types/contract/monitor/sold';
import type { AppConfig } from '../config.ts';
import type { AppApi } from '../constructs/app-api.ts';
import { NodeFunction } from '../constructs/node-function.ts';
import { ScheduledCall } from '../constructs/scheduled-call.ts';
import { SingleTable } from '../constructs/single-table.ts';
import { WorkQueue } from '../constructs/work-queue.ts';
import type { Audit } from './audit.ts';
import type { Notify } from './notify.ts';
import type { Sessions } from './sessions.ts';

interface LJMonitorProps {
  api: AppApi;
  sessions: Sessions;
  audit: Audit;
  notify: Notify;
  listing: AppConfig['listing'];
  /** constructs/single-table.ts describes this property. */
  restored: string | undefined;
}

/** The index by community holds these attributes, so that crawls and sorted lists need not read whole houses. */
const houseDigestAttributes = ['hash', 'removed', 'missingCount', 'price', 'unitPrice', 'createTimeMs', 'drop'];

/** The smallest number that AWS allows for a queue. The site's pages are read one after another anyway. */
export const refreshWorkers = 2;

/** The listing monitor has one table, an HTTP function, and a worker that reads one page of the site per message. */
export class LJMonitor extends Construct {
  readonly tableName: string;

  constructor(scope: Construct, id: string, { api, sessions, audit, notify, listing, restored }: LJMonitorProps) {
    super(scope, id);
    const table = new SingleTable(this, 'Table', { secondIndex: houseDigestAttributes, restored });
    this.tableName = table.tableName;
    const onePage = Duration.seconds(30);
    const site = {
      TABLE_NAME: table.tableName,
      LISTING_ORIGIN: listing.origin,
      LISTING_PACE_MS: String(listing.paceMs),
      LISTING_REMOVAL_GAP_MS: String(listing.removalGapMs),
      LISTING_MIN_INTERVAL_MS: String(listing.minIntervalMs),
      LISTING_REQUESTS_PER_DAY: String(listing.requestsPerDay),
      LISTING_TIME_ZONE: listing.timeZone,
    };

    const queue = new WorkQueue(this, 'RefreshQueue', {
      job: 'a reading of the listing site',
      maxJobDuration: onePage,
    });

    const worker = new NodeFunction<typeof envs.refreshEnv>(this, 'Refresh', {
      entry: 'ljmonitor/refresh.lambda.ts',
      description: 'Reads one page of the listing site and stores what changed',
      timeout: onePage,
      // The runtime gives new objects an area of a seventh of this, and a reading fills it whatever it keeps. The worker spends
      // most of its time waiting for the site, so that twice the memory would cost twice as much and be no sooner done.
      memoryMb: 256,
      // Each page sends the next one to this queue, and a refresh has more pages than the sixteen after which Lambda stops a
      // loop. The run itself is bounded: a page is tried three times, and no community has more than a hundred pages.
      recursiveLoop: RecursiveLoop.ALLOW,
      env: {
        ...site,
        REFRESH_QUEUE_URL: queue.queueUrl,
        LISTING_COOKIE_PARAMETER: listing.cookieParameter ?? '',
        ...notify.tellEnv,
      },
    });
    queue.deliverTo(worker, refreshWorkers);
    notify.grantTell(worker);
    notify.grantListReaders(worker);
    if (listing.cookieParameter !== null) worker.allowParameters([listing.cookieParameter]);

    const http = new NodeFunction<typeof envs.httpEnv>(this, 'Http', {
      entry: 'ljmonitor/http.lambda.ts',
      description: 'Answers the calls of the listing monitor',
      env: {
        ...site,
        REFRESH_QUEUE_URL: queue.queueUrl,
        REFRESHES_PER_DAY: String(listing.refreshesPerDay.person),
        SITE_REFRESHES_PER_DAY: String(listing.refreshesPerDay.site),
        REFRESH_SCHEDULE: listing.refreshSchedule,
        // Only the worker has the site's cookie, so the HTTP function must not ask a site that needs one.
        LISTING_FIRST_LOOK: String(listing.cookieParameter === null),
        SESSIONS_TABLE_NAME: sessions.tableName,
        ORIGIN_VERIFY: api.originVerify,
        ...audit.env,
        OWNER: sessions.owner,
      },
    });
    const start = new NodeFunction<typeof envs.scheduledRefreshEnv>(this, 'RefreshStart', {
      entry: 'ljmonitor/scheduled-refresh.lambda.ts',
      description: 'Starts a refresh of all communities',
      env: { TABLE_NAME: table.tableName, REFRESH_QUEUE_URL: queue.queueUrl },
    });
    new ScheduledCall(this, 'Refreshes', {
      description: 'Refreshes all communities',
      expression: listing.refreshSchedule,
      timeZone: listing.timeZone,
      window: Duration.minutes(15),
      call: start,
      queue,
    });

    sessions.grantLookup(http);
    audit.grantWrite(http);
    const reads = ['GetItem', 'BatchGetItem', 'Query', 'QueryIndex', 'QuerySecondIndex'] as const;
    const changes = ['PutItem', 'UpdateItem', 'ConditionCheckItem'] as const;
    for (const reader of [http, worker]) table.grant(reader, [...reads, ...changes, 'DeleteItem']);
    table.grant(start, ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem']);
    for (const sender of [http, worker, start]) queue.grantSend(sender);
    api.serve(ljmonitorApi, http);

    // It is a function of its own, because sold pages are handed in seldom, and their reader would slow every other call's start.
    const sold = new NodeFunction<typeof envs.soldEnv>(this, 'Sold', {
      entry: 'ljmonitor/sold.lambda.ts',
      description: 'Reads pages of sold houses that people hand in',
      env: {
        TABLE_NAME: table.tableName,
        LISTING_ORIGIN: listing.origin,
        SESSIONS_TABLE_NAME: sessions.tableName,
        ORIGIN_VERIFY: api.originVerify,
        ...notify.tellEnv,
      },
    });
    sessions.grantLookup(sold);
    notify.grantTell(sold);
    notify.grantListReaders(sold);
    table.grant(sold, ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'ConditionCheckItem']);
    api.serve(soldApi, sold);
  }
}
