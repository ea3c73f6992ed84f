/** @jest-environment jsdom */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { hashKey, QueryClient, QueryClientProvider, QueryObserver } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { useOtherTabs } from 'web/layout/tabs/use-other-tabs';
import { tellStale } from 'web/lib/tab/stale-data';
import { tellTabs } from 'web/lib/tab/tell-tabs';

/** A channel whose messages arrive at once, so that only the tabs' own waiting takes time. */
class InstantChannel extends EventTarget {
  private static readonly channels = new Set<InstantChannel>();
  private readonly name: string;

  constructor(name: string) {
    super();
    this.name = name;
    InstantChannel.channels.add(this);
  }

  postMessage(data: unknown) {
    for (const other of InstantChannel.channels)
      if (other !== this && other.name === this.name) other.dispatchEvent(new MessageEvent('message', { data }));
  }

  close() {
    InstantChannel.channels.delete(this);
  }
}

beforeAll(() => void Object.assign(globalThis, { BroadcastChannel: InstantChannel }));
afterAll(() => void Reflect.deleteProperty(globalThis, 'BroadcastChannel'));

const ends: (() => void)[] = [];
beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  for (const end of ends.splice(0)) end();
  jest.useRealTimers();
});

/** Lets all be told that waits to be told. What the tabs agree on is in each of them within a second. */
const second = () => jest.advanceTimersByTimeAsync(1_000);

/** Returns what tabs tell on a channel from now on. */
function hear(name: string) {
  const heard: unknown[] = [];
  const channel = new InstantChannel(name);
  ends.push(() => channel.close());
  channel.addEventListener('message', (message) => void ('data' in message && heard.push(message.data)));
  return heard;
}

const summary = ['ljmonitor', 'summary'];
const detail = ['stack', 'survival', 'detail'];
const world = ['stack', 'survival', 'world'];

/** Shares the data of a person's tab with the others. */
function share(client: QueryClient, person: string) {
  const { unmount } = renderHook(() => useOtherTabs(person), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  ends.push(unmount);
}

/** Opens a tab of a person, which shows five unread houses. */
function openTab(person: string) {
  const client = new QueryClient();
  share(client, person);
  client.setQueryData(summary, { unread: 5 }, { updatedAt: 1 });
  return client;
}

it('shows what another tab of the same person changes, and says it to nobody again', async () => {
  const [one, other, stranger] = [openTab('ann'), openTab('ann'), openTab('bob')];
  await second();
  const heard = hear('data');
  one.setQueryData(summary, { unread: 4 });
  await second();
  expect(other.getQueryData(summary)).toEqual({ unread: 4 });
  expect(heard).toMatchObject([{ userId: 'ann', told: [{ queryKey: summary, data: { unread: 4 } }] }]);
  expect(stranger.getQueryData(summary)).toEqual({ unread: 5 });
});

it('tells whether a change has brought the data', async () => {
  const tab = openTab('ann');
  await second();
  const heard = hear('data');
  const ask = () => tab.fetchQuery({ queryKey: summary, queryFn: () => ({ unread: 4 }) });
  await ask();
  await second();
  expect(heard).toMatchObject([{ told: [{ isChange: false }] }]);
  await tab.invalidateQueries({ queryKey: summary });
  await ask();
  await second();
  expect(heard).toMatchObject([{}, { told: [{ isChange: true }] }]);
});

const listOf = (...pages: { houseId: string }[][]) => ({ pages, pageParams: pages.map(() => null) });

it('tells a list that asks for more when it has it, or when it cannot get it', async () => {
  const [one, other] = [openTab('ann'), openTab('ann')];
  const list = ['ljmonitor', 'houses'];
  const long = listOf([{ houseId: 'a' }, { houseId: 'b' }]);
  for (const tab of [one, other]) tab.setQueryData(list, long, { updatedAt: 1 });
  await second();
  for (const { end, left, shown } of [
    { end: () => listOf([{ houseId: 'a' }]), left: [{ houseId: 'a' }], shown: ['a'] },
    { end: () => Promise.reject(new Error('No network')), left: [], shown: [] },
  ]) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const queryFn = () => promise.then(end);
    const asked = one.prefetchQuery({ queryKey: list, queryFn, networkMode: 'always', retry: false });
    const before = other.getQueryData(list);
    one.setQueryData(list, listOf(left));
    await second();
    expect(other.getQueryData(list)).toEqual(before);
    resolve();
    await asked;
    await second();
    const { pages = [] } = other.getQueryData<typeof long>(list) ?? {};
    expect(pages.flat().map(({ houseId }) => houseId)).toEqual(shown);
  }
});

/** Begins a change in a tab, which ends with the returned function. */
function beginChange(tab: QueryClient, meta?: { isTransfer: boolean }) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const change = tab
    .getMutationCache()
    .build(tab, { mutationFn: () => promise, networkMode: 'always', ...(meta && { meta }) });
  const done = change.execute(undefined);
  return async () => {
    resolve();
    await done;
  };
}

it('asks again for what it was told during a change of its own', async () => {
  const [one, other] = [openTab('ann'), openTab('ann')];
  const end = beginChange(other);
  one.setQueryData(summary, { unread: 4 });
  await second();
  expect(other.getQueryState(summary)).toMatchObject({ data: { unread: 5 }, isInvalidated: false });
  await end();
  await second();
  expect(other.getQueryState(summary)?.isInvalidated).toBe(true);
});

it('catches up with what others have told before it heard them', () => {
  const visit = ['ljmonitor', 'visit'];
  const status = ['ljmonitor', 'refreshStatus'];
  const client = new QueryClient();
  for (const queryKey of [summary, visit, status, detail]) client.setQueryData(queryKey, 'own', { updatedAt: 100 });
  const told = [
    { queryKey: summary, data: 'told', updatedAt: 200, isChange: true },
    // This tab may have asked for it before the change, and has got it after it.
    { queryKey: visit, data: 'told', updatedAt: 50, isChange: true },
    { queryKey: status, data: 'told', updatedAt: 50, isChange: false },
  ];
  const close = jest.fn();
  window.earlyTold = new Map([
    [
      'data',
      {
        channel: { close },
        messages: [
          { build: '', userId: 'bob', told: [] },
          { build: '', userId: 'ann', told },
        ],
      },
    ],
    ['stale data', { channel: { close }, messages: [{ queryKey: detail, except: [] }] }],
  ]);
  share(client, 'ann');
  const stateOf = (queryKey: string[]) => {
    const state = client.getQueryState(queryKey);
    return [state?.data, state?.isInvalidated];
  };
  expect(stateOf(summary)).toEqual(['told', false]);
  expect(stateOf(visit)).toEqual(['own', true]);
  expect(stateOf(status)).toEqual(['own', false]);
  expect(stateOf(detail)).toEqual(['own', true]);
  expect([close.mock.calls.length, window.earlyTold.size]).toEqual([2, 0]);
});

it('shows what it is told while an upload of its own goes on', async () => {
  const [one, other] = [openTab('ann'), openTab('ann')];
  const end = beginChange(other, { isTransfer: true });
  one.setQueryData(summary, { unread: 4 });
  await second();
  expect(other.getQueryData(summary)).toEqual({ unread: 4 });
  await end();
});

it('asks at once for what another tab has made stale, but not for what that one loads itself', () => {
  const tab = openTab('ann');
  for (const queryKey of [detail, world]) tab.setQueryData(queryKey, 'old');
  tellTabs('stale data', { queryKey: ['stack'], except: [hashKey(detail)] });
  expect([detail, world, summary].map((queryKey) => tab.getQueryState(queryKey)?.isInvalidated)).toEqual([
    false,
    true,
    false,
  ]);
});

it('names what it loads itself only when it can tell it', async () => {
  const heard = hear('stale data');
  const loading = [{ queryHash: hashKey(detail) }];
  tellStale({ queryKey: ['stack'] }, loading);
  const tab = openTab('ann');
  tellStale({ queryKey: ['stack'] }, loading);
  expect(heard).toEqual([
    { queryKey: ['stack'], except: [] },
    { queryKey: ['stack'], except: [hashKey(detail)] },
  ]);
  tellStale({ queryKey: ['ljmonitor'] });
  await second();
  // A tab does not hear what it says.
  expect(tab.getQueryState(summary)?.isInvalidated).toBe(false);
});

it('asks once for what a change has made stale, although it hears of the change afterwards', async () => {
  const [one, other] = [openTab('ann'), openTab('ann')];
  await second();
  const ask = jest.fn(() => new Promise<{ unread: number }>(() => {}));
  const unwatch = new QueryObserver(other, { queryKey: summary, queryFn: ask, staleTime: Infinity }).subscribe(
    () => {},
  );
  ends.push(unwatch);
  one.setQueryData(summary, { unread: 4 });
  tellTabs('stale data', { queryKey: summary, except: [] });
  await second();
  expect(other.getQueryData(summary)).toEqual({ unread: 4 });
  expect(ask).toHaveBeenCalledTimes(1);
});

it('shows within a second what another tab changes, also while that tab goes on changing it', () => {
  const [one, other] = [openTab('ann'), openTab('ann')];
  jest.advanceTimersByTime(1_000);
  // Each change is one more unread house. A second is ten of them.
  const last = 30;
  for (let unread = 6; unread <= last; unread += 1) {
    one.setQueryData(summary, { unread });
    jest.advanceTimersByTime(100);
    expect(other.getQueryData<{ unread: number }>(summary)?.unread).toBeGreaterThan(unread - 10);
  }
  jest.advanceTimersByTime(900);
  expect(other.getQueryData(summary)).toEqual({ unread: last });
});
