import { stackStore } from 'lambdas/stack/store';
import type { Action } from 'lambdas/stack/actions/action';
import type { Course, Race } from '../../support/dynamodb/races.ts';

const action = (actionId: string, change: Partial<Action> = {}): Action => ({
  actionId,
  stackName: 'game',
  action: 'START',
  by: 'Ann',
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

const storeOf = (course: Course) => stackStore(course);

/** Who holds the lock until when, and how the actions stand, newest first. */
async function stateOf(course: Course, stackName = 'game') {
  const { lock, actions } = await storeOf(course).getState(stackName, 10);
  const logs = actions.map(({ actionId, syncStatus, syncTimeMs }) => `${actionId} ${syncStatus} ${syncTimeMs}`);
  return [lock.holder, lock.leaseUntilMs, lock.launch?.stackId ?? null, ...logs];
}

/** Somebody has stopped what `first` began, and `first` comes late. */
const lateRace = (name: string, late: (store: ReturnType<typeof storeOf>) => Promise<boolean>): Race => ({
  name,
  async run(course) {
    const store = storeOf(course);
    await store.begin(first, alone);
    await store.begin(stop, { interrupted: first, starts: undefined });
    return [await late(store), ...(await stateOf(course))];
  },
  ends: [false, 'stop', 62_000, null, 'stop RUNNING 2000', 'first ABORTED 2000'],
});

export const stackRaces: Race[] = [
  {
    name: 'two people start the same stack',
    async run(course) {
      const store = storeOf(course);
      return [await store.begin(first, alone), await store.begin(second, alone), ...(await stateOf(course))];
    },
    ends: [true, false, 'first', 61_000, null, 'first RUNNING 1000'],
  },
  {
    name: 'a start ends while somebody is about to interrupt it',
    async run(course) {
      const store = storeOf(course);
      await store.begin(first, alone);
      await store.finish(first, done, { nowMs: 1500, stackCreation: null });
      return [await store.begin(stop, { interrupted: first, starts: undefined }), ...(await stateOf(course))];
    },
    ends: [false, null, 0, null, 'first SUCCEEDED 1500'],
  },
  {
    name: 'an action begins again that has ended',
    async run(course) {
      const store = storeOf(course);
      await store.begin(first, alone);
      await store.finish(first, done, { nowMs: 1500, stackCreation: null });
      return [await store.begin(first, alone), ...(await stateOf(course))];
    },
    ends: [false, null, 0, null, 'first SUCCEEDED 1500'],
  },
  lateRace('what was interrupted goes on', (store) => store.renewLease(first, { nowMs: 3000, stackCreation: null })),
  lateRace('what was interrupted has launched something', (store) =>
    store.renewLease(first, { nowMs: 3000, stackCreation: launch }),
  ),
  lateRace('what was interrupted ends', (store) => store.finish(first, done, { nowMs: 3000, stackCreation: null })),
  lateRace('what was interrupted ends with a launch', (store) =>
    store.finish(first, done, { nowMs: 3000, stackCreation: launch }),
  ),
  {
    name: 'two stacks take the last place',
    async run(course) {
      const store = storeOf(course);
      const other = action('other', { stackName: 'other' });
      const begun = [
        await store.begin(first, { interrupted: undefined, starts: 0 }),
        await store.begin(other, { interrupted: undefined, starts: 0 }),
      ];
      return [...begun, await store.getStartCount(), ...(await stateOf(course, 'other'))];
    },
    ends: [true, false, 1, null, 0, null],
  },
  {
    name: 'two people look after a lease that ran out',
    async run(course) {
      const store = storeOf(course);
      await store.begin(first, alone);
      const { lock } = await store.getState('game', 1);
      const claimed = [
        await store.claimExpiredAction('game', lock, 90_000),
        await store.claimExpiredAction('game', lock, 91_000),
      ];
      return [...claimed, ...(await stateOf(course))];
    },
    ends: [true, false, 'first', 90_000, null, 'first RUNNING 1000'],
  },
  {
    name: 'a lease that ran out is looked after when another action has just begun',
    async run(course) {
      const store = storeOf(course);
      await store.begin(first, alone);
      const { lock } = await store.getState('game', 1);
      // At the same moment, as far as their clocks can tell.
      await store.begin({ ...stop, actionTimeMs: 1000 }, { interrupted: first, starts: undefined });
      return [await store.claimExpiredAction('game', lock, 90_000), ...(await stateOf(course)).slice(0, 2)];
    },
    ends: [false, 'stop', 61_000],
  },
  {
    name: 'a lock whose log is lost is given back when another action has just begun',
    async run(course) {
      const store = storeOf(course);
      await store.begin(second, alone);
      return [await store.releaseLock('game', 'first'), ...(await stateOf(course)).slice(0, 2)];
    },
    ends: [false, 'second', 62_000],
  },
  {
    name: 'many look at a stack and its events',
    async run(course) {
      const store = storeOf(course);
      const asked = [];
      for (const nowMs of [10_000, 10_001, 15_000])
        asked.push(await store.acquireSnapshotLease('x', nowMs), await store.acquireEventsLease('x', nowMs));
      return asked;
    },
    ends: [true, true, false, false, true, true],
  },
  {
    name: 'somebody looks whose clock is far behind the last answer’s',
    async run(course) {
      const store = storeOf(course);
      await store.putSnapshot('x', { seenAtMs: 20_000, stack: null, stackId: null });
      await store.putEvents('x', { seenAtMs: 20_000, events: [] });
      return [await store.acquireSnapshotLease('x', 21_000), await store.acquireEventsLease('x', 21_000)];
    },
    ends: [false, false],
  },
  {
    name: 'an older answer comes after a newer one',
    async run(course) {
      const store = storeOf(course);
      for (const seenAtMs of [2000, 1000]) {
        await store.putSnapshot('x', { seenAtMs, stack: null, stackId: null });
        await store.putEvents('x', { seenAtMs, events: [] });
      }
      const { snapshot: sight } = await store.getState('x', 1);
      return [sight?.seenAtMs, (await store.findEvents('x'))?.seenAtMs];
    },
    ends: [2000, 2000],
  },
];
