import { dynamoSiteGate } from 'lambdas/ljmonitor/site-limiter/limiter-store';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { ConcurrencyScenario, ScenarioTable } from '../../support/dynamodb/concurrency-scenario.ts';

const [yesterday, today] = ['2026-11-20', '2026-11-21'];
const nowMs = 100_000;

const gateOf = ({ client, TableName }: ScenarioTable) =>
  dynamoSiteGate({ client, TableName }, 'site.test', { perDay: 3, dayAt: () => today });

/** As it was left by the one who asked last. */
const left = async ({ client, TableName }: ScenarioTable, row: object) => {
  const open = { requests: 1, requestsDay: today, nextRequestAtMs: 0, lastHolder: 'last' };
  await client.send(new PutCommand({ TableName, Item: { pk: 'SITE', sk: 'site.test', ...open, ...row } }));
};

const standing = async (table: ScenarioTable) => {
  const { holder, requests, requestsDay } = await gateOf(table).findGate();
  return [holder, requests, requestsDay];
};

/** Somebody comes to a gate that others have just used, on the same day or as the first one of a new day. */
const refused = (name: string, row: object, kind: string, holder: string | null = null): ConcurrencyScenario[] =>
  [today, yesterday].map((requestsDay) => ({
    name: `${name}, who asked ${requestsDay === today ? 'today' : 'yesterday'}`,
    async run(table) {
      await left(table, { requestsDay, ...row });
      return [(await gateOf(table).take('me', nowMs)).kind, ...(await standing(table))];
    },
    expected: [kind, holder, 1, requestsDay],
  }));

export const gateRaces: ConcurrencyScenario[] = [
  ...refused('the gate is another’s', { holder: 'other', holderUntilMs: nowMs + 5000 }, 'later', 'other'),
  ...refused('the pace is to be kept with somebody', { nextRequestAtMs: nowMs + 3000 }, 'later'),
  ...refused('the site has refused somebody', { breakerUntilMs: nowMs + 60_000 }, 'blocked'),
  ...refused('this very thing was asked by somebody', { lastHolder: 'me' }, 'asked'),
  {
    name: 'the last page of the day was just asked for',
    async run(table) {
      await left(table, { requests: 3 });
      return [(await gateOf(table).take('me', nowMs)).kind, ...(await standing(table))];
    },
    expected: ['spent', null, 3, today],
  },
  {
    name: 'the first page of a day is asked for after yesterday’s',
    async run(table) {
      await left(table, { requests: 2, requestsDay: yesterday });
      return [(await gateOf(table).take('me', nowMs)).kind, ...(await standing(table))];
    },
    expected: ['mine', 'me', 1, today],
  },
  {
    name: 'another begins the day between a look at the gate and its taking',
    async run(table) {
      await left(table, { requestsDay: yesterday });
      table.meanwhile('requests = :one', () => left(table, { requests: 1 }));
      return [(await gateOf(table).take('me', nowMs)).kind, ...(await standing(table))];
    },
    expected: ['later', null, 1, today],
  },
  {
    name: 'somebody who was thought dead leaves the gate',
    async run(table) {
      const gate = gateOf(table);
      await gate.take('dead', nowMs);
      const taken = await gate.take('alive', nowMs + 30_000);
      await gate.leave('dead', { nextRequestAtMs: 0, breakerUntilMs: 0, failures: 0 });
      return [taken.kind, ...(await standing(table))];
    },
    expected: ['mine', 'alive', 2, today],
  },
];
