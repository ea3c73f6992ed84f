import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { GetQueueAttributesCommand, ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { createClock, followClock } from 'local/clock';
import type { Json, JsonObject } from 'local/json';
import type { Resource } from 'local/template/resource';
import { type Sqs, startSqs } from 'local/aws/sqs/sqs';
import { type AwsEndpoint, type Intercept, startEndpoint } from 'local/aws/endpoint';
import { FunctionError } from 'local/aws/lambda/functions';
import { readMapping } from 'local/aws/lambda/event-source-mapping';
import { throttled } from 'local/aws/lambda/throttling';
import { type Poller, startPoller } from 'local/aws/lambda/poller';
import { eventually } from '../../../../support/eventually.ts';
import { resource } from '../../template/resource.ts';

const visibilityTimeoutMs = 600_000;
const arnOf = (name: string) => `arn:aws:sqs:us-east-1:000000000000:${name}`;
const worker = resource('AWS::Lambda::Function', 'Worker', {}, { Arn: 'arn:worker' });

let folder: string;
let clock: ReturnType<typeof createClock>;
let restoreDate: () => void;
let sqs: Sqs;
let awsEndpoint: AwsEndpoint;
let client: SQSClient;
let poller: Poller | undefined;
let work: Resource;
let deadLetters: Resource;
/** The trace headers of the events that the worker was handed. */
let causes: string[];
let intercept: Intercept;

function queue(name: string, properties: JsonObject): Resource {
  const found = resource('AWS::SQS::Queue', name, properties, { Arn: arnOf(name), QueueName: name });
  return { ...found, ref: `${awsEndpoint.origin}/000000000000/${name}` };
}

const callerOf = () => ({ name: 'all', allows: () => true });
async function open() {
  sqs = startSqs(folder);
  awsEndpoint = await startEndpoint();
  const services = { sqs: sqs.service };
  awsEndpoint.open({ services, callerOf, report: () => {}, intercept: (...call) => intercept(...call) });
  client = new SQSClient(access());
  deadLetters = queue('dead', {});
  work = queue('work', {
    VisibilityTimeout: visibilityTimeoutMs / 1000,
    RedrivePolicy: { deadLetterTargetArn: arnOf('dead'), maxReceiveCount: 2 },
  });
  for (const each of [deadLetters, work]) sqs.ensureQueue(each);
}

/** Stops the poller once the deliveries in progress have ended. */
async function finishDeliveries() {
  await poller?.close();
  poller = undefined;
}

async function close() {
  await finishDeliveries();
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
  intercept = (call, response, pass) => pass(call, response);
  clock = createClock();
  restoreDate = followClock(clock.buffer);
  folder = mkdtempSync(join(tmpdir(), 'queues-'));
  await open();
});
afterEach(async () => {
  await close();
  restoreDate();
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

const Event = z.object({ Records: z.tuple([z.object({ body: z.string() })]) });
const bodyOf = (event: Json) => Event.parse(event).Records[0].body;

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
    const events = deliver(async (event) => {
      if (bodyOf(event) === 'fails') throw new Error('no');
      return null;
    });
    await send('fails');
    await eventually(() => events.length === 1);
    clock.advance(visibilityTimeoutMs / 2);
    // The queue delivers this message after any that became visible before it.
    await send('later');
    await eventually(() => events.length === 2);
    clock.advance(visibilityTimeoutMs / 2);
    await eventually(() => events.length === 3);
    clock.advance(visibilityTimeoutMs);
    await eventually(async () => (await depth(deadLetters)) === 1);
    expect(events.map(bodyOf)).toEqual(['fails', 'later', 'fails']);
    expect(await depth(work)).toBe(0);
  });

  it('hands over the trace header of the call that sent the message', async () => {
    const events = deliver(async () => null);
    const Trace = 'Root=1-6553f100-000000000000000000000000;Parent=0000000000000000;Sampled=0;Lineage=12345678:3';
    // Lambda sets these variables, and the SDK adds the header because of them.
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
    await eventually(() => events.length === 1);
    await finishDeliveries();
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
    const released = Promise.withResolvers<void>();
    // All messages wait in the queue, so that the first receive could get more than two of them.
    await Promise.all(['1', '2', '3', '4', '5', '6'].map((body) => send(body)));
    deliver(
      async () => {
        most = Math.max(most, ++atOnce);
        await released.promise;
        atOnce--;
        return null;
      },
      { ScalingConfig: { MaximumConcurrency: 2 } },
    );
    await eventually(() => atOnce >= 2);
    released.resolve();
    await eventually(async () => (await depth(work)) === 0);
    expect(most).toBe(2);
  });

  it('respects the delay of a message', async () => {
    const events = deliver(async () => null);
    await send('delayed', 600);
    // The queue delivers this message after any that became visible before it.
    await send('prompt');
    await eventually(() => events.length === 1);
    clock.advance(600_000);
    await eventually(() => events.length === 2);
    expect(events.map(bodyOf)).toEqual(['prompt', 'delayed']);
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
    const leaves = new AbortController();
    const arrived = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    const served = Promise.withResolvers<void>();
    intercept = async (call, response, pass) => {
      response.on('close', () => left.resolve());
      arrived.resolve();
      await pass(call, response);
      served.resolve();
    };
    const polling = client
      .send(new ReceiveMessageCommand({ QueueUrl: work.ref, WaitTimeSeconds: 20 }), { abortSignal: leaves.signal })
      .catch(() => 'gone');
    await arrived.promise;
    intercept = (call, response, pass) => pass(call, response);
    leaves.abort();
    expect(await polling).toBe('gone');
    await left.promise;
    await send('x');
    await served.promise;
    const { Messages = [] } = await receive();
    expect(Messages).toHaveLength(1);
  });
});
