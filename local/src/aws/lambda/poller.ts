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
import type { Functions } from './functions.ts';
import type { Json, JsonObject } from '../../json.ts';
import type { Resource } from '../../template/resource.ts';

export interface Poller {
  close(): Promise<void>;
}

interface PollerProps {
  mapping: EventSourceMapping;
  functions: Pick<Functions, 'invoke'>;
  /** The poller acts in the name of the function's own role, as Lambda's does. */
  access: AwsAccess;
}

/** An event source mapping: hands each message of a queue to a function, and deletes it when that went well. */
export function startPoller({ mapping, functions, access }: PollerProps): Poller {
  const sqs = new SQSClient(access);
  const QueueUrl = mapping.queue.ref;
  const stop = new AbortController();
  const atWork = new Set<Promise<void>>();

  async function poll() {
    while (!stop.signal.aborted) {
      while (atWork.size >= mapping.concurrency) await Promise.race(atWork);
      for (const message of await receive()) {
        const work = handle(message).finally(() => atWork.delete(work));
        atWork.add(work);
      }
    }
  }

  async function receive(): Promise<Message[]> {
    const wanted = Math.min(10, mapping.concurrency - atWork.size);
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
      // The front has said why, if it refused. Whatever it is, it must not spin.
      await pause(500, undefined, { signal: stop.signal }).catch(() => {});
      return [];
    }
  }

  /** A message that fails stays where it is: its visibility timeout brings it back, or to the dead letters. */
  async function handle(message: Message) {
    try {
      const response = await functions.invoke(mapping.functionArn, {
        Records: [recordOf(message, mapping.queue, access.region)],
      });
      if (mapping.reportsFailures && hasFailures(response)) return;
      await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: message.ReceiptHandle }));
    } catch {
      // The function's log has the reason.
    }
  }

  const polling = mapping.enabled ? poll() : Promise.resolve();
  return {
    async close() {
      stop.abort();
      await polling;
      await Promise.all(atWork);
      sqs.destroy();
    },
  };
}

/** Lambda takes any answer but one that names failures, or that it does not understand, as success. */
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
