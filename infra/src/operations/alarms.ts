import { Duration, Stack } from 'aws-cdk-lib';
import { Metric, Stats, type Alarm as CloudWatchAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type IFilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { Alarm } from '../constructs/alarm.ts';
import type { WatchedResources } from './watched-resources.ts';

const fiveMinutes = Duration.minutes(5);

/** The log lines of an unexpected failure. The function or Lambda itself writes them. */
const failure = FilterPattern.anyTerm('ERROR', 'Task timed out', 'Runtime exited');

/** The log line of lambdas/src/platform/outage.ts when the SDK's own retries are used up. */
const serviceUnavailable = FilterPattern.literal('"service unavailable"');

/** The log line of lambdas/src/ljmonitor/refresh/refresh-worker.ts. */
const communityNotRead = FilterPattern.literal('"community not read"');

/** Responses with a 5xx status. GET /api/auth/google/init uses 503 to say that Google is not configured. */
const failedRequest = FilterPattern.literal('{ ($.status = "5*") && ($.routeKey != "GET /api/auth/google/init") }');

const forbiddenCall = FilterPattern.literal('{ $.status = "403" }');

/** Answered by a route's own limit or by the stage's throttle. */
const limitedCall = FilterPattern.literal('{ $.status = "429" }');

/** The error codes of a refused sign-in, sign-up or recovery, in the line that http-handler.ts logs for each request. */
const refusedSignIn = FilterPattern.anyTerm(
  'incorrectUsernameOrPassword',
  'wrongCode',
  'signUpRefused',
  'confirmRefused',
  'resetRefused',
  'notAllowed',
);

const failedAction = FilterPattern.literal('{ ($.type = "ExecutionFailed") || ($.type = "ExecutionTimedOut") }');

interface AlarmsProps {
  parts: WatchedResources;
  topic: ITopic | undefined;
}

/**
 * The alarms of all watched resources: each queue has two, and all functions share one for each kind of failure, counted in
 * their logs, because ten alarms are free (docs/decisions/0047).
 */
export class Alarms extends Construct {
  readonly all: CloudWatchAlarm[] = [];
  /** The metrics of refused requests, one for each sort. */
  readonly refusals: Metric[];
  private readonly topic: ITopic | undefined;

  constructor(scope: Construct, id: string, { parts, topic }: AlarmsProps) {
    super(scope, id);
    this.topic = topic;
    const { functions, queues, workflows, api, auth, monitor } = parts;
    const functionLogs = functions.map(({ logGroup }) => logGroup);
    const signInLogs = functions.filter((each) => each.node.scopes.includes(auth)).map(({ logGroup }) => logGroup);

    this.alarm('Failures', this.countLogLines('Failures', functionLogs, failure), 1, {
      lost: 'A function failed unexpectedly. The person who asked saw an error and got no result, or an event is missing in the audit trail.',
      todo: 'find the function under "Errors" on the dashboard and read its log around that time. The log has the request id that the person saw.',
    });
    this.alarm(
      'Throttles',
      new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', ...sumOver(fiveMinutes) }),
      1,
      {
        lost: 'Requests were throttled because the account reached its limit of concurrent executions (10 in a new account). Pages fail or wait.',
        todo: 'request a higher limit under Service Quotas, Lambda, Concurrent executions. Until then, fewer chat answers at once help (chat.limits.answersAtOnce).',
      },
    );
    // A request that a missing service has failed counts twice.
    const failedRequests = this.countLogLines('FailedRequests', [api.accessLog], failedRequest);
    this.filter('FailedRequests', 'ServiceUnavailable', functionLogs, serviceUnavailable);
    this.alarm('FailedRequests', failedRequests, 5, {
      lost: 'Requests of the site’s pages or background jobs fail. People see "Something went wrong", or that a service does not respond.',
      todo: 'the access log of the API says which routes fail and how. Then search the functions’ logs for "service unavailable", which names a service that was throttled or down; health.aws.amazon.com shows an outage.',
    });
    const refusals = [
      { name: 'RefusedSignIns', logs: signInLogs, pattern: refusedSignIn },
      { name: 'ForbiddenCalls', logs: [api.accessLog], pattern: forbiddenCall },
      { name: 'LimitedCalls', logs: [api.accessLog], pattern: limitedCall },
    ];
    // The dashboard shows each sort of refusal, and one alarm watches their sum.
    this.refusals = refusals.map(({ name, logs, pattern }) => this.countLogLines(name, logs, pattern));
    for (const { name, logs, pattern } of refusals) this.filter('Refusals', `Any${name}`, logs, pattern);
    this.alarm('Refusals', this.metric('Refusals', fiveMinutes), 15, {
      lost: 'Many requests were refused within five minutes: wrong passwords or codes, calls without the right to them, or calls over a limit. It may be an attack, or a fault that makes a page repeat a call.',
      todo: 'open Activity under the owner’s tools of the account page. It shows which account and which network. Sign out an account that may be in other hands (owner’s tools, or npm run sessions) and reset its password.',
    });
    for (const queue of queues) {
      const name = queue.node.id;
      const job = `${queue.job.charAt(0).toUpperCase()}${queue.job.slice(1)}`;
      this.alarm(`${name}DeadLetters`, queue.deadLetters.metricApproximateNumberOfMessagesVisible({ ...maximum }), 1, {
        lost: `${job} failed ${queue.maxReceives} times. It stays in the dead-letter queue for 14 days and is lost after that.`,
        todo: 'read the worker’s log for the reason. When it is fixed, redrive the dead-letter queue in the SQS console; every record may be processed again.',
      });
      this.alarm(
        `${name}Late`,
        queue.queue.metricApproximateAgeOfOldestMessage({ ...maximum }),
        queue.late.toSeconds(),
        {
          lost: `${job} has waited for more than ${queue.late.toMinutes()} minutes. The worker does not run, or it fails again and again.`,
          todo: 'check whether the worker is throttled or fails (dashboard, log), and whether its event source mapping is enabled.',
        },
      );
    }
    for (const workflow of workflows) {
      const metric = this.countLogLines('FailedActions', [workflow.log], failedAction);
      this.alarm('FailedActions', metric, 1, {
        lost: 'A start, restart or stop of a game server failed. Either there is no server to play on, or one still runs and costs money.',
        todo: 'its page on the site says why. Try Stop again. The log names what could not be deleted; remove that in the CloudFormation console.',
      });
    }
    const ofMonitor = functions.filter((each) => each.node.scopes.includes(monitor)).map(({ logGroup }) => logGroup);
    this.alarm(
      'CommunitiesNotRead',
      this.countLogLines('CommunitiesNotRead', ofMonitor, communityNotRead, Duration.days(1)),
      1,
      {
        lost: 'A community could not be checked completely. Its houses are as old as its last complete check, and today’s changes are missing.',
        todo: 'the community’s row on /ljmonitor says why. After a refusal the site is tried again in six hours. If it still refuses, a cookie of your own helps (docs/operations.md).',
      },
    );
  }

  private alarm(id: string, metric: Metric, threshold: number, texts: { lost: string; todo: string }) {
    this.all.push(new Alarm(this, id, { metric, threshold, topic: this.topic, ...texts }));
  }

  /** Counts the matching lines of these logs. Without such a line there is no metric and no cost. */
  private countLogLines(
    metricName: string,
    logs: ILogGroup[],
    filterPattern: IFilterPattern,
    period = fiveMinutes,
  ): Metric {
    this.filter(metricName, metricName, logs, filterPattern);
    return this.metric(metricName, period);
  }

  private filter(metricName: string, id: string, logs: ILogGroup[], filterPattern: IFilterPattern) {
    const metricNamespace = Stack.of(this).stackName;
    for (const [index, logGroup] of logs.entries()) {
      new MetricFilter(this, `${id}${index}`, { logGroup, filterPattern, metricNamespace, metricName });
    }
  }

  private metric(metricName: string, period: Duration): Metric {
    return new Metric({ namespace: Stack.of(this).stackName, metricName, ...sumOver(period) });
  }
}

const sumOver = (period: Duration) => ({ statistic: Stats.SUM, period });
const maximum = { statistic: Stats.MAXIMUM, period: fiveMinutes };
