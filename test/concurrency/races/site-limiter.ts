import { siteLimiterStore } from 'lambdas/ljmonitor/site-limiter/limiter-store';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { ConcurrencyScenario, ScenarioTable } from '../../support/dynamodb/concurrency-scenario.ts';

const [yesterday, today] = ['2026-11-20', '2026-11-21'];
const nowMs = 100_000;

const limiterOf = ({ client, TableName }: Course) =>
  siteLimiterStore({ client, TableName }, 'site.test', { perDay: 3, dayAt: () => today });

/** As it was left by the one who asked last. */
const left = async ({ client, TableName }: ScenarioTable, row: object) => {
  const open = { requests: 1, requestsDay: today, nextRequestAtMs: 0, lastHolder: 'last' };
  await client.send(new PutCommand({ TableName, Item: { pk: 'SITE', sk: 'site.test', ...open, ...row } }));
};

const standing = async (course: Course) => {
  const { holder, requests, requestsDay } = await limiterOf(course).getState();
  return [holder, requests, requestsDay];
};

/** Somebody comes to a gate that others have just used, on the same day or as the first one of a new day. */
const refused = (name: string, row: object, kind: string, holder: string | null = null): ConcurrencyScenario[] =>
  [today, yesterday].map((requestsDay) => ({
    name: `${name}, who asked ${requestsDay === today ? 'today' : 'yesterday'}`,
    async run(course) {
      await left(course, { requestsDay, ...row });
      return [(await limiterOf(course).acquireSlot('me', nowMs)).kind, ...(await standing(course))];
    },
    expected: [kind, holder, 1, requestsDay],
  }));

export const limiterRaces: Race[] = [
  ...refused('the gate is another’s', { holder: 'other', holderUntilMs: nowMs + 5000 }, 'later', 'other'),
  ...refused('the pace is to be kept with somebody', { nextRequestAtMs: nowMs + 3000 }, 'later'),
  ...refused('the site has refused somebody', { breakerUntilMs: nowMs + 60_000 }, 'blocked'),
  ...refused('this very thing was asked by somebody', { lastHolder: 'me' }, 'repeated'),
  {
    name: 'the last page of the day was just asked for',
    async run(course) {
      await left(course, { requests: 3 });
      return [(await limiterOf(course).acquireSlot('me', nowMs)).kind, ...(await standing(course))];
    },
    ends: ['quotaUsed', null, 3, today],
  },
  {
    name: 'the first page of a day is asked for after yesterday’s',
    async run(course) {
      await left(course, { requests: 2, requestsDay: yesterday });
      return [(await limiterOf(course).acquireSlot('me', nowMs)).kind, ...(await standing(course))];
    },
    ends: ['granted', 'me', 1, today],
  },
  {
    name: 'another begins the day between a look at the gate and its taking',
    async run(course) {
      await left(course, { requestsDay: yesterday });
      course.meanwhile('#requestsDay = :requestsDay', () => left(course, { requests: 1 }));
      return [(await limiterOf(course).acquireSlot('me', nowMs)).kind, ...(await standing(course))];
    },
    expected: ['later', null, 1, today],
  },
  {
    name: 'somebody who was thought dead leaves the gate',
    async run(course) {
      const limiter = limiterOf(course);
      await limiter.acquireSlot('dead', nowMs);
      const taken = await limiter.acquireSlot('alive', nowMs + 30_000);
      await limiter.releaseSlot('dead', { nextRequestAtMs: 0, breakerUntilMs: 0, failures: 0 });
      return [taken.kind, ...(await standing(course))];
    },
    ends: ['granted', 'alive', 2, today],
  },
];
