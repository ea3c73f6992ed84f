import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { outboxStore, leaseMs } from 'lambdas/notify/outbox/outbox-store';
import { channelStore } from 'lambdas/notify/people/channel-store';
import { rulesStore } from 'lambdas/notify/people/rules-store';
import { newsKey } from 'lambdas/platform/news/keys';
import { newsDesk } from 'lambdas/platform/news/tell-news';
import { defaultNewsRules } from 'shared-types/rules/notify/news-rules';
import { subscribedBrowser } from '../../support/notify/browser.ts';
import type { ConcurrencyScenario, ScenarioTable } from '../../support/dynamodb/concurrency-scenario.ts';

const ref = { userId: 'ann', channelId: 'c1' };
const nowMs = 1_000_000;
const address = { kind: 'webhook' as const, url: 'https://hooks.example.org/a' };
const renewed = { ...address, url: 'https://hooks.example.org/b' };
const added = { state: 'on' as const, signingKey: '' };
const sent = { told: ['n1'], dueMs: null, sentMs: nowMs };

const failure = { problem: { en: 'p', zh: 'p' }, lastFailedMs: nowMs, failingSinceMs: nowMs, failures: 9 };
const paused = { told: [], dueMs: null, failure: { ...failure, state: 'paused' as const } };
const refused = { told: [], dueMs: nowMs + 1000, failure };

const newsOf = (newsId: string, atMs: number) => ({
  newsId,
  tool: 'ljmonitor' as const,
  userId: null,
  atMs,
  groups: [],
});

/** Returns the writes of the news that a channel is off or removed. */
const aboutIt = (table: ScenarioTable) => newsDesk(table, async () => {}).writes(newsOf('about it', nowMs));
const isToldAbout = (rows: Record<string, unknown>[]) => rows.some(({ newsId }) => newsId === 'about it');

/** Creates the stores of a table with one channel. */
async function withChannel(table: ScenarioTable) {
  const store = { ...channelStore(table), ...outboxStore(table) };
  await store.putChannel({ ...ref, ...added, address });
  async function putNews(newsId: string) {
    const { client, TableName } = table;
    const Item = { ...newsKey(newsId), ...newsOf(newsId, nowMs), gsi1pk: 'DUE', gsi1sk: newsId };
    await client.send(new PutCommand({ TableName, Item }));
  }
  /** Stores news and hands it to the channel. */
  async function handOutNews(newsId: string, dueMs = nowMs) {
    await putNews(newsId);
    return store.handOut(newsId, [{ ref, dueMs, failures: 0 }]);
  }
  async function state() {
    const channel = await store.findChannel(ref);
    return channel && [[...channel.pending].toSorted(), channel.dueMs, channel.sent, channel.state];
  }
  return { ...store, putNews, handOutNews, state };
}

/** Describes the race of a write with the removal of its channel. */
const removed = (
  name: string,
  write: (store: Awaited<ReturnType<typeof withChannel>>) => Promise<unknown>,
): ConcurrencyScenario => ({
  name,
  async run(table) {
    const store = await withChannel(table);
    await store.removeChannel({ ...ref, address });
    await write(store);
    return (await table.rows()).filter(({ pk }) => pk === 'CHANNEL').length;
  },
  expected: 0,
});

/** Describes the end of a delivery whose lease another one has taken. */
const afterLease = (
  name: string,
  end: (store: Awaited<ReturnType<typeof withChannel>>) => Promise<unknown>,
): ConcurrencyScenario => ({
  name,
  async run(table) {
    const store = await withChannel(table);
    await store.handOutNews('n1');
    await store.claim(ref, 'first', nowMs);
    await store.claim(ref, 'second', nowMs + leaseMs);
    await end(store);
    return store.state();
  },
  expected: [['n1'], nowMs, 0, 'on'],
});

export const newsRaces: ConcurrencyScenario[] = [
  {
    name: 'two workers tell the same news',
    async run(table) {
      const desk = newsDesk(table, async () => undefined);
      const times = [await desk.tell(newsOf('n1', 5)), await desk.tell(newsOf('n1', 9))];
      return [...times, (await table.rows()).map((row) => row['atMs'])];
    },
    expected: [5, 5, [5]],
  },
];

export const notifyRaces: ConcurrencyScenario[] = [
  {
    name: 'a browser subscribes again while its old subscription is given up',
    async run(table) {
      const store = await withChannel(table);
      const old = await store.claim(ref, 'lease', nowMs);
      await store.putChannel({ ...ref, ...added, address: renewed }, { ...ref, address, failures: 0 });
      if (old) await store.removeGone(old, 'lease', aboutIt(table));
      return [(await store.findChannel(ref))?.address, isToldAbout(await table.rows())];
    },
    expected: [renewed, false],
  },
  {
    name: 'a channel gets another address while the one before is given up',
    async run(table) {
      const store = await withChannel(table);
      await store.handOutNews('n1');
      await store.claim(ref, 'lease', nowMs);
      await store.putChannel({ ...ref, ...added, address: renewed }, { ...ref, address, failures: 0 });
      await store.turnOff(ref, 'lease', paused, aboutIt(table));
      const isTold = isToldAbout(await table.rows());
      return [isTold, await store.state(), (await store.claim(ref, 'next', nowMs + leaseMs)) !== undefined];
    },
    expected: [false, [['n1'], nowMs, 1, 'on'], true],
  },
  {
    name: 'a channel gets an address that needs a code while the one before takes a message',
    async run(table) {
      const store = await withChannel(table);
      await store.handOutNews('n1');
      await store.claim(ref, 'lease', nowMs);
      const unverified = { ...ref, ...added, address: renewed, state: 'unverified' as const };
      await store.putChannel(unverified, { ...ref, address, failures: 0 });
      await store.endDelivery(ref, 'lease', sent);
      return store.state();
    },
    expected: [['n1'], nowMs, 1, 'unverified'],
  },
  {
    name: 'two devices add the same channel',
    async run(table) {
      const store = channelStore(table);
      const put = (channelId: string) => store.putChannel({ userId: 'ann', channelId, ...added, address });
      return [await put('c1'), await put('c2'), (await store.listChannels('ann')).length];
    },
    expected: [true, false, 1],
  },
  {
    name: 'two tabs add one channel with different addresses',
    async run(table) {
      const store = channelStore(table);
      const put = (to: typeof address) => store.putChannel({ ...ref, ...added, address: to });
      return [await put(address), await put(renewed), (await table.rows()).length];
    },
    expected: [true, false, 2],
  },
  {
    name: 'two tabs give one channel different addresses',
    async run(table) {
      const store = await withChannel(table);
      const put = (url: string) =>
        store.putChannel({ ...ref, ...added, address: { ...address, url } }, { ...ref, address, failures: 0 });
      return [await put('https://b.example.org/'), await put('https://c.example.org/'), (await table.rows()).length];
    },
    expected: [true, false, 2],
  },
  {
    name: 'two tabs renew the address of one feed, which fails meanwhile',
    async run(table) {
      const store = { ...channelStore(table), ...outboxStore(table) };
      const feed = { ...ref, address: { kind: 'feed' as const } };
      const put = (feedHash: string, before?: string) =>
        store.putChannel(
          { ...feed, ...added, feedHash },
          before === undefined ? undefined : { ...feed, feedHash: before, failures: 0 },
        );
      const puts = [await put('a'), await put('b'), await put('b', 'a'), await put('c', 'a')];
      await store.claim(ref, 'first', nowMs);
      await store.turnOff(ref, 'first', paused, []);
      return [...puts, await put('c', 'b'), (await table.rows()).length];
    },
    expected: [true, false, true, false, false, 2],
  },
  {
    name: 'a channel fails while it gets another address',
    async run(table) {
      const store = await withChannel(table);
      await store.claim(ref, 'first', nowMs);
      await store.turnOff(ref, 'first', paused, []);
      return store.putChannel({ ...ref, ...added, address: renewed }, { ...ref, address, failures: 0 });
    },
    expected: false,
  },
  {
    name: 'a channel is removed while it gets another address',
    async run(table) {
      const store = await withChannel(table);
      await store.putChannel({ ...ref, ...added, address: renewed }, { ...ref, address, failures: 0 });
      return [await store.removeChannel({ ...ref, address }), (await table.rows()).length];
    },
    expected: [false, 2],
  },
  {
    name: 'a browser gets another user while the one before subscribes anew',
    async run(table) {
      const store = channelStore(table);
      const [old, anew] = [subscribedBrowser(), subscribedBrowser('https://fcm.googleapis.com/fcm/send/new')];
      const bobs = { userId: 'bob', channelId: 'c2' };
      await store.putChannel({ ...bobs, ...added, address: old.address });
      await store.putChannel(
        { ...bobs, ...added, address: anew.address },
        { ...bobs, address: old.address, failures: 0 },
      );
      const taken = { ...bobs, address: old.address };
      const anns = { ...ref, ...added, address: old.address };
      const isTaken = await store.putChannel(anns, undefined, taken, aboutIt(table));
      return [isTaken, (await store.listAllChannels()).map(({ userId }) => userId), isToldAbout(await table.rows())];
    },
    expected: [false, ['bob'], false],
  },
  {
    name: 'a subscription is given up by a notifier whose lease is over',
    async run(table) {
      const store = await withChannel(table);
      const late = await store.claim(ref, 'late', nowMs);
      await store.claim(ref, 'next', nowMs + leaseMs);
      if (late) await store.removeGone(late, 'late', aboutIt(table));
      return (await store.findChannel(ref))?.address;
    },
    expected: address,
  },
  {
    name: 'two notifiers hand out the same news',
    async run(table) {
      const store = await withChannel(table);
      await store.handOutNews('n1');
      await store.claim(ref, 'first', nowMs);
      await store.endDelivery(ref, 'first', sent);
      return [await store.handOut('n1', [{ ref, dueMs: nowMs, failures: 0 }]), await store.state()];
    },
    expected: [false, [[], null, 1, 'on']],
  },
  {
    name: 'two notifiers deliver the same channel',
    async run(table) {
      const store = await withChannel(table);
      const claims = [
        await store.claim(ref, 'first', nowMs),
        await store.claim(ref, 'second', nowMs + leaseMs - 1),
        await store.claim(ref, 'third', nowMs + leaseMs),
        // A clock that was ahead has written this lease.
        await store.claim(ref, 'fourth', nowMs - 2 * leaseMs),
      ];
      return claims.map((claim) => claim !== undefined);
    },
    expected: [true, false, true, true],
  },
  {
    name: 'news comes while a message is on its way',
    async run(table) {
      const store = await withChannel(table);
      await store.handOutNews('n1');
      await store.claim(ref, 'first', nowMs);
      await store.handOutNews('n2', nowMs + 1);
      await store.endDelivery(ref, 'first', sent);
      return store.state();
    },
    expected: [['n2'], nowMs + 1, 1, 'on'],
  },
  {
    name: 'news comes while a channel is paused',
    async run(table) {
      const store = await withChannel(table);
      await store.claim(ref, 'first', nowMs);
      await store.handOutNews('n1');
      await store.turnOff(ref, 'first', paused, []);
      return store.state();
    },
    expected: [['n1'], null, 0, 'paused'],
  },
  {
    name: 'a service asks for a rest while news is handed to its channel',
    async run(table) {
      const store = await withChannel(table);
      await store.handOutNews('n1');
      await store.claim(ref, 'first', nowMs);
      await store.endDelivery(ref, 'first', refused);
      return [await store.handOutNews('n2'), await store.state()];
    },
    expected: [false, [['n1'], nowMs + 1000, 0, 'on']],
  },
  {
    name: 'a channel is turned on before news is handed to it as to one that is off',
    async run(table) {
      const store = await withChannel(table);
      await store.putNews('n1');
      return [await store.handOut('n1', [{ ref, dueMs: undefined, failures: 0 }]), await store.state()];
    },
    expected: [false, [[], null, 0, 'on']],
  },
  {
    name: 'a delivery ends after its lease',
    async run(table) {
      const store = await withChannel(table);
      await store.handOutNews('n1');
      await store.claim(ref, 'first', nowMs);
      await store.claim(ref, 'second', nowMs + leaseMs);
      await store.endDelivery(ref, 'first', sent);
      return [await store.state(), (await store.claim(ref, 'third', nowMs + leaseMs + 1)) === undefined];
    },
    expected: [[['n1'], nowMs, 0, 'on'], true],
  },
  {
    name: 'a message is put together after its lease',
    async run(table) {
      const store = await withChannel(table);
      await store.handOutNews('n1');
      await store.claim(ref, 'first', nowMs);
      await store.handOutNews('n2');
      await store.claim(ref, 'second', nowMs + leaseMs);
      const begun = [
        await store.beginMessage(ref, 'second', ['n1', 'n2']),
        await store.beginMessage(ref, 'first', ['n1']),
      ];
      return [begun, [...((await store.findChannel(ref))?.sending ?? [])].toSorted()];
    },
    expected: [
      [true, false],
      ['n1', 'n2'],
    ],
  },
  afterLease('a channel is turned off after the lease of its delivery', (store) =>
    store.turnOff(ref, 'first', paused, []),
  ),
  afterLease('a delivery is refused after its lease', (store) => store.endDelivery(ref, 'first', refused)),
  {
    name: 'two tabs change the rules of the same person',
    async run(table) {
      const store = rulesStore(table);
      const told = [];
      for (const cheaperBy of [3, 5]) told.push(await store.putRules('ann', { ...defaultNewsRules, cheaperBy }));
      const { cheaperBy, version } = await store.getRules('ann');
      return [...told, cheaperBy, version];
    },
    expected: [true, false, 3, 1],
  },
  {
    name: 'a person changes the rules while the last message is recorded',
    async run(table) {
      const store = await withChannel(table);
      await store.handOutNews('n1');
      await store.claim(ref, 'first', nowMs);
      await store.endDelivery(ref, 'first', sent);
      await store.moveDue(ref, nowMs, nowMs + 1);
      return store.state();
    },
    expected: [[], null, 1, 'on'],
  },
  removed('a channel is removed before news is handed to it', (store) => store.handOutNews('n1')),
  removed('a channel is removed before it is claimed', (store) => store.claim(ref, 'first', nowMs)),
  removed('a channel is removed before it rests', (store) => store.rest(ref)),
  removed('a channel is removed before a code is mailed', (store) =>
    store.putCode(ref, { codeHash: 'a', codeUntilMs: nowMs }),
  ),
  {
    name: 'another code is mailed while one is tried',
    async run(table) {
      const store = channelStore(table);
      await store.putChannel({ ...ref, ...added, address, state: 'unverified' });
      await store.putCode(ref, { codeHash: 'new', codeUntilMs: nowMs });
      const isTaken = [await store.countTry(ref, 'old', 5), await store.confirmChannel(ref, 'old', nowMs)];
      return [...isTaken, (await store.findChannel(ref))?.state];
    },
    expected: [false, false, 'unverified'],
  },
  {
    name: 'the last codes of a day are asked for at once',
    async run(table) {
      const store = channelStore(table);
      const counted = [];
      for (let count = 0; count < 3; count += 1) counted.push(await store.countCode('ann', '2026-11-21', 2));
      return [counted, await store.getCodeCount('ann', '2026-11-21')];
    },
    expected: [[true, true, false], 2],
  },
  {
    name: 'a code is tried many times at once',
    async run(table) {
      const store = await withChannel(table);
      await store.putCode(ref, { codeHash: 'a', codeUntilMs: nowMs });
      const tries = [];
      for (let count = 0; count < 3; count += 1) tries.push(await store.countTry(ref, 'a', 2));
      return tries;
    },
    expected: [true, true, false],
  },
];
