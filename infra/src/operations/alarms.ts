import { Duration, Stack } from 'aws-cdk-lib';
import { Metric, Stats, type Alarm as CloudWatchAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type IFilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { Alarm } from '../constructs/alarm.ts';
import type { WatchedResources } from './parts.ts';

const fiveMinutes = Duration.minutes(5);

/** How a function says that something went wrong that nobody foresaw: itself, or Lambda in its place. */
const failure = FilterPattern.anyTerm('ERROR', 'Task timed out', 'Runtime exited');

/** As lambdas/src/platform/outage.ts writes it when the SDK's own retries were used up. */
const serviceUnavailable = FilterPattern.literal('"service unavailable"');

/** As lambdas/src/ljmonitor/refresh/refresh-worker.ts writes it. */
const communityNotRead = FilterPattern.literal('"community not read"');

/** All but one answer, which says on purpose that Google is not configured here. */
const failedRequest = FilterPattern.literal('{ ($.status = "5*") && ($.routeKey != "GET /api/auth/google/init") }');

const failedAction = FilterPattern.literal('{ ($.type = "ExecutionFailed") || ($.type = "ExecutionTimedOut") }');

interface AlarmsProps {
  parts: WatchedResources;
  topic: ITopic | undefined;
}

/**
 * The alarms of whatever the stack has: a new queue has two of its own, a new function counts among all of them. What many
 * parts can suffer from is one alarm on what their logs say, because ten alarms are free (docs/decisions/0080).
 */
export class Alarms extends Construct {
  readonly all: CloudWatchAlarm[] = [];
  private readonly topic: ITopic | undefined;

  constructor(scope: Construct, id: string, { parts, topic }: AlarmsProps) {
    super(scope, id);
    this.topic = topic;
    const { functions, queues, workflows, api, monitor } = parts;
    const functionLogs = functions.map(({ logGroup }) => logGroup);

    this.alarm('Failures', this.countLogLines('Failures', functionLogs, failure), 1, {
      lost: 'Something in the site failed in a way that nobody foresaw: who asked for it was told so, and got nothing.',
      todo: 'find the function under "Errors" on the dashboard and read its log around that time; the request id on the person’s screen stands there, too.',
    });
    this.alarm(
      'Throttles',
      new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', ...sumOver(fiveMinutes) }),
      1,
      {
        lost: 'Requests were turned away because as many functions run at once as this account may have (10 in a new one): pages fail or wait.',
        todo: 'ask AWS for more under Service Quotas, Lambda, Concurrent executions; until then fewer answers of the chat at once help (chat.limits.answersAtOnce).',
      },
    );
    this.alarm('ServiceUnavailable', this.countLogLines('ServiceUnavailable', functionLogs, serviceUnavailable), 5, {
      lost: 'A table, a queue or another service of AWS was throttled or did not answer, again and again: people are told to try again in a moment.',
      todo: 'look for "service unavailable" in the functions’ logs: it names the service. A table that is throttled shows on the dashboard; an outage stands at health.aws.amazon.com.',
    });
    this.alarm('FailedRequests', this.countLogLines('FailedRequests', [api.accessLog], failedRequest), 3, {
      lost: 'Calls of the site’s pages fail: people see "Something went wrong", or that a service does not answer.',
      todo: 'the access log of the API says which routes fail and with what; then read the log of that route’s function.',
    });
    for (const queue of queues) {
      const name = queue.node.id;
      const job = `${queue.job.charAt(0).toUpperCase()}${queue.job.slice(1)}`;
      this.alarm(`${name}DeadLetters`, queue.deadLetters.metricApproximateNumberOfMessagesVisible({ ...maximum }), 1, {
        lost: `${job} was given up after ${queue.maxReceives} tries. It waits among the dead letters for 14 days, and is lost after that.`,
        todo: 'read the worker’s log for the reason; when it is mended, redrive the dead letters in the console of SQS: every record may come again.',
      });
      this.alarm(
        `${name}Late`,
        queue.queue.metricApproximateAgeOfOldestMessage({ ...maximum }),
        queue.late.toSeconds(),
        {
          lost: `${job} has waited for more than ${queue.late.toMinutes()} minutes: nobody works on it, or it fails again and again.`,
          todo: 'see whether the worker is throttled or fails (dashboard, its log), and whether its event source mapping is enabled.',
        },
      );
    }
    for (const workflow of workflows) {
      const metric = this.countLogLines('FailedActions', [workflow.log], failedAction);
      this.alarm('FailedActions', metric, 1, {
        lost: 'A start, restart or stop of a game server failed: there is no server to play on, or one still runs and costs money.',
        todo: 'its page on the site says why. Try Stop again; what cannot be deleted is named in the log and is removed by hand in the console of CloudFormation.',
      });
    }
    const ofMonitor = functions.filter((each) => each.node.scopes.includes(monitor)).map(({ logGroup }) => logGroup);
    this.alarm(
      'CommunitiesNotRead',
      this.countLogLines('CommunitiesNotRead', ofMonitor, communityNotRead, Duration.days(1)),
      1,
      {
        lost: 'A community could not be read to its end: its houses are as old as its last good reading, and news of today are missing.',
        todo: 'the community’s row on /ljmonitor says why. A site that refuses us is left alone for six hours and then tried again; after that a cookie of your own helps (docs/operations.md).',
      },
    );
  }

  private alarm(id: string, metric: Metric, threshold: number, words: { lost: string; todo: string }) {
    this.all.push(new Alarm(this, id, { metric, threshold, topic: this.topic, ...words }));
  }

  /** How many lines of these logs say so. Without such a line there is no metric, and nothing to pay. */
  private countLogLines(
    metricName: string,
    logs: ILogGroup[],
    filterPattern: IFilterPattern,
    period = fiveMinutes,
  ): Metric {
    const metricNamespace = Stack.of(this).stackName;
    for (const [index, logGroup] of logs.entries()) {
      new MetricFilter(this, `${metricName}${index}`, { logGroup, filterPattern, metricNamespace, metricName });
    }
    return new Metric({ namespace: metricNamespace, metricName, ...sumOver(period) });
  }
}

const sumOver = (period: Duration) => ({ statistic: Stats.SUM, period });
const maximum = { statistic: Stats.MAXIMUM, period: fiveMinutes };
