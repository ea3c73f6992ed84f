import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { limits } from 'infra/limits';
import * as z from 'zod';
import type { MessageStore, QueueSettings, StoredMessage } from './message-store.ts';

/** An error as SQS names it. */
export class SqsError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const Seconds = (max: number) => z.int().min(0).max(max);

const QueueUrl = z.string();
const names = z.array(z.string()).default([]);

/** SQS accepts the handle of any receipt of the message, also of an earlier one, and refuses a text that is no receipt handle. */
const ReceiptHandle = z.string().transform((handle) => {
  if (z.uuid().safeParse(handle).success) return handle;
  throw new SqsError('ReceiptHandleIsInvalid', `The input receipt handle "${handle}" is not a valid receipt handle.`);
});

const SendMessage = z.strictObject({
  QueueUrl,
  MessageBody: z.string().min(1),
  DelaySeconds: Seconds(900).optional(),
});
const ReceiveMessage = z.strictObject({
  QueueUrl,
  MaxNumberOfMessages: z.int().min(1).max(10).default(1),
  WaitTimeSeconds: Seconds(20).optional(),
  VisibilityTimeout: Seconds(43_200).optional(),
  AttributeNames: names,
  MessageSystemAttributeNames: names,
  MessageAttributeNames: names,
});
const DeleteMessage = z.strictObject({ QueueUrl, ReceiptHandle });
const ChangeVisibility = z.strictObject({ QueueUrl, ReceiptHandle, VisibilityTimeout: Seconds(43_200) });
const GetQueueAttributes = z.strictObject({ QueueUrl, AttributeNames: names });

export interface Queues {
  store: MessageStore;
  /** Throws an SqsError for an address without a queue. */
  find: (url: string) => QueueSettings;
}

/** The characters of XML 1.0: docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html */
const allowedText = /^[\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]*$/u;

function checkBody(body: string) {
  if (!allowedText.test(body))
    throw new SqsError('InvalidMessageContents', 'The message contains characters outside the allowed set.');
  if (Buffer.byteLength(body) > limits.sqsBytes) {
    throw new SqsError(
      'InvalidParameterValue',
      `One or more parameters are invalid. Reason: Message must be shorter than ${limits.sqsBytes} bytes.`,
    );
  }
}

const md5 = (text: string) => createHash('md5').update(text).digest('hex');

function wireMessage({ body, ...message }: StoredMessage, wanted: string[]) {
  const attributes = {
    SenderId: '000000000000',
    SentTimestamp: String(message.sentAtMs),
    ApproximateReceiveCount: String(message.receiveCount),
    ApproximateFirstReceiveTimestamp: String(message.firstReceivedAtMs),
    ...(message.traceHeader !== undefined && { AWSTraceHeader: message.traceHeader }),
  };
  const shown = Object.entries(attributes).filter(([name]) => wanted.includes('All') || wanted.includes(name));
  return {
    MessageId: message.messageId,
    ReceiptHandle: message.receiptHandle,
    MD5OfBody: md5(body),
    Body: body,
    ...(shown.length > 0 && { Attributes: Object.fromEntries(shown) }),
  };
}

const pollMs = 20;

/** Answers a long poll as soon as there is a message, or when the time is up or the caller has gone. */
async function receive({ store, find }: Queues, input: unknown, { signal }: CallContext) {
  const asked = ReceiveMessage.parse(input);
  const queue = find(asked.QueueUrl);
  const endMs = Date.now() + (asked.WaitTimeSeconds ?? queue.receiveWait) * 1000;
  for (;;) {
    const messages = signal.aborted ? [] : store.receive(queue, asked.MaxNumberOfMessages, asked.VisibilityTimeout);
    if (messages.length > 0) {
      const wanted = [...asked.AttributeNames, ...asked.MessageSystemAttributeNames];
      return { Messages: messages.map((message) => wireMessage(message, wanted)) };
    }
    if (signal.aborted || Date.now() >= endMs) return {};
    await pause(pollMs, undefined, { signal }).catch(() => {});
  }
}

interface CallContext {
  /** Aborted when the caller has gone. */
  signal: AbortSignal;
  /**
   * The `X-Amzn-Trace-Id` of the call. SQS hands it to the receiver as the system attribute AWSTraceHeader, as
   * docs.aws.amazon.com/xray/latest/devguide/xray-services-sqs.html says (read 2026-11).
   */
  traceHeader: string | undefined;
}

type Operation = (queues: Queues, input: unknown, context: CallContext) => unknown;

/** The operations that the product and the local cloud use. Any other is refused by name. */
export const operations: Record<string, Operation> = {
  SendMessage({ store, find }, input, { traceHeader }) {
    const { QueueUrl: url, MessageBody: body, DelaySeconds } = SendMessage.parse(input);
    const queue = find(url);
    checkBody(body);
    const MessageId = store.send(queue, { body, delaySeconds: DelaySeconds, traceHeader });
    return { MessageId, MD5OfMessageBody: md5(body) };
  },

  ReceiveMessage: receive,

  DeleteMessage({ store, find }, input) {
    const { QueueUrl: url, ReceiptHandle: handle } = DeleteMessage.parse(input);
    store.remove(find(url), handle);
  },

  ChangeMessageVisibility({ store, find }, input) {
    const { QueueUrl: url, ReceiptHandle: handle, VisibilityTimeout } = ChangeVisibility.parse(input);
    if (!store.changeVisibility(find(url), handle, VisibilityTimeout)) {
      throw new SqsError('MessageNotInflight', 'The message referred to is not in flight.');
    }
  },

  GetQueueAttributes({ store, find }, input) {
    const { QueueUrl: url, AttributeNames: wanted } = GetQueueAttributes.parse(input);
    const queue = find(url);
    const { visible, inFlight, delayed } = store.count(queue);
    const attributes = {
      QueueArn: queue.arn,
      ApproximateNumberOfMessages: String(visible),
      ApproximateNumberOfMessagesNotVisible: String(inFlight),
      ApproximateNumberOfMessagesDelayed: String(delayed),
      VisibilityTimeout: String(queue.visibilityTimeout),
      DelaySeconds: String(queue.delay),
      MessageRetentionPeriod: String(queue.retention),
      ReceiveMessageWaitTimeSeconds: String(queue.receiveWait),
      ...(queue.redrive && { RedrivePolicy: JSON.stringify(queue.redrive) }),
    };
    const shown = Object.entries(attributes).filter(([name]) => wanted.includes('All') || wanted.includes(name));
    return { Attributes: Object.fromEntries(shown) };
  },
};
