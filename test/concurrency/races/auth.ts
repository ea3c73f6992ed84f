import { newChallenge } from 'lambdas/auth/challenges/challenge';
import type { RateLimit } from 'lambdas/auth/rate-limits/rate-limits';
import { authStores } from 'lambdas/auth/compose';
import type { ConcurrencyScenario, ScenarioTable } from '../../support/dynamodb/concurrency-scenario.ts';

export const at = (ms: number) => new Date(ms);
export const storeOf = ({ client, TableName }: ScenarioTable) => authStores(client, TableName, TableName);
export const tokenOf = (letter: string) => letter.repeat(43);
export const password = { challenge: tokenOf('c'), device: { id: 'browser', usernames: ['ann@x'] } };
export const challenge = newChallenge('mfa', 'ann@x', { subject: 'ann', session: 'cognito' }, at(1000));

/** Returns the stored items of one kind. */
export const rowsOf = async (table: ScenarioTable, kind: string) =>
  (await table.rows()).filter(({ pk }) => String(pk).startsWith(kind));

const attemptsOf = async (table: ScenarioTable) => (await rowsOf(table, 'CHALLENGE#')).map(({ attempts }) => attempts);

const challengeRaces: ConcurrencyScenario[] = [
  {
    name: 'two sign-ins offer the mails about an account to the same address',
    async run(table) {
      const { mailClaims } = storeOf(table);
      const signal = AbortSignal.timeout(10_000);
      const told = [];
      for (const atMs of [1000, 2000]) told.push(await mailClaims.claim('ann@x', at(atMs), signal));
      return [...told, ...(await rowsOf(table, 'MAILS#')).map(({ askedAtMs }) => askedAtMs)];
    },
    expected: [true, false, 1000],
  },
  {
    name: 'six attempts at a challenge arrive at once',
    async run(table) {
      const { challenges } = storeOf(table);
      await challenges.put(password.challenge, challenge);
      const told = [];
      for (let code = 0; code < 6; code++) told.push(await challenges.takeAttempt(password.challenge));
      return [...told, ...(await attemptsOf(table))];
    },
    expected: [true, true, true, true, true, false, 5],
  },
  {
    name: 'an attempt at a challenge is refunded twice',
    async run(table) {
      const { challenges } = storeOf(table);
      await challenges.put(password.challenge, challenge);
      await challenges.takeAttempt(password.challenge);
      for (const _ of [1, 2]) await challenges.refundAttempt(password.challenge);
      return attemptsOf(table);
    },
    expected: [0],
  },
  {
    name: 'a proof arrives after the sign-in has ended',
    async run(table) {
      await storeOf(table).challenges.putProof(password.challenge, 'next');
      return (await table.rows()).length;
    },
    expected: 0,
  },
];

const limits: RateLimit[] = [
  { kind: 'code', subject: 'ann', max: 2, windowMs: 10_000 },
  { kind: 'passwordRun', subject: 'ann', max: 2, windowMs: 10_000, isSliding: true },
];

const counted = async (table: ScenarioTable) =>
  (await rowsOf(table, 'LIMIT#')).map(({ taken, endsAtMs }) => [taken, endsAtMs]);

const countRaces = limits.flatMap((limit): ConcurrencyScenario[] => {
  const named = limit.isSliding ? 'a sliding window' : 'a fixed window';
  return [
    {
      name: `${named} becomes full and ends`,
      async run(table) {
        const { counters } = storeOf(table);
        const until = [];
        for (const ms of [1000, 1000, 1000, 12_000]) until.push((await counters.take([limit], at(ms))) ?? 'in');
        return [...until, ...(await counted(table))];
      },
      expected: ['in', 'in', 11_000, 'in', [1, 22_000]],
    },
    {
      name: `${named} ends before it is full`,
      async run(table) {
        const { counters } = storeOf(table);
        for (const ms of [1000, 12_000]) await counters.take([limit], at(ms));
        return counted(table);
      },
      expected: [[1, 22_000]],
    },
    {
      name: `two callers start ${named}`,
      async run(table) {
        const { counters } = storeOf(table);
        table.meanwhile('SET #taken = :taken', () => counters.take([limit], at(1000)));
        const told = [await counters.take([limit], at(1000)), await counters.take([limit], at(1000))];
        return [...told.map((until) => until ?? 'in'), ...(await counted(table))];
      },
      expected: ['in', 11_000, [2, 11_000]],
    },
    {
      name: `an attempt in ${named} is refunded twice`,
      async run(table) {
        const { counters } = storeOf(table);
        await counters.take([limit], at(1000));
        for (const _ of [1, 2]) await counters.refund([limit]);
        return counted(table);
      },
      expected: [[0, 11_000]],
    },
  ];
});

const bucket = { burst: 2, rate: 1 };

const bucketRaces: ConcurrencyScenario[] = [
  {
    name: 'a bucket is emptied, gets tokens back, and was filled by a wrong clock',
    async run(table) {
      const { buckets } = storeOf(table);
      const told = [];
      for (const ms of [1000, 1000, 1000, 2000, 2000, 900_000, 900_000, 1000, 1000, 1000])
        told.push(await buckets.take('strangers', bucket, at(ms)));
      return [...told, ...(await rowsOf(table, 'BUCKET#')).map(({ fullAtMs }) => fullAtMs)];
    },
    expected: [true, true, false, true, false, true, true, true, true, false, 3000],
  },
  {
    name: 'another caller takes the last token of a bucket meanwhile',
    async run(table) {
      const { buckets } = storeOf(table);
      await buckets.take('strangers', bucket, at(1000));
      table.meanwhile('ADD #fullAtMs', () => buckets.take('strangers', bucket, at(1000)));
      const told = await buckets.take('strangers', bucket, at(1000));
      return [told, ...(await rowsOf(table, 'BUCKET#')).map(({ fullAtMs }) => fullAtMs)];
    },
    expected: [false, 3000],
  },
];

export const authRaces: ConcurrencyScenario[] = [...challengeRaces, ...countRaces, ...bucketRaces];
