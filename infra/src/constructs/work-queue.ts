import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { createDeadLetterQueue } from './dead-letter-queue.ts';
import type { NodeFunction } from './node-function.ts';

/** The longest that a record can be sent for later. */
const maxDelay = Duration.minutes(15);

interface WorkQueueProps {
  /** The name of a record's job for people, as in 'an answer of the chat'. Alarms use it. */
  job: string;
  /** The worker's timeout. A message is hidden six times as long, as AWS advises. */
  maxJobDuration: Duration;
}

/** A queue that hands each record to one run of its worker. After five failures the record goes to the dead-letter queue. */
export class WorkQueue extends Construct {
  readonly queueUrl: string;
  readonly maxReceives = 5;
  /** The dead-letter queue for records that failed too often. */
  readonly deadLetters: Queue;
  readonly queue: Queue;
  readonly job: string;
  /** A record older than this has failed before, or the worker does not run. */
  readonly late: Duration;

  constructor(scope: Construct, id: string, { job, maxJobDuration }: WorkQueueProps) {
    super(scope, id);
    this.job = job;
    this.late = maxDelay.plus(Duration.seconds(2 * maxJobDuration.toSeconds()));
    const shared = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };
    this.deadLetters = createDeadLetterQueue(this, shared);
    this.queue = new Queue(this, 'Queue', {
      ...shared,
      visibilityTimeout: Duration.seconds(6 * maxJobDuration.toSeconds()),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: this.maxReceives },
    });
    this.queueUrl = this.queue.queueUrl;
  }

  /** Processes at most `concurrency` records at once. The minimum of AWS is two. */
  deliverTo(worker: NodeFunction<object>, concurrency: number) {
    // The CDK's own event source would grant two more actions that Lambda never uses.
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

  /** Allows sending to the dead-letter queue. */
  grantSendToDeadLetters(sender: NodeFunction<object>) {
    sender.allow(['sqs:SendMessage'], [this.deadLetters.queueArn]);
  }
}
