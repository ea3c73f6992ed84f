import { describe, expect, it } from '@jest/globals';
import type { SQSRecord } from 'aws-lambda';
import { queueHandler } from 'lambdas/platform/queue-handler';
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

describe('queueHandler', () => {
  it('marks the last attempt of a record', async () => {
    const seen: boolean[] = [];
    const handler = queueHandler(z.object({}), async (_, { isLastAttempt: isLast }) => void seen.push(isLast), 5);
    for (const receives of [1, 4, 5, 6]) await handler({ Records: [record('{}', receives)] });
    expect(seen).toEqual([false, false, true, true]);
  });

  it('fails for a malformed record without doing its work', async () => {
    let works = 0;
    const handler = queueHandler(z.object({ kind: z.literal('a') }), async () => void (works += 1));
    await expect(handler({ Records: [record('{"kind":"b"}', 1)] })).rejects.toThrow('kind');
    await expect(handler({ Records: [record('nonsense', 1)] })).rejects.toThrow('JSON');
    expect(works).toBe(0);
  });
});
