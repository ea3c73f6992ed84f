import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type MessageStore, openMessageStore, type QueueSettings } from 'local/aws/sqs/message-store';

const queue: QueueSettings = {
  arn: 'arn:work',
  url: 'http://work',
  visibilityTimeout: 30,
  delay: 0,
  retention: 345_600,
  receiveWait: 0,
  redrive: { deadLetterTargetArn: 'arn:dead', maxReceiveCount: 2 },
};
const { redrive: _, ...deadLetters } = { ...queue, arn: 'arn:dead' };

let folder: string;
let nowMs: number;
let store: MessageStore;
const open = () => (store = openMessageStore(join(folder, 'sqs.sqlite'), () => nowMs));
const bodies = (from: QueueSettings = queue) => store.receive(from, 10).map(({ body }) => body);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'messages-'));
  nowMs = 1_000_000;
  open();
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('the message store', () => {
  it('hides a received message until its visibility timeout', () => {
    store.send(queue, { body: 'one' });
    expect(bodies()).toEqual(['one']);
    nowMs += 29_999;
    expect(bodies()).toEqual([]);
    nowMs += 1;
    expect(bodies()).toEqual(['one']);
  });

  it('holds a delayed message back', () => {
    store.send(queue, { body: 'later', delaySeconds: 60 });
    expect(store.count(queue)).toEqual({ visible: 0, inFlight: 0, delayed: 1 });
    nowMs += 60_000;
    expect(bodies()).toEqual(['later']);
    expect(store.count(queue)).toEqual({ visible: 0, inFlight: 1, delayed: 0 });
  });

  it('moves a message to the dead-letter queue when it was received too often', () => {
    store.send(queue, { body: 'bad' });
    for (const receiveCount of [1, 2]) {
      expect(store.receive(queue, 1)).toEqual([expect.objectContaining({ body: 'bad', receiveCount })]);
      nowMs += 30_000;
    }
    expect(bodies()).toEqual([]);
    expect(bodies(deadLetters)).toEqual(['bad']);
  });

  it('deletes by the latest receipt handle only', () => {
    store.send(queue, { body: 'one' });
    const [first] = store.receive(queue, 1);
    nowMs += 30_000;
    const [second] = store.receive(queue, 1);
    expect(store.remove(queue, first?.receiptHandle ?? '')).toBe(false);
    expect(store.remove(queue, second?.receiptHandle ?? '')).toBe(true);
    nowMs += 30_000;
    expect(bodies()).toEqual([]);
  });

  it('makes a message visible at once when its timeout is changed to zero', () => {
    store.send(queue, { body: 'one' });
    const [message] = store.receive(queue, 1);
    expect(store.changeVisibility(queue, message?.receiptHandle ?? '', 0)).toBe(true);
    expect(bodies()).toEqual(['one']);
  });

  it('forgets a message after its retention period', () => {
    store.send(queue, { body: 'old' });
    nowMs += queue.retention * 1000;
    expect(bodies()).toEqual([]);
  });

  it('keeps messages, receive counts and delays when the process is killed', () => {
    store.send(queue, { body: 'waiting' });
    store.send(queue, { body: 'delayed', delaySeconds: 60 });
    store.receive(queue, 1);
    // The store is opened again without being closed, as after SIGKILL, so messages in flight are visible again.
    const killed = store;
    open();
    killed.close();
    expect(store.receive(queue, 10)).toEqual([expect.objectContaining({ body: 'waiting', receiveCount: 2 })]);
    nowMs += 60_000;
    expect(bodies()).toEqual(['delayed']);
  });
});
