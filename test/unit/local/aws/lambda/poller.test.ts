import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { GetQueueAttributesCommand, ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Json, JsonObject } from 'local/json';
import type { Resource } from 'local/template/resource';
import { type Sqs, startSqs } from 'local/aws/sqs/sqs';
import { type AwsEndpoint, startEndpoint } from 'local/aws/endpoint';
import { FunctionError } from 'local/aws/lambda/functions';
import { readMapping } from 'local/aws/lambda/event-source-mapping';
import { throttled } from 'local/aws/lambda/throttling';
import { type Poller, startPoller } from 'local/aws/lambda/poller';
import { eventually } from '../../../../support/eventually.ts';
import { resource } from '../../template/resource.ts';

const arnOf = (name: string) => `arn:aws:sqs:us-east-1:000000000000:${name}`;
const worker = resource('AWS::Lambda::Function', 'Worker', {}, { Arn: 'arn:worker' });

let folder: string;
let sqs: Sqs;
let awsEndpoint: AwsEndpoint;
let client: SQSClient;
let poller: Poller | undefined;
let work: Resource;
let deadLetters: Resource;
/** The trace headers of the events that the worker was handed. */
let causes: string[];

function queue(name: string, properties: JsonObject): Resource {
  const found = resource('AWS::SQS::Queue', name, properties, { Arn: arnOf(name), QueueName: name });
  return { ...found, ref: `${awsEndpoint.origin}/000000000000/${name}` };
}

async function open() {
  sqs = startSqs(folder);
  awsEndpoint = await startEndpoint();
  const services = { sqs: sqs.service };
  awsEndpoint.open({ services, callerOf: () => ({ name: 'all', allows: () => true }), report: () => {} });
  client = new SQSClient(access());
  deadLetters = queue('dead', {});
  work = queue('work', {
    VisibilityTimeout: 1,
    RedrivePolicy: { deadLetterTargetArn: arnOf('dead'), maxReceiveCount: 2 },
  });
  for (const each of [deadLetters, work]) sqs.ensureQueue(each);
}

async function close() {
  await poller?.close();
  poller = undefined;
  client.destroy();
  await awsEndpoint.close();
  sqs.stop();
}

const access = () => ({
  endpoint: awsEndpoint.origin,
  region: 'us-east-1',
  credentials: { accessKeyId: 'AKIDALL', secretAccessKey: 'x' },
});

beforeEach(async () => {
  causes = [];
  folder = mkdtempSync(join(tmpdir(), 'queues-'));
  await open();
});
afterEach(async () => {
  await close();
  rmSync(folder, { recursive: true, force: true });
});

/** Joins the queue to a worker, and gives the events that the worker was handed. */
function deliver(handle: (event: Json) => Promise<Json>, properties: JsonObject = {}): Json[] {
  const events: Json[] = [];
  const mapping = readMapping(
    resource('AWS::Lambda::EventSourceMapping', 'Mapping', {
      EventSourceArn: arnOf('work'),
      FunctionName: worker.ref,
      BatchSize: 1,
      ...properties,
    }),
    [work, worker],
  );
  const invoke = (_: string, event: Json, cause = '') => {
    events.push(event);
    causes.push(cause);
    return handle(event);
  };
  poller = startPoller({ mapping, functions: { invoke }, drop: sqs.drop, access: access() });
  return events;
}

const send = (MessageBody: string, DelaySeconds = 0) =>
  client.send(new SendMessageCommand({ QueueUrl: work.ref, MessageBody, DelaySeconds }));

const receive = () =>
  client.send(
    new ReceiveMessageCommand({
      QueueUrl: work.ref,
      MaxNumberOfMessages: 1,
      VisibilityTimeout: 600,
      WaitTimeSeconds: 1,
      MessageSystemAttributeNames: ['ApproximateReceiveCount'],
    }),
  );

async function depth({ ref }: Resource) {
  const { Attributes = {} } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl: ref, AttributeNames: ['All'] }),
  );
  const { ApproximateNumberOfMessages: ready, ApproximateNumberOfMessagesNotVisible: hidden } = Attributes;
  return Number(ready) + Number(hidden);
}

describe('an event source mapping', () => {
  it('passes a message as a genuine record and deletes it', async () => {
    const events = deliver(async () => null);
    const { MessageId, MD5OfMessageBody } = await send('{"page":1}');
    await eventually(async () => events.length > 0 && (await depth(work)) === 0);
    expect(events).toEqual([
      {
        Records: [
          {
            messageId: MessageId,
            receiptHandle: expect.any(String),
            body: '{"page":1}',
            attributes: expect.objectContaining({ ApproximateReceiveCount: '1', SentTimestamp: expect.any(String) }),
            messageAttributes: {},
            md5OfBody: MD5OfMessageBody,
            eventSource: 'aws:sqs',
            eventSourceARN: arnOf('work'),
            awsRegion: 'us-east-1',
          },
        ],
      },
    ]);
    expect(await depth(work)).toBe(0);
  });

  it('retries a failed message after its visibility timeout, then moves it to the dead letters', async () => {
    const events = deliver(async () => Promise.reject(new Error('no')));
    await send('x');
    await pause(500);
    expect(events).toHaveLength(1);
    await pause(900);
    expect(events).toHaveLength(2);
    await pause(1200);
    expect(events).toHaveLength(2);
    expect(await depth(work)).toBe(0);
    expect(await depth(deadLetters)).toBe(1);
  });

  it('hands over the trace header of the call that sent the message', async () => {
    const events = deliver(async () => null);
    const Trace = 'Root=1-6553f100-000000000000000000000000;Parent=0000000000000000;Sampled=0;Lineage=12345678:3';
    // As Lambda sets them, so that the SDK adds the header.
    Object.assign(process.env, { AWS_LAMBDA_FUNCTION_NAME: 'worker', _X_AMZN_TRACE_ID: Trace });
    await send('x');
    await eventually(async () => events.length === 1);
    expect(events).toMatchObject([{ Records: [{ attributes: { AWSTraceHeader: Trace } }] }]);
    expect(causes).toEqual([Trace]);
    delete process.env['AWS_LAMBDA_FUNCTION_NAME'];
    delete process.env['_X_AMZN_TRACE_ID'];
  });

  it('moves a message that would continue a recursive loop to the dead letters at once', async () => {
    const events = deliver(async () => Promise.reject(new FunctionError('RecursiveInvocationException', 'a loop')));
    await send('x');
    await eventually(async () => (await depth(deadLetters)) === 1);
    expect(events).toHaveLength(1);
    expect(await depth(work)).toBe(0);
  });

  it('treats a reported item failure as a failure', async () => {
    const properties = { FunctionResponseTypes: ['ReportBatchItemFailures'] };
    const events = deliver(async () => ({ batchItemFailures: [{ itemIdentifier: 'any' }] }), properties);
    await send('x');
    await pause(150);
    expect(events).toHaveLength(1);
    expect(await depth(work)).toBe(1);
  });

  it('tries a throttled delivery again at once, without another receive', async () => {
    let refusals = 2;
    const events = deliver(async () => {
      if (refusals-- > 0) throw throttled();
      return null;
    });
    await send('x');
    await eventually(async () => (await depth(work)) === 0);
    expect(events).toHaveLength(3);
    expect(events).toMatchObject(events.map(() => ({ Records: [{ attributes: { ApproximateReceiveCount: '1' } }] })));
    expect(await depth(deadLetters)).toBe(0);
  });

  it('does not exceed its concurrency', async () => {
    let atOnce = 0;
    let most = 0;
    deliver(
      async () => {
        most = Math.max(most, ++atOnce);
        await pause(50);
        atOnce--;
        return null;
      },
      { ScalingConfig: { MaximumConcurrency: 2 } },
    );
    await Promise.all(['1', '2', '3', '4', '5', '6'].map((body) => send(body)));
    await eventually(async () => (await depth(work)) === 0);
    expect(most).toBe(2);
  });

  it('respects the delay of a message', async () => {
    const events = deliver(async () => null);
    await send('later', 1);
    await pause(700);
    expect(events).toHaveLength(0);
    await pause(600);
    expect(events).toHaveLength(1);
  });

  it('stops the start by name when it asks for batches', () => {
    expect(() => deliver(async () => null, { BatchSize: 10 })).toThrow('BatchSize');
  });
});

describe('the queues', () => {
  it('survive a restart, after which messages in flight are visible at once', async () => {
    await send('waiting');
    await send('held');
    await receive();
    await close();
    await open();
    const messages = [...((await receive()).Messages ?? []), ...((await receive()).Messages ?? [])];
    expect(messages.map(({ Body, Attributes }) => [Body, Attributes?.['ApproximateReceiveCount']])).toEqual(
      expect.arrayContaining([
        ['waiting', '2'],
        ['held', '1'],
      ]),
    );
  });

  it('keep a message visible when its receiver has left', async () => {
    const goes = new AbortController();
    const polling = client
      .send(new ReceiveMessageCommand({ QueueUrl: work.ref, WaitTimeSeconds: 5 }), { abortSignal: goes.signal })
      .catch(() => 'gone');
    await pause(100);
    goes.abort();
    expect(await polling).toBe('gone');
    await send('x');
    await pause(100);
    const { Messages = [] } = await receive();
    expect(Messages).toHaveLength(1);
  });
});
