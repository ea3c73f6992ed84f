/**
 * The list prices of AWS in US dollars, in us-east-1, without taxes. They are as known on the date below and were not read
 * from the pages named, so they are good for an estimate only. Other regions cost up to a third more. The owner's page of
 * costs and row 11 of the bench use these prices.
 */
export const priceSource = { region: 'us-east-1', date: '2026-11-21' } as const;

const million = 1_000_000;

export const prices = {
  /** aws.amazon.com/lambda/pricing: arm64. A million calls and 400,000 GB-seconds a month are free. */
  lambda: { call: 0.2 / million, gbSecond: 0.000_013_333_4 },
  /** aws.amazon.com/api-gateway/pricing: HTTP APIs. */
  apiCall: 1 / million,
  /** aws.amazon.com/cloudfront/pricing: a terabyte and ten million requests a month are free. */
  edgeRequest: 1 / million,
  /** aws.amazon.com/dynamodb/pricing/on-demand: 25 GB are free, their backups are not. */
  table: { readUnit: 0.125 / million, writeUnit: 0.625 / million, gbMonth: 0.25, freeGb: 25, recoveryGbMonth: 0.2 },
  /** aws.amazon.com/sqs/pricing: a million a month are free. */
  queueCall: 0.4 / million,
  freeQueueCalls: million,
  /** aws.amazon.com/sns/pricing: mails of a standard topic, of which a thousand a month are free. */
  mail: 2 / 100_000,
  /** aws.amazon.com/step-functions/pricing: standard workflows; 4,000 transitions a month are free. */
  transition: 0.025 / 1000,
  /** aws.amazon.com/s3/pricing. A hundred GB a month leave all services of AWS without charge. */
  bucket: {
    gbMonth: 0.023,
    /** Standard-Infrequent Access, in which an object is billed for 30 days at least. */
    rareGbMonth: 0.0125,
    rareGbRead: 0.01,
    write: 0.005 / 1000,
    read: 0.0004 / 1000,
    gbOut: 0.09,
  },
  /** aws.amazon.com/cloudwatch/pricing: ten alarms, ten metrics, 5 GB of logs and three dashboards of fifty metrics are free. */
  alarm: { month: 0.1, free: 10 },
  dashboard: { month: 3, free: 3, freeMetrics: 50 },
  metric: { month: 0.3, free: 10 },
  logs: { gbWritten: 0.5, gbMonth: 0.03, freeGb: 5 },
  /** aws.amazon.com/efs/pricing: in one zone. `untouched` is One Zone-Infrequent Access. */
  filesGbMonth: { touched: 0.16, untouched: 0.0133 },
  /** aws.amazon.com/backup/pricing: of EFS, warm. */
  backupGbMonth: 0.05,
} as const;
