import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { NodeFunction } from './node-function.ts';

/** The longest that a record can be sent for later. */
const longestDelay = Duration.minutes(15);

interface WorkQueueProps {
  /** What a record is to people, as in 'an answer of the chat': its alarms speak of it. */
  job: string;
  /** The worker's own timeout. A message is hidden six times as long, as AWS advises. */
  longestJob: Duration;
}

/** A queue whose records each go to one run of its worker; after five failures a record waits among the dead letters. */
export class WorkQueue extends Construct {
  readonly queueUrl: string;
  readonly maxReceives = 5;
  /** Where records wait that failed too often. */
  readonly deadLetters: Queue;
  readonly queue: Queue;
  readonly job: string;
  /** A record that is still there after this long has failed before, or nobody works. */
  readonly late: Duration;

  constructor(scope: Construct, id: string, { job, longestJob }: WorkQueueProps) {
    super(scope, id);
    this.job = job;
    this.late = longestDelay.plus(Duration.seconds(2 * longestJob.toSeconds()));
    const shared = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };
    this.deadLetters = new Queue(this, 'DeadLetters', { ...shared, retentionPeriod: Duration.days(14) });
    this.queue = new Queue(this, 'Queue', {
      ...shared,
      visibilityTimeout: Duration.seconds(6 * longestJob.toSeconds()),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: this.maxReceives },
    });
    this.queueUrl = this.queue.queueUrl;
  }

  /** At most `concurrency` records are worked on at once; AWS takes no less than two. */
  deliverTo(worker: NodeFunction<object>, concurrency: number) {
    // The CDK's own event source would grant two actions that Lambda never uses.
    worker.allow(['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], [this.queue.queueArn]);
    worker.addEventSourceMapping('Queue', {
      eventSourceArn: this.queue.queueArn,
      batchSize: 1,
      maxConcurrency: concurrency,
    });
  }

  grantSend(sender: NodeFunction<object>) {
    sender.allow(['sqs:SendMessage'], [this.queue.queueArn]);
  }

  /** To put what came to nothing among the dead letters. */
  grantSendToDeadLetters(sender: NodeFunction<object>) {
    sender.allow(['sqs:SendMessage'], [this.deadLetters.queueArn]);
  }
}
