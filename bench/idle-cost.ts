import { prices } from 'shared-types/rules/prices';
import { auditCost, busyMonth } from './audit-cost.ts';
import { row, sum } from './row.ts';

/** A resource of a template. Its references may be resolved or not. */
export interface PricedResource {
  type: string;
  properties: Record<string, unknown>;
}

/** The stored data of an idle site in GB. */
export interface Stored {
  tables: number;
  /** The built site, the functions' code and the templates, a few versions of each. */
  uploads: number;
  logs: number;
  /** The files of one world. Each configured stack has a world. */
  world: number;
  /** The image of the last good start of each server, and the server programs of its last versions. */
  kept: number;
  /** The changed part of a world in each of its 35 daily backups. */
  changedADay: number;
  /** The days of the month on which the files of a world are touched. */
  daysPlayed: number;
}

/**
 * Returns a site that has been used for a year, in a month in which nothing happens: the last players left the day
 * before.
 */
export const idleSite = (world: number): Stored => ({
  tables: 0.1,
  uploads: 0.2,
  logs: 0.1,
  world,
  // The image has 150 MB, and each of three packed programs 250 MB at most: see bench/world-size.ts.
  kept: 0.9,
  changedADay: 0.03 * world,
  daysPlayed: 0,
});

/** Returns the same site in a month with players on each day. */
const playedDaily = (world: number): Stored => ({ ...idleSite(world), daysPlayed: daysAMonth });

const backupDays = 35;
const daysAMonth = 30;
/**
 * The archives of a world that was stopped every day (lambdas/src/stack/worlds/archive.ts): the 5 of today, one of each of the 6
 * days before, and one of each of the 6 weeks before, which have been moved to the cheaper class. Each day of play deletes one, and S3 keeps
 * it for 7 more days, so an idle month begins with 7 of them and loses one a day. Packing makes archives smaller, which is not counted.
 */
const youngArchives = 5 + 6;
const oldArchives = 6;
const deletedArchives = (daysPlayed: number) => (daysPlayed > 0 ? 7 : (7 * 8) / 2 / daysAMonth);

/** The price of a GB that rests after this number of days, in a month in which it was touched on the first `daysPlayed` days. */
function restingPrice(daysPlayed: number, restDays: number, dear: number, cheap: number): number {
  const touched = Math.min(daysPlayed + restDays, daysAMonth) / daysAMonth;
  return touched * dear + (1 - touched) * cheap;
}
/** Five pollers for each queue, each waiting twenty seconds for a record. */
const pollsAMonth = (5 * 30 * 24 * 3600) / 20;
const free = () => 0;
const beyond = (count: number, included: number) => Math.max(0, count - included);

/** The monthly cost of all idle resources of a type. A type without an entry is an error. */
const monthly: Record<string, (all: PricedResource[], stored: Stored, resources: PricedResource[]) => number> = {
  'AWS::DynamoDB::Table': (_, { tables }) =>
    beyond(tables, prices.table.freeGb) * prices.table.gbMonth + tables * prices.table.recoveryGbMonth,
  'AWS::S3::Bucket': (all, { uploads, world, kept, daysPlayed }, resources) => {
    const { gbMonth, restingGbMonth } = prices.bucket;
    const text = all.map(({ properties }) => JSON.stringify(properties)).join(' ');
    const restDays = Number(/"StorageClass":"GLACIER_IR","TransitionInDays":(\d+)/.exec(text)?.[1] ?? Infinity);
    const young = restingPrice(daysPlayed, restDays, gbMonth, restingGbMonth);
    const old = restDays === Infinity ? gbMonth : restingGbMonth;
    const archives = youngArchives * young + oldArchives * old + deletedArchives(daysPlayed) * gbMonth;
    return uploads * gbMonth + worldsIn(resources) * (world * archives + kept * young);
  },
  'AWS::EFS::FileSystem': (all, { world, changedADay, daysPlayed }, resources) => {
    const text = all.map(({ properties }) => JSON.stringify(properties)).join(' ');
    const backups = /"BackupPolicy":\{"Status":"ENABLED"/.test(text) ? world + backupDays * changedADay : 0;
    const restDays = Number(/"TransitionToIA":"AFTER_(\d+)_DAYS?"/.exec(text)?.[1] ?? daysAMonth);
    const { touched, untouched } = prices.filesGbMonth;
    const files = world * restingPrice(daysPlayed, restDays, touched, untouched);
    return worldsIn(resources) * (files + backups * prices.backupGbMonth);
  },
  'AWS::Logs::LogGroup': (_, { logs }) => beyond(logs, prices.logs.freeGb) * prices.logs.gbMonth,
  'AWS::CloudWatch::Alarm': (all) =>
    beyond(sum(all.map(({ properties }) => metricsOf(properties))), prices.alarm.free) * prices.alarm.month,
  // The price assumes that each filter writes all month.
  'AWS::Logs::MetricFilter': (all) =>
    beyond(
      new Set(all.map(({ properties }) => JSON.stringify(properties['MetricTransformations']))).size,
      prices.metric.free,
    ) * prices.metric.month,
  'AWS::CloudWatch::Dashboard': (all) =>
    all.some(({ properties }) => JSON.stringify(properties).split('AWS/').length - 1 > prices.dashboard.freeMetrics)
      ? all.length * prices.dashboard.month
      : beyond(all.length, prices.dashboard.free) * prices.dashboard.month,

  // Lambda polls an empty queue, too.
  'AWS::Lambda::EventSourceMapping': (all) =>
    beyond(all.length * pollsAMonth, prices.freeQueueCalls) * prices.queueCall,

  // These are billed by usage only.
  'AWS::Lambda::Function': free,
  'AWS::ApiGatewayV2::Api': free,
  'AWS::CloudFront::Distribution': free,
  'AWS::CloudFront::Function': free,
  'AWS::SQS::Queue': free,
  'AWS::SNS::Topic': free,
  'AWS::SNS::Subscription': free,
  'AWS::SES::EmailIdentity': free,
  'AWS::StepFunctions::StateMachine': free,
  'AWS::Scheduler::Schedule': free,
  'AWS::Events::Rule': free,
  // 10,000 people a month are free.
  'AWS::Cognito::UserPool': free,
  // The first two budgets are free.
  'AWS::Budgets::Budget': (all) => beyond(all.length, 2) * 0.6,
  // Standard parameters are free.
  'AWS::SSM::Parameter': free,

  // Parts of other resources cost nothing, and neither do networks without a gateway.
  'AWS::ApiGatewayV2::Integration': free,
  'AWS::ApiGatewayV2::Route': free,
  'AWS::ApiGatewayV2::Stage': free,
  'AWS::CDK::Metadata': free,
  'AWS::CloudFront::OriginAccessControl': free,
  'AWS::CloudFront::ResponseHeadersPolicy': free,
  'AWS::Cognito::UserPoolClient': free,
  'AWS::EC2::InternetGateway': free,
  'AWS::EC2::Route': free,
  'AWS::EC2::RouteTable': free,
  'AWS::EC2::SecurityGroup': free,
  'AWS::EC2::SecurityGroupIngress': free,
  'AWS::EC2::Subnet': free,
  'AWS::EC2::SubnetRouteTableAssociation': free,
  'AWS::EC2::VPC': free,
  'AWS::EC2::VPCGatewayAttachment': free,
  'AWS::EFS::AccessPoint': free,
  'AWS::EFS::MountTarget': free,
  'AWS::IAM::InstanceProfile': free,
  'AWS::IAM::Policy': free,
  'AWS::IAM::Role': free,
  'AWS::Lambda::EventInvokeConfig': free,
  'AWS::Lambda::LayerVersion': free,
  'AWS::Lambda::Permission': free,
  'AWS::S3::BucketPolicy': free,
  'AWS::SSM::Document': free,
  'AWS::SNS::TopicPolicy': free,
  'AWS::SQS::QueuePolicy': free,
  'Custom::CDKBucketDeployment': free,
};

/** Each configured stack has an access point to its own world. */
const isWorld = ({ type }: PricedResource) => type === 'AWS::EFS::AccessPoint';
const worldsIn = (resources: PricedResource[]) => resources.filter(isWorld).length;

/** An alarm is billed by the metrics that it watches. */
function metricsOf({ Metrics: metrics }: Record<string, unknown>): number {
  return Array.isArray(metrics) ? metrics.filter((each) => JSON.stringify(each).includes('"MetricStat"')).length : 1;
}

/** Returns the cost in US dollars a month by resource type, most expensive first. Throws for a type without a price. */
export function idleCost(resources: PricedResource[], stored: Stored): { type: string; cost: number }[] {
  const types = [...new Set(resources.map(({ type }) => type))];
  return types
    .map((type) => {
      const costOf = monthly[type];
      if (!costOf) throw new Error(`bench/idle-cost.ts has no price for an idle ${type}`);
      const ofType = resources.filter((each) => each.type === type);
      return { type, cost: costOf(ofType, stored, resources) };
    })
    .toSorted((a, b) => b.cost - a.cost);
}

const maxIdleCost = 0.5;
const dollars = (cost: number) => `$${cost.toFixed(2)}`;

/** Returns the resources of a site with `count` configured stacks. */
export const withWorlds = (resources: PricedResource[], count: number): PricedResource[] => [
  ...resources.filter((each) => !isWorld(each)),
  ...Array.from({ length: count }, () => ({ type: 'AWS::EFS::AccessPoint', properties: {} })),
];

export function idleCostRows(resources: PricedResource[], world: number) {
  const total = (worlds: number, stored = idleSite(world)) =>
    sum(idleCost(withWorlds(resources, worlds), stored).map(({ cost }) => cost));
  const withOne = total(1);
  const configured = worldsIn(resources);
  const months = [
    { what: 'idle cost a month without worlds', cost: total(0), hasGoal: true },
    {
      what: `idle cost a month with a world of ${world} GB, its archives and backups`,
      cost: withOne,
      hasGoal: true,
    },
    { what: `idle cost a month with the ${configured} worlds of cdk.json`, cost: total(configured), hasGoal: true },
    {
      what: 'the month of the site and one world with players on each day',
      cost: total(1, playedDaily(world)),
      hasGoal: false,
    },
    { what: `each further world of ${world} GB in an idle month`, cost: total(2) - withOne, hasGoal: false },
  ];
  const { events, refusals } = busyMonth;
  const audit = `the audit trail of ${events} events and ${refusals} refusals in a month`;
  const rows = months.map(({ what, cost, hasGoal }) =>
    hasGoal
      ? row(11, what, dollars(cost), `≤ ${dollars(maxIdleCost)}`, cost <= maxIdleCost)
      : row(11, what, dollars(cost), '–', true),
  );
  const mails = `${busyMonth.mails} mails about accounts in a month`;
  rows.push(row(11, mails, dollars(busyMonth.mails * prices.mail), '–', true));
  return [...rows, row(11, audit, dollars(auditCost(busyMonth)), '–', true)];
}
