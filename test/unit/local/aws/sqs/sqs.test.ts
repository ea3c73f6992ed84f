import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { type AwsEndpoint, startEndpoint } from 'local/aws/endpoint';
import { type Sqs, startSqs } from 'local/aws/sqs/sqs';
import { resource } from '../../template/resource.ts';

let folder: string;
let sqs: Sqs;
let awsEndpoint: AwsEndpoint;
let client: SQSClient;
let QueueUrl: string;
let reports: string[];
let hasStopped: boolean;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sqs-'));
  sqs = startSqs(folder);
  awsEndpoint = await startEndpoint();
  reports = [];
  hasStopped = false;
  const services = { sqs: sqs.service };
  awsEndpoint.open({
    services,
    callerOf: () => ({ name: 'all', allows: () => true }),
    report: (line) => void reports.push(line),
  });
  QueueUrl = `${awsEndpoint.origin}/000000000000/work`;
  const queue = resource('AWS::SQS::Queue', 'work', {}, { Arn: 'arn:aws:sqs:us-east-1:000000000000:work' });
  sqs.ensureQueue({ ...queue, ref: QueueUrl });
  client = new SQSClient({
    endpoint: awsEndpoint.origin,
    region: 'us-east-1',
    credentials: { accessKeyId: 'AKIDALL', secretAccessKey: 'x' },
    maxAttempts: 1,
  });
});
afterEach(async () => {
  client.destroy();
  await awsEndpoint.close();
  if (!hasStopped) sqs.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('SQS of the local cloud', () => {
  it('sends, receives and deletes through the AWS SDK, which checks the digests', async () => {
    const { MessageId } = await client.send(new SendMessageCommand({ QueueUrl, MessageBody: '房子' }));
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 5, MessageSystemAttributeNames: ['All'] }),
    );
    expect(Messages).toEqual([
      expect.objectContaining({
        MessageId,
        Body: '房子',
        Attributes: expect.objectContaining({ ApproximateReceiveCount: '1', SentTimestamp: expect.any(String) }),
      }),
    ]);
    await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: Messages[0]?.ReceiptHandle }));
    const { Attributes } = await client.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }));
    expect(Attributes).toMatchObject({
      ApproximateNumberOfMessages: '0',
      ApproximateNumberOfMessagesNotVisible: '0',
      VisibilityTimeout: '30',
    });
  });

  it('ends its long polls when it stops', async () => {
    const receiving = client.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 20 }));
    sqs.stop();
    hasStopped = true;
    expect((await receiving).Messages).toBeUndefined();
    expect(reports).toEqual([]);
  });

  it('answers a long poll as soon as a message comes', async () => {
    const receiving = client.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 20 }));
    await client.send(new SendMessageCommand({ QueueUrl, MessageBody: 'late' }));
    const { Messages = [] } = await receiving;
    expect(Messages.map(({ Body }) => Body)).toEqual(['late']);
    const ReceiptHandle = Messages[0]?.ReceiptHandle;
    await client.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 0 }));
  });

  it('refuses a queue that does not exist', async () => {
    const sending = client.send(new SendMessageCommand({ QueueUrl: `${awsEndpoint.origin}/0/none`, MessageBody: 'x' }));
    await expect(sending).rejects.toMatchObject({ name: 'QueueDoesNotExist' });
  });

  it.each([
    ['an empty body', { MessageBody: '' }, 'InvalidParameterValue'],
    ['a body over 1 MiB', { MessageBody: 'x'.repeat(1_048_577) }, 'InvalidParameterValue'],
    ['a delay over 15 minutes', { MessageBody: 'x', DelaySeconds: 901 }, 'InvalidParameterValue'],
    ['a parameter of FIFO queues', { MessageBody: 'x', MessageGroupId: 'g' }, 'InvalidParameterValue'],
    // docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html lists the characters.
    ['a control character', { MessageBody: 'a\u0000b' }, 'InvalidMessageContents'],
    ['a character that is none', { MessageBody: 'a\uFFFFb' }, 'InvalidMessageContents'],
  ])('refuses %s', async (_, input, name) => {
    await expect(client.send(new SendMessageCommand({ QueueUrl, ...input }))).rejects.toMatchObject({ name });
  });

  it('takes 1 MiB, tabs, line breaks and every script', async () => {
    for (const MessageBody of ['x'.repeat(1_048_576), '\t\r\n房子😀']) {
      const { MessageId } = await client.send(new SendMessageCommand({ QueueUrl, MessageBody }));
      expect(MessageId).toMatch(/./);
    }
  });

  // docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_DeleteMessage.html: the errors of each call.
  it('refuses a receipt handle that is none', async () => {
    const message = { QueueUrl, ReceiptHandle: 'none' };
    const refused = { name: 'ReceiptHandleIsInvalid' };
    await expect(client.send(new DeleteMessageCommand(message))).rejects.toMatchObject(refused);
    const hiding = new ChangeMessageVisibilityCommand({ ...message, VisibilityTimeout: 1 });
    await expect(client.send(hiding)).rejects.toMatchObject(refused);
  });
});
