import { stackStore } from 'lambdas/stack/store';
import type { Action } from 'lambdas/stack/actions/action';
import type { WorldChoice } from 'lambdas/stack/worlds/archive';
import { worldStore } from 'lambdas/stack/worlds/world-store';
import type { ConcurrencyScenario, ScenarioTable } from '../../support/dynamodb/concurrency-scenario.ts';

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

const storeOf = (table: ScenarioTable) => stackStore(table);

/** The lock with its lease, and the actions, newest first. */
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

const choice = (requestId: string, atMs: number): WorldChoice => ({
  requestId,
  source: 'new',
  by: 'Ann',
  atMs,
  settings: null,
  isApplied: false,
});
const worldFailure = (archiveId: string, atMs: number) => ({
  archiveId,
  atMs,
  reason: 'The disk is full.',
  isLost: false,
});

const worldRaces: ConcurrencyScenario[] = [
  {
    name: 'an older choice of a world arrives after a newer one',
    async run(table) {
      const store = worldStore(table);
      const chosen = [
        await store.putChoice('game', choice('newer', 2000)),
        await store.putChoice('game', choice('older', 1000)),
      ];
      return [...chosen, (await store.getWorld('game')).choice?.requestId];
    },
    expected: [true, false, 'newer'],
  },
  {
    name: 'a server has applied a world while another one was chosen',
    async run(table) {
      const store = worldStore(table);
      await store.putChoice('game', choice('applied', 1000));
      await store.putChoice('game', choice('chosen', 2000));
      await store.markApplied('game', 'applied');
      const { choice: next } = await store.getWorld('game');
      return [next?.requestId, next?.isApplied];
    },
    expected: ['chosen', false],
  },
  {
    name: 'an older failure of an archive arrives after a newer one',
    async run(table) {
      const store = worldStore(table);
      await store.putFailure('game', worldFailure('newer', 2000));
      await store.putFailure('game', worldFailure('older', 1000));
      return (await store.getWorld('game')).failure?.archiveId;
    },
    expected: 'newer',
  },
  {
    name: 'many readers want to archive a running game',
    async run(table) {
      const store = worldStore(table);
      const claimed = [];
      for (const nowMs of [10_000, 10_001, 15_000]) claimed.push(await store.claimCopy('game', nowMs, 5000));
      return claimed;
    },
    expected: [true, false, true],
  },
];

export const stackRaces: ConcurrencyScenario[] = [
  ...worldRaces,
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
