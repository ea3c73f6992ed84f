import { Duration } from 'aws-cdk-lib';
import {
  AlarmStatusWidget,
  Dashboard as CloudWatchDashboard,
  GraphWidget,
  type IAlarm,
  type IMetric,
  Metric,
  Stats,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { WatchedResources } from './watched-resources.ts';

const period = Duration.minutes(5);

interface DashboardProps {
  /** Dashboards belong to the account, not to a region, so the name has the region. */
  name: string;
  parts: WatchedResources;
  alarms: IAlarm[];
  /** The metrics of refused requests. */
  refusals: IMetric[];
}

/** The dashboard of the whole site. Three dashboards with up to fifty metrics each are free on AWS. */
export class Dashboard extends CloudWatchDashboard {
  constructor(scope: Construct, id: string, { name, parts, alarms, refusals }: DashboardProps) {
    const { api, queues, tables } = parts;
    const functions = parts.functions.filter(({ isCalledByHand }) => !isCalledByHand);
    const ofApi = (metricName: string, statistic: string = Stats.SUM) =>
      new Metric({ namespace: 'AWS/ApiGateway', metricName, dimensionsMap: { ApiId: api.apiId }, statistic, period });
    const [calls, refused, failed, latency] = [ofApi('Count'), ofApi('4xx'), ofApi('5xx'), ofApi('Latency', 'p95')];
    super(scope, id, {
      dashboardName: name,
      defaultInterval: Duration.days(1),
      widgets: [
        [new AlarmStatusWidget({ title: 'Alarms', alarms, width: 24, height: 3 })],
        [
          graph('Calls', [calls, refused, failed]),
          graph('How long calls take (p95)', [latency]),
          graph('Refused requests', refusals),
          graph(
            'Errors',
            functions.map((each) => each.metricErrors({ label: each.node.path, period })),
          ),
        ],
        [
          graph(
            'How long functions take',
            functions.map((each) => each.metricDuration({ label: each.node.path, statistic: Stats.MAXIMUM, period })),
          ),
          graph(
            'Waiting records and dead letters',
            queues.flatMap(({ queue, deadLetters }) =>
              [queue, deadLetters].map((each) => each.metricApproximateNumberOfMessagesVisible({ period })),
            ),
          ),
          graph(
            'Units of the tables',
            tables.flatMap(({ tableName }) => [ofTable(tableName, 'Read'), ofTable(tableName, 'Write')]),
          ),
        ],
      ],
    });
  }
}

const graph = (title: string, left: IMetric[]) => new GraphWidget({ title, left, width: 8, height: 7 });

const ofTable = (tableName: string, kind: 'Read' | 'Write') =>
  new Metric({
    namespace: 'AWS/DynamoDB',
    metricName: `Consumed${kind}CapacityUnits`,
    dimensionsMap: { TableName: tableName },
    statistic: Stats.SUM,
    period,
    label: `${kind} ${tableName}`,
  });
