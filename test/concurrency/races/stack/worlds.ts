import type { Archive, WorldChoice } from 'lambdas/stack/worlds/archive';
import { worldStore } from 'lambdas/stack/worlds/world-store';
import type { ConcurrencyScenario } from '../../../support/dynamodb/concurrency-scenario.ts';

const choice = (requestId: string, atMs: number): WorldChoice => ({
  requestId,
  source: 'new',
  by: 'Ann',
  atMs,
  settings: null,
  before: null,
  isApplied: false,
});
const worldFailure = (archiveId: string, atMs: number) => ({
  archiveId,
  atMs,
  reason: 'The disk is full.',
  isLost: false,
});

const hour = 3_600_000;
const archiveAt = (atMs: number): Archive => ({
  archiveId: 'A1',
  atMs,
  bytes: 9,
  reason: 'stop',
  version: '',
  levelName: '',
});

export const worldRaces: ConcurrencyScenario[] = [
  {
    name: 'an archive is reported again, within its action and long after it',
    async run(table) {
      const store = worldStore(table);
      for (const atMs of [hour, 2 * hour, 9 * hour]) await store.putArchive('game', archiveAt(atMs));
      return (await store.getWorld('game')).archives.map(({ atMs }) => atMs / hour);
    },
    expected: [2],
  },
  {
    name: 'two people choose the first world',
    async run(table) {
      const store = worldStore(table);
      const chosen = [];
      for (const each of [choice('one', 1000), choice('other', 1000)])
        chosen.push(await store.putChoice('game', each, undefined));
      return [...chosen, (await store.getWorld('game')).choice?.requestId];
    },
    expected: [true, false, 'one'],
  },
  {
    name: 'two people choose another world in place of the same one',
    async run(table) {
      const store = worldStore(table);
      const first = choice('first', 1000);
      const chosen = [await store.putChoice('game', first, undefined)];
      for (const each of [choice('one', 2000), choice('other', 2000)])
        chosen.push(await store.putChoice('game', each, first));
      return [...chosen, (await store.getWorld('game')).choice?.requestId];
    },
    expected: [true, true, false, 'one'],
  },
  {
    name: 'a server applies a world while another one is chosen in its place',
    async run(table) {
      const store = worldStore(table);
      const first = choice('first', 1000);
      await store.putChoice('game', first, undefined);
      await store.markApplied('game', 'first');
      return store.putChoice('game', choice('one', 2000), first);
    },
    expected: false,
  },
  {
    name: 'a server has applied a world while another one was chosen',
    async run(table) {
      const store = worldStore(table);
      await store.putChoice('game', choice('applied', 1000), undefined);
      await store.putChoice('game', choice('chosen', 2000), choice('applied', 1000));
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
