import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { SQSRecord } from 'aws-lambda';
import { eventHandler } from 'lambdas/platform/worker/event-handler';
import { log } from 'lambdas/platform/log';
import { queueHandler } from 'lambdas/platform/worker/queue-handler';
import * as z from 'zod';

const record = (body: string, receives: number): SQSRecord => ({
  messageId: 'message-1',
  receiptHandle: '',
  body,
  attributes: {
    ApproximateReceiveCount: String(receives),
    SentTimestamp: '0',
    SenderId: '',
    ApproximateFirstReceiveTimestamp: '0',
  },
  messageAttributes: {},
  md5OfBody: '',
  eventSource: 'aws:sqs',
  eventSourceARN: '',
  awsRegion: '',
});

const invocation = { awsRequestId: 'request-1' };

const lines: unknown[] = [];
const listen = () => {
  lines.length = 0;
  for (const level of ['info', 'error'] as const)
    jest.spyOn(console, level).mockImplementation((line: string) => void lines.push(JSON.parse(line)));
};
afterEach(() => {
  jest.restoreAllMocks();
});

describe('a line of the log', () => {
  it('of a worker names the message and the invocation, and the failure does, too', async () => {
    listen();
    const handler = queueHandler(z.object({}), async () => {
      await Promise.resolve();
      log('info', 'half done', { count: 3 });
      throw new Error('broken');
    });
    await expect(handler({ Records: [record('{}', 1)] }, invocation)).rejects.toThrow('broken');
    const ids = { messageId: 'message-1', requestId: 'request-1' };
    expect(lines).toMatchObject([
      { event: 'half done', count: 3, ...ids },
      { event: 'message failed', error: 'Error: broken', ...ids },
    ]);
  });

  it('names its own invocation when several are at work', async () => {
    listen();
    const handler = eventHandler(async (event) => {
      await Promise.resolve();
      log('info', String(event));
    });
    await Promise.all(['a', 'b'].map((name) => handler(name, { awsRequestId: `request-${name}` })));
    log('info', 'outside');
    expect(lines).toEqual([
      { level: 'info', event: 'a', requestId: 'request-a' },
      { level: 'info', event: 'b', requestId: 'request-b' },
      { level: 'info', event: 'outside' },
    ]);
  });
});

describe('queueHandler', () => {
  it('marks the last attempt of a record', async () => {
    const seen: boolean[] = [];
    const handler = queueHandler(z.object({}), async (_, { isLastAttempt: isLast }) => void seen.push(isLast), 5);
    for (const receives of [1, 4, 5, 6]) await handler({ Records: [record('{}', receives)] }, invocation);
    expect(seen).toEqual([false, false, true, true]);
  });

  it('fails for a malformed record without doing its work', async () => {
    let works = 0;
    const handler = queueHandler(z.object({ kind: z.literal('a') }), async () => void (works += 1));
    await expect(handler({ Records: [record('{"kind":"b"}', 1)] }, invocation)).rejects.toThrow('kind');
    await expect(handler({ Records: [record('nonsense', 1)] }, invocation)).rejects.toThrow('JSON');
    expect(works).toBe(0);
  });
});
