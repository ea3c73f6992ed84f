import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { requestHandler, outageMiddleware } from './outage.ts';

export function sqsClient(): SQSClient {
  const client = new SQSClient({ requestHandler });
  client.middlewareStack.add(outageMiddleware, { step: 'initialize' });
  return client;
}

/** The longest time for which SQS holds a message back. */
const maxDelaySeconds = 900;

/** Makes a function that sends one kind of message. */
export const queueSender =
  <Message>(client: SQSClient, QueueUrl: string) =>
  async (message: Message, delaySeconds = 0) => {
    const DelaySeconds = Math.min(Math.max(Math.ceil(delaySeconds), 0), maxDelaySeconds);
    await client.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(message), DelaySeconds }));
  };
