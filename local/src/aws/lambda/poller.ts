import {
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
  type MessageAttributeValue,
} from '@aws-sdk/client-sqs';
import { setTimeout as pause } from 'node:timers/promises';
import type { AwsAccess } from '../access.ts';
import type { EventSourceMapping } from './event-source-mapping.ts';
import { FunctionError, type Functions } from './functions.ts';
import { retryWhileThrottled } from './throttling.ts';
import type { Json, JsonObject } from '../../json.ts';
import type { Resource } from '../../template/resource.ts';

export interface Poller {
  close(): Promise<void>;
}

interface PollerProps {
  mapping: EventSourceMapping;
  functions: Pick<Functions, 'invoke'>;
  /** Lambda's way with a message that would continue a recursive loop: to the dead letters, if the queue has some. */
  drop: (queue: Resource, receiptHandle: string) => void;
  /** The poller has the access of the function's role, as Lambda's poller has. */
  access: AwsAccess;
}

/** Runs an event source mapping: it passes each message of a queue to a function and deletes it on success. */
export function startPoller({ mapping, functions, drop, access }: PollerProps): Poller {
  const sqs = new SQSClient(access);
  const QueueUrl = mapping.queue.ref;
  const stop = new AbortController();
  const inFlight = new Set<Promise<void>>();

  async function poll() {
    while (!stop.signal.aborted) {
      while (inFlight.size >= mapping.concurrency) await Promise.race(inFlight);
      for (const message of await receive()) {
        const work = handle(message).finally(() => inFlight.delete(work));
        inFlight.add(work);
      }
    }
  }

  async function receive(): Promise<Message[]> {
    const wanted = Math.min(10, mapping.concurrency - inFlight.size);
    try {
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({
          QueueUrl,
          MaxNumberOfMessages: wanted,
          WaitTimeSeconds: 20,
          MessageSystemAttributeNames: ['All'],
          MessageAttributeNames: ['All'],
        }),
        { abortSignal: stop.signal },
      );
      return Messages;
    } catch {
      // The endpoint logs a denied call. The pause keeps the loop from spinning.
      await pause(500, undefined, { signal: stop.signal }).catch(() => {});
      return [];
    }
  }

  /**
   * A throttled delivery is tried again while the message is hidden, which is why AWS advises six times the worker's timeout
   * (docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html). A failed message stays in the queue. After its visibility timeout it returns, or moves
   * to the dead-letter queue.
   */
  async function handle(message: Message) {
    try {
      const event = { Records: [recordOf(message, mapping.queue, access.region)] };
      const cause = message.Attributes?.AWSTraceHeader;
      const response = await retryWhileThrottled(() => functions.invoke(mapping.functionArn, event, cause), {
        firstPauseMs: 100,
        maxPauseMs: 2000,
        forMs: mapping.visibilityTimeoutMs,
        signal: stop.signal,
      });
      if (mapping.reportsFailures && hasFailures(response)) return;
      await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: message.ReceiptHandle }));
    } catch (error) {
      // The function's log has the reason of any other failure.
      if (isRecursiveLoop(error)) drop(mapping.queue, message.ReceiptHandle ?? '');
    }
  }

  const polling = mapping.enabled ? poll() : Promise.resolve();
  return {
    async close() {
      stop.abort();
      await polling;
      await Promise.all(inFlight);
      sqs.destroy();
    },
  };
}

const isRecursiveLoop = (error: unknown) =>
  error instanceof FunctionError && error.errorType === 'RecursiveInvocationException';

/** For Lambda a response is a failure when it names failed items or cannot be understood. */
function hasFailures(response: Json): boolean {
  if (response === null || typeof response !== 'object' || Array.isArray(response)) return response !== null;
  const failures = response['batchItemFailures'];
  if (failures === undefined || failures === null) return false;
  return !Array.isArray(failures) || failures.length > 0;
}

function recordOf(message: Message, queue: Resource, awsRegion: string): JsonObject {
  const attributes = Object.entries(message.MessageAttributes ?? {});
  return {
    messageId: message.MessageId ?? '',
    receiptHandle: message.ReceiptHandle ?? '',
    body: message.Body ?? '',
    attributes: { ...message.Attributes },
    messageAttributes: Object.fromEntries(attributes.map(([name, value]) => [name, attributeOf(value)])),
    md5OfBody: message.MD5OfBody ?? '',
    eventSource: 'aws:sqs',
    eventSourceARN: queue.attributes['Arn'] ?? '',
    awsRegion,
  };
}

const attributeOf = ({ StringValue, BinaryValue, DataType = '' }: MessageAttributeValue): JsonObject => ({
  ...(StringValue === undefined ? {} : { stringValue: StringValue }),
  ...(BinaryValue === undefined ? {} : { binaryValue: Buffer.from(BinaryValue).toString('base64') }),
  stringListValues: [],
  binaryListValues: [],
  dataType: DataType,
});
