import { siteLimiterStore } from 'lambdas/ljmonitor/site-limiter/limiter-store';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { ConcurrencyScenario, ScenarioTable } from '../../support/dynamodb/concurrency-scenario.ts';

const [yesterday, today] = ['2026-11-20', '2026-11-21'];
const nowMs = 100_000;

const limiterOf = ({ client, TableName }: ScenarioTable) =>
  siteLimiterStore({ client, TableName }, 'site.test', { perDay: 3, dayAt: () => today });

/** Stores the limiter's item after a request of another holder. */
const left = async ({ client, TableName }: ScenarioTable, row: object) => {
  const open = { requests: 1, requestsDay: today, nextRequestAtMs: 0, lastHolder: 'last' };
  await client.send(new PutCommand({ TableName, Item: { pk: 'SITE', sk: 'site.test', ...open, ...row } }));
};

const standing = async (table: ScenarioTable) => {
  const { holder, requests, requestsDay } = await limiterOf(table).getState();
  return [holder, requests, requestsDay];
};

/** A request meets a slot that others have just used, on the same day or as the first request of a day. */
const refused = (name: string, row: object, kind: string, holder: string | null = null): ConcurrencyScenario[] =>
  [today, yesterday].map((requestsDay) => ({
    name: `${name} (latest request: ${requestsDay === today ? 'today' : 'yesterday'})`,
    async run(table) {
      await left(table, { requestsDay, ...row });
      return [(await limiterOf(table).acquireSlot('me', nowMs)).kind, ...(await standing(table))];
    },
    expected: [kind, holder, 1, requestsDay],
  }));

export const limiterRaces: ConcurrencyScenario[] = [
  ...refused('another request holds the slot', { holder: 'other', holderUntilMs: nowMs + 5000 }, 'later', 'other'),
  ...refused('the pace delays the next request', { nextRequestAtMs: nowMs + 3000 }, 'later'),
  ...refused('the circuit breaker is open', { breakerUntilMs: nowMs + 60_000 }, 'blocked'),
  ...refused('the same holder has already asked', { lastHolder: 'me' }, 'repeated'),
  {
    name: 'the daily quota was just used up',
    async run(table) {
      await left(table, { requests: 3 });
      return [(await limiterOf(table).acquireSlot('me', nowMs)).kind, ...(await standing(table))];
    },
    expected: ['quotaUsed', null, 3, today],
  },
  {
    name: 'the first request of a day comes after yesterday’s',
    async run(table) {
      await left(table, { requests: 2, requestsDay: yesterday });
      return [(await limiterOf(table).acquireSlot('me', nowMs)).kind, ...(await standing(table))];
    },
    expected: ['granted', 'me', 1, today],
  },
  {
    name: 'another request starts the day between the two attempts',
    async run(table) {
      await left(table, { requestsDay: yesterday });
      table.meanwhile('#requestsDay = :requestsDay', () => left(table, { requests: 1 }));
      return [(await limiterOf(table).acquireSlot('me', nowMs)).kind, ...(await standing(table))];
    },
    expected: ['later', null, 1, today],
  },
  {
    name: 'an expired holder releases the slot',
    async run(table) {
      const limiter = limiterOf(table);
      await limiter.acquireSlot('dead', nowMs);
      const taken = await limiter.acquireSlot('alive', nowMs + 30_000);
      await limiter.releaseSlot('dead', {
        nextRequestAtMs: 0,
        breakerUntilMs: 0,
        failures: 0,
        cause: null,
        trialUntilMs: 0,
      });
      return [taken.kind, ...(await standing(table))];
    },
    expected: ['granted', 'alive', 2, today],
  },
  {
    name: 'two callers allow a trial in the same pause',
    async run(table) {
      await left(table, { breakerUntilMs: nowMs + 60_000 });
      const limiter = limiterOf(table);
      const state = await limiter.getState();
      const allowed = [await limiter.allowTrial(state), await limiter.allowTrial(state)];
      const { breakerUntilMs, trialUntilMs } = await limiter.getState();
      return [...allowed, breakerUntilMs, trialUntilMs];
    },
    expected: [true, false, 0, nowMs + 60_000],
  },
];
