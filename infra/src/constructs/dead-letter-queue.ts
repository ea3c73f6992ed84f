import { Duration } from 'aws-cdk-lib';
import { Queue, type QueueProps } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

/** Keeps records that failed too often for 14 days, so that they can be redriven when the reason is fixed. */
export const createDeadLetterQueue = (scope: Construct, props: QueueProps) =>
  new Queue(scope, 'DeadLetters', { ...props, retentionPeriod: Duration.days(14) });
