import { Duration, Stack } from 'aws-cdk-lib';
import { RecursiveLoop } from 'aws-cdk-lib/aws-lambda';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type * as envs from 'lambdas/ljmonitor/env';
import { ljmonitorApi } from 'shared-types/contract/ljmonitor';
import type { AppConfig } from '../config.ts';
import type { AppApi } from '../constructs/app-api.ts';
import { NodeFunction } from '../constructs/node-function.ts';
import { ScheduledCall } from '../constructs/scheduled-call.ts';
import { SingleTable } from '../constructs/single-table.ts';
import { WorkQueue } from '../constructs/work-queue.ts';
import type { Audit } from './audit.ts';
import type { Sessions } from './sessions.ts';

interface LJMonitorProps {
  api: AppApi;
  sessions: Sessions;
  audit: Audit;
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

  constructor(scope: Construct, id: string, { api, sessions, audit, listing, restored }: LJMonitorProps) {
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
    const digests = listing.digestTo === null ? undefined : new Topic(this, 'Digests', { enforceSSL: true });
    if (listing.digestTo !== null) digests?.addSubscription(new EmailSubscription(listing.digestTo));

    const worker = new NodeFunction<typeof envs.refreshEnv>(this, 'Refresh', {
      entry: 'ljmonitor/refresh.lambda.ts',
      description: 'Reads one page of the listing site and stores what changed',
      timeout: onePage,
      // Each page sends the next one to this queue, and a refresh has more pages than the sixteen after which Lambda stops a
      // loop. The run itself is bounded: a page is tried three times, and no community has more than a hundred pages.
      recursiveLoop: RecursiveLoop.ALLOW,
      env: {
        ...site,
        REFRESH_QUEUE_URL: queue.queueUrl,
        LISTING_COOKIE_PARAMETER: listing.cookieParameter ?? '',
        DIGEST_TOPIC_ARN: digests?.topicArn ?? '',
      },
    });
    queue.deliverTo(worker, refreshWorkers);
    if (digests) worker.allow(['sns:Publish'], [digests.topicArn]);
    if (listing.cookieParameter !== null)
      worker.allow(['ssm:GetParameter'], [parameterArn(this, listing.cookieParameter)]);

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
  }
}

const parameterArn = (scope: Construct, name: string) =>
  Stack.of(scope).formatArn({ service: 'ssm', resource: 'parameter', resourceName: name.slice(1) });
