import { maxCommandsPerMinute } from 'lambdas/stack/console/command-limit';
import { stackStores } from 'lambdas/stack/compose';
import type { Action } from 'lambdas/stack/actions/action';
import type { ConcurrencyScenario, ScenarioTable } from '../../support/dynamodb/concurrency-scenario.ts';
import { serverReportRaces } from './stack/server-reports.ts';
import { startLinkRaces } from './stack/start-links.ts';
import { weeklyTimesRaces } from './stack/weekly-times.ts';
import { worldRaces } from './stack/worlds.ts';

const action = (actionId: string, change: Partial<Action> = {}): Action => ({
  actionId,
  stackName: 'game',
  action: 'START',
  by: 'Ann',
  userId: null,
  stopsAtMs: null,
  actionTimeMs: 1000,
  syncStatus: 'RUNNING',
  syncTimeMs: 1000,
  reason: null,
  lastGoneMs: null,
  ...change,
});
const [first, second] = [action('first'), action('second', { actionTimeMs: 2000 })];
const stop = action('stop', { action: 'STOP', actionTimeMs: 2000, syncTimeMs: 2000 });
const alone = { interrupted: undefined, starts: undefined };
const done = { syncStatus: 'SUCCEEDED', reason: null } as const;
const launch = { actionId: 'first', stackId: 'arn:first', stopsAtMs: null };

const storeOf = (table: ScenarioTable) => stackStores(table);

/** Returns the lock with its lease, and the actions, newest first. */
async function stateOf(table: ScenarioTable, stackName = 'game') {
  const { lock, actions } = await storeOf(table).getState(stackName, 10);
  const logs = actions.map(({ actionId, syncStatus, syncTimeMs }) => `${actionId} ${syncStatus} ${syncTimeMs}`);
  return [lock.holder, lock.leaseUntilMs, lock.launch?.stackId ?? null, ...logs];
}

/** A stop has interrupted `first`, and a write of `first` comes too late. */
const lateRace = (
  name: string,
  late: (store: ReturnType<typeof storeOf>) => Promise<boolean>,
): ConcurrencyScenario => ({
  name,
  async run(table) {
    const store = storeOf(table);
    await store.begin(first, alone);
    await store.begin(stop, { interrupted: first, starts: undefined });
    return [await late(store), ...(await stateOf(table))];
  },
  expected: [false, 'stop', 62_000, null, 'stop RUNNING 2000', 'first ABORTED 2000'],
});

export const stackRaces: ConcurrencyScenario[] = [
  ...worldRaces,
  ...startLinkRaces,
  ...weeklyTimesRaces,
  ...serverReportRaces,
  {
    name: 'two people start the same stack',
    async run(table) {
      const store = storeOf(table);
      return [await store.begin(first, alone), await store.begin(second, alone), ...(await stateOf(table))];
    },
    expected: [true, false, 'first', 61_000, null, 'first RUNNING 1000'],
  },
  {
    name: 'a start ends while a stop is about to interrupt it',
    async run(table) {
      const store = storeOf(table);
      await store.begin(first, alone);
      await store.finish(first, done, { nowMs: 1500, stackCreation: null });
      return [await store.begin(stop, { interrupted: first, starts: undefined }), ...(await stateOf(table))];
    },
    expected: [false, null, 0, null, 'first SUCCEEDED 1500'],
  },
  {
    name: 'two people move the same scheduled stop',
    async run(table) {
      const store = storeOf(table);
      await store.begin(first, alone);
      await store.finish(first, done, { nowMs: 1500, stackCreation: { ...launch, stopsAtMs: 5000 } });
      const moved = [];
      for (const mover of [second, action('third', { actionTimeMs: 3000 })]) {
        moved.push(await store.begin(mover, { ...alone, stopsAtMs: 5000 }));
        await store.finish(mover, done, { nowMs: 3500, stackCreation: { ...launch, stopsAtMs: 9000 } });
      }
      return [...moved, (await store.getState('game', 5)).actions.length];
    },
    expected: [true, false, 2],
  },
  {
    name: 'a scheduled stop is moved while a restart has begun',
    async run(table) {
      const store = storeOf(table);
      await store.begin(first, alone);
      await store.finish(first, done, { nowMs: 1500, stackCreation: { ...launch, stopsAtMs: 5000 } });
      await store.begin(second, alone);
      const mover = action('third', { actionTimeMs: 3000 });
      return [await store.begin(mover, { ...alone, stopsAtMs: 5000 }), (await stateOf(table))[0]];
    },
    expected: [false, 'second'],
  },
  {
    name: 'an action that has ended begins again',
    async run(table) {
      const store = storeOf(table);
      await store.begin(first, alone);
      await store.finish(first, done, { nowMs: 1500, stackCreation: null });
      return [await store.begin(first, alone), ...(await stateOf(table))];
    },
    expected: [false, null, 0, null, 'first SUCCEEDED 1500'],
  },
  lateRace('an interrupted action renews its lease', (store) =>
    store.renewLease(first, { nowMs: 3000, stackCreation: null }),
  ),
  lateRace('an interrupted action reports its stack', (store) =>
    store.renewLease(first, { nowMs: 3000, stackCreation: launch }),
  ),
  lateRace('an interrupted action ends', (store) => store.finish(first, done, { nowMs: 3000, stackCreation: null })),
  lateRace('an interrupted action ends and reports its stack', (store) =>
    store.finish(first, done, { nowMs: 3000, stackCreation: launch }),
  ),
  {
    name: 'two stacks start at the limit of running stacks',
    async run(table) {
      const store = storeOf(table);
      const other = action('other', { stackName: 'other' });
      const begun = [
        await store.begin(first, { interrupted: undefined, starts: 0 }),
        await store.begin(other, { interrupted: undefined, starts: 0 }),
      ];
      return [...begun, await store.getStartCount(), ...(await stateOf(table, 'other'))];
    },
    expected: [true, false, 1, null, 0, null],
  },
  {
    name: 'two readers recover an expired action',
    async run(table) {
      const store = storeOf(table);
      await store.begin(first, alone);
      const { lock } = await store.getState('game', 1);
      const claimed = [
        await store.claimExpiredAction('game', lock, 90_000),
        await store.claimExpiredAction('game', lock, 91_000),
      ];
      return [...claimed, ...(await stateOf(table))];
    },
    expected: [true, false, 'first', 90_000, null, 'first RUNNING 1000'],
  },
  {
    name: 'an expired action is recovered when another one has just begun',
    async run(table) {
      const store = storeOf(table);
      await store.begin(first, alone);
      const { lock } = await store.getState('game', 1);
      // Both begin in the same millisecond.
      await store.begin({ ...stop, actionTimeMs: 1000 }, { interrupted: first, starts: undefined });
      return [await store.claimExpiredAction('game', lock, 90_000), ...(await stateOf(table)).slice(0, 2)];
    },
    expected: [false, 'stop', 61_000],
  },
  {
    name: 'a lock without a log is released when another action has just begun',
    async run(table) {
      const store = storeOf(table);
      await store.begin(second, alone);
      return [await store.releaseLock('game', 'first'), ...(await stateOf(table)).slice(0, 2)];
    },
    expected: [false, 'second', 62_000],
  },
  {
    name: 'two pages of the owner accept the license of the game',
    async run(table) {
      const store = storeOf(table);
      for (const atMs of [1000, 2000]) await store.putAcceptance({ url: 'https://x', by: 'Olga', userId: 'o', atMs });
      return (await store.findAcceptance('https://x'))?.atMs;
    },
    expected: 1000,
  },
  {
    name: 'two pages of the owner change the rights of people',
    async run(table) {
      const store = storeOf(table);
      const put = [];
      for (const [version, email] of [
        [0, 'ann@example.org'],
        [1, 'bob@example.org'],
        [1, 'cy@example.org'],
      ] as const)
        put.push(await store.putRights({ stackName: 'game', version, everyone: [], people: [{ email, rights: [] }] }));
      return [...put, ...(await store.listRights()).map(({ people }) => people[0]?.email)];
    },
    expected: [true, true, false, 'bob@example.org'],
  },
  {
    name: 'two people change the lists of players',
    async run(table) {
      const store = storeOf(table);
      const lists = { isAllowListOn: true, operators: [], sentTo: null };
      const put = [];
      for (const [version, name] of [
        [0, 'Ann'],
        [1, 'Bob'],
        [1, 'Cy'],
      ] as const)
        put.push(await store.putPlayerLists('game', { ...lists, version, allowed: [name] }));
      return [...put, (await store.getState('game', 0)).playerLists?.allowed];
    },
    expected: [true, true, false, ['Bob']],
  },
  {
    name: 'a person sends more commands to a server than a minute takes',
    async run(table) {
      const store = storeOf(table);
      const counted: boolean[] = [];
      for (let count = 0; count < maxCommandsPerMinute; count++)
        counted.push(await store.countCommand('game', 'ann', 60_000));
      const last = await store.countCommand('game', 'ann', 119_999);
      return [counted.every(Boolean), last, await store.countCommand('other', 'ann', 60_000)];
    },
    expected: [true, false, true],
  },
  {
    name: 'a server has taken the lists of players while they were changed',
    async run(table) {
      const store = storeOf(table);
      const lists = { isAllowListOn: true, allowed: ['Ann'], operators: [], sentTo: null };
      await store.putPlayerLists('game', { ...lists, version: 0 });
      await store.putPlayerLists('game', { ...lists, version: 1 });
      await store.markSent('game', { ...lists, version: 1 }, 'arn:first');
      return (await store.getState('game', 0)).playerLists?.sentTo;
    },
    expected: null,
  },
  {
    name: 'many readers acquire the leases of a snapshot and its events',
    async run(table) {
      const store = storeOf(table);
      const asked = [];
      for (const nowMs of [10_000, 10_001, 15_000])
        asked.push(await store.acquireSnapshotLease('x', nowMs), await store.acquireEventsLease('x', nowMs));
      return asked;
    },
    expected: [true, true, false, false, true, true],
  },
  {
    name: 'a reader’s clock is far behind the latest snapshot',
    async run(table) {
      const store = storeOf(table);
      await store.putSnapshot('x', { seenAtMs: 20_000, stack: null, stackId: null });
      await store.putEvents('x', { seenAtMs: 20_000, events: [] });
      return [await store.acquireSnapshotLease('x', 21_000), await store.acquireEventsLease('x', 21_000)];
    },
    expected: [false, false],
  },
  {
    name: 'an older snapshot arrives after a newer one',
    async run(table) {
      const store = storeOf(table);
      for (const seenAtMs of [2000, 1000]) {
        await store.putSnapshot('x', { seenAtMs, stack: null, stackId: null });
        await store.putEvents('x', { seenAtMs, events: [] });
      }
      const { snapshot } = await store.getState('x', 1);
      return [snapshot?.seenAtMs, (await store.findEvents('x'))?.seenAtMs];
    },
    expected: [2000, 2000],
  },
];
