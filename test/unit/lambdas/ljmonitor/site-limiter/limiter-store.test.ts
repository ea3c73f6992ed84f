import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { siteLimiterStore } from 'lambdas/ljmonitor/site-limiter/limiter-store';
import { type Database, startMonitorDatabase } from '../support/test-monitor.ts';

let database: Database;
/** How many answers come through before one is lost. */
let answersLeft = Infinity;
beforeAll(async () => {
  database = await startMonitorDatabase();
  database.client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      if (answersLeft-- === 0) throw Object.assign(new Error('the answer was lost'), { name: 'TimeoutError' });
      return result;
    },
    { step: 'deserialize', priority: 'low' },
  );
});
afterAll(() => database.stop());

const today = '2026-11-21';

async function newLimiter() {
  answersLeft = Infinity;
  const TableName = await database.newTable();
  const limiter = siteLimiterStore({ client: database.client, TableName }, 'site.test', {
    perDay: 2,
    dayAt: () => today,
  });
  return {
    ...limiter,
    /** It was taken and left before, on that day. */
    async used(requestsDay: string) {
      const Item = { pk: 'SITE', sk: 'site.test', requestsDay, requests: 1, nextRequestAtMs: 0, lastHolder: 'run/0' };
      await database.client.send(new PutCommand({ TableName, Item }));
    },
  };
}

describe('the gate of a site', () => {
  it.each([
    ['on a day on which it was asked before', today, 0],
    ['as the first one of a day', '2026-11-20', 2],
  ])('is one’s own, and counted once, when the answer that says so is lost: %s', async (_, requestsDay, before) => {
    const limiter = await newLimiter();
    await limiter.used(requestsDay);
    answersLeft = before;
    const requests = requestsDay === today ? 2 : 1;
    expect(await limiter.acquireSlot('run/1', 1000)).toMatchObject({
      kind: 'granted',
      state: { holder: 'run/1', requests },
    });
    expect(answersLeft).toBeLessThan(0);
    expect(await limiter.getState()).toMatchObject({ holder: 'run/1', requests, requestsDay: today });
  });

  it('is another’s when that one was the first of the day meanwhile', async () => {
    const limiter = await newLimiter();
    await limiter.used('2026-11-20');
    const slots = await Promise.all(['run/1', 'run/2', 'run/3'].map((holder) => limiter.acquireSlot(holder, 1000)));
    expect(slots.map(({ kind }) => kind).toSorted()).toEqual(['granted', 'later', 'later']);
    expect(await limiter.getState()).toMatchObject({ requests: 1 });
  });

  it('is not for a second one with the same name: what a message asks is asked once', async () => {
    const limiter = await newLimiter();
    await limiter.acquireSlot('run/1', 1000);
    expect(await limiter.acquireSlot('run/1', 1000)).toMatchObject({ kind: 'later' });
  });
});
