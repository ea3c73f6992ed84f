import { Duration, TimeZone } from 'aws-cdk-lib';
import { Schedule, ScheduleExpression, TimeWindow } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import { Construct } from 'constructs';
import type * as envs from 'lambdas/ljmonitor/env';
import { ljmonitorApi } from 'shared-types/ljmonitor';
import type { AppConfig } from '../config.ts';
import type { AppApi } from '../constructs/app-api.ts';
import { NodeFunction } from '../constructs/node-function.ts';
import { SingleTable } from '../constructs/single-table.ts';
import { WorkQueue } from '../constructs/work-queue.ts';
import type { Sessions } from './sessions.ts';

interface LJMonitorProps {
  api: AppApi;
  sessions: Sessions;
  listing: AppConfig['listing'];
}

/** What a crawl compares a page with, without reading the houses themselves. */
const knownHouse = ['hash', 'price', 'removed', 'missingCount', 'missingSinceMs', 'missingRunId'];

/** The listing monitor: one table, its calls, and a queue whose every message reads one page of the listing site. */
export class LJMonitor extends Construct {
  constructor(scope: Construct, id: string, { api, sessions, listing }: LJMonitorProps) {
    super(scope, id);
    const table = new SingleTable(this, 'Table', { secondIndex: knownHouse });
    const onePage = Duration.seconds(30);
    const site = {
      TABLE_NAME: table.tableName,
      LISTING_ORIGIN: listing.origin,
      LISTING_PACE_MS: String(listing.paceMs),
      LISTING_REMOVAL_GAP_MS: String(listing.removalGapMs),
      LISTING_MIN_INTERVAL_MS: String(listing.minIntervalMs),
    };

    const queue = new WorkQueue(this, 'RefreshQueue', { longestJob: onePage });

    const worker = new NodeFunction<typeof envs.refreshEnv>(this, 'Refresh', {
      entry: 'ljmonitor/refresh.lambda.ts',
      description: 'Reads one page of the listing site and stores what changed',
      timeout: onePage,
      env: { ...site, REFRESH_QUEUE_URL: queue.queueUrl },
    });
    queue.deliverTo(worker, 2);

    const http = new NodeFunction<typeof envs.httpEnv>(this, 'Http', {
      entry: 'ljmonitor/http.lambda.ts',
      description: 'Answers the calls of the listing monitor',
      env: {
        ...site,
        REFRESH_QUEUE_URL: queue.queueUrl,
        SESSIONS_TABLE_NAME: sessions.tableName,
        ORIGIN_VERIFY: api.originVerify,
      },
    });
    const start = new NodeFunction<typeof envs.refreshStartEnv>(this, 'RefreshStart', {
      entry: 'ljmonitor/refresh-start.lambda.ts',
      description: 'Starts a refresh of all communities',
      env: { TABLE_NAME: table.tableName, REFRESH_QUEUE_URL: queue.queueUrl },
    });
    new Schedule(this, 'Schedule', {
      description: 'Refreshes all communities',
      schedule: ScheduleExpression.expression(listing.refreshSchedule, TimeZone.of(listing.timeZone)),
      timeWindow: TimeWindow.flexible(Duration.minutes(15)),
      target: new LambdaInvoke(start, { retryAttempts: 3, maxEventAge: Duration.hours(1) }),
    });

    sessions.grantLookup(http);
    const changes = ['GetItem', 'QueryIndex', 'PutItem', 'UpdateItem', 'ConditionCheckItem'] as const;
    table.grant(http, [...changes, 'BatchGetItem', 'Query', 'DeleteItem']);
    table.grant(worker, [...changes, 'BatchGetItem']);
    table.grant(start, ['GetItem', 'Query', 'PutItem', 'UpdateItem']);
    for (const sender of [http, worker, start]) queue.grantSend(sender);
    api.serve(ljmonitorApi, http);
  }
}
