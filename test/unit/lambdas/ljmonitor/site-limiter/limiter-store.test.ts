import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { siteLimiterStore } from 'lambdas/ljmonitor/site-limiter/limiter-store';
import { type Database, startMonitorDatabase } from '../support/monitor-environment.ts';

let database: Database;
/** The number of answers that arrive before one is lost. */
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
    /** Stores a slot that was taken and released on that day. */
    async used(requestsDay: string) {
      const Item = { pk: 'SITE', sk: 'site.test', requestsDay, requests: 1, nextRequestAtMs: 0, lastHolder: 'run/0' };
      await database.client.send(new PutCommand({ TableName, Item }));
    },
  };
}

describe('siteLimiterStore', () => {
  it.each([
    ['a later request of the day', today, 0],
    ['the first request of a day', '2026-11-20', 2],
  ])('grants a slot and counts it once when the answer of the write is lost: %s', async (_, requestsDay, before) => {
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

  it('grants one slot when three requests race to be the first of the day', async () => {
    const limiter = await newLimiter();
    await limiter.used('2026-11-20');
    const slots = await Promise.all(['run/1', 'run/2', 'run/3'].map((holder) => limiter.acquireSlot(holder, 1000)));
    expect(slots.map(({ kind }) => kind).toSorted()).toEqual(['granted', 'later', 'later']);
    expect(await limiter.getState()).toMatchObject({ requests: 1 });
  });

  it('refuses a holder that already has the slot', async () => {
    const limiter = await newLimiter();
    await limiter.acquireSlot('run/1', 1000);
    expect(await limiter.acquireSlot('run/1', 1000)).toMatchObject({ kind: 'later' });
  });
});
