import { describe, expect, it } from '@jest/globals';
import { housesOf, pageOf, pagesOf, rowOf } from '../support/pages.ts';
import { houses, lake, none, refresh, willows, monitorTracking } from '../support/tracked-communities.ts';
import { useMonitorDatabase } from '../support/test-monitor.ts';

const database = await useMonitorDatabase();

describe('a page with faults', () => {
  const cases: [string, string, ReturnType<typeof pageOf>][] = [
    [
      'was cut off',
      'INCOMPLETE',
      pageOf(lake, { rows: housesOf(lake, 12), declaredTotal: 60, page: undefined, totalPages: undefined }),
    ],
    ['is garbled', 'INCOMPLETE', pageOf(lake, { class: 'unknown', declaredTotal: undefined })],
    [
      'has no prices',
      'INCOMPLETE',
      pageOf(lake, { rows: housesOf(lake, 60).map((row) => ({ ...row, price: undefined })), declaredTotal: 60 }),
    ],
    ['has no rows', 'INCOMPLETE', pageOf(lake, { rows: [], declaredTotal: 60 })],
    ['is another page', 'INCOMPLETE', pageOf(lake, { rows: housesOf(lake, 60), page: 3, totalPages: 3 })],
    [
      'has houses of another community only',
      'INCOMPLETE',
      pageOf(lake, { rows: housesOf(none, 60), declaredTotal: 60 }),
    ],
  ];

  it.each(cases)('changes no house after a crawl that %s, and sets the community to %s', async (_, state, page) => {
    const monitor = await monitorTracking(database, { [lake]: 60 });
    await refresh(monitor);
    const before = await houses(monitor, lake);
    for (let reading = 0; reading < 5; reading++) {
      monitor.clock.ms += 24 * 3_600_000;
      monitor.answers.set(lake, [page]);
      expect(await refresh(monitor)).toMatchObject({ isRefreshing: false, lastRefreshFailureAt: monitor.clock.ms });
    }
    expect(await houses(monitor, lake)).toEqual(before);
    expect(await monitor.ports.store.findResblock(lake)).toMatchObject({ state, houseCount: 60 });
  });

  it('keeps the houses of the other pages', async () => {
    const monitor = await monitorTracking(database, { [lake]: 90 });
    const [first, second, third] = pagesOf(lake, housesOf(lake, 90));
    if (!first || !second || !third) throw new Error('three pages');
    monitor.answers.set(lake, [first, { kind: 'failed', reason: 'The listing site answered with status 502.' }, third]);
    await refresh(monitor);
    expect(await houses(monitor, lake)).toHaveLength(30);
    expect(await monitor.ports.store.findResblock(lake)).toMatchObject({
      state: 'FAILED',
      stateReason: 'The listing site answered with status 502.',
    });
  });
});

describe('a house that is no longer listed', () => {
  const hour = 3_600_000;

  it('is removed after two exact readings half an hour apart, and comes back as a new version', async () => {
    const monitor = await monitorTracking(database, { [willows]: 6 });
    await refresh(monitor);
    monitor.answers.set(willows, pagesOf(willows, housesOf(willows, 5)));
    const removed = async () => (await houses(monitor, willows)).filter((house) => house.removed);
    for (const [waitMs, count] of [
      [hour, 0],
      [hour / 3, 0],
      [hour / 3, 1],
    ] as const) {
      monitor.clock.ms += waitMs;
      await refresh(monitor);
      expect(await removed()).toHaveLength(count);
    }
    expect(await monitor.ports.store.findResblock(willows)).toMatchObject({ houseCount: 5 });
    expect(await removed()).toMatchObject([{ updateTimeMs: monitor.clock.ms, price: 506 }]);

    monitor.clock.ms += hour;
    monitor.answers.set(willows, pagesOf(willows, housesOf(willows, 6)));
    await refresh(monitor);
    expect(await removed()).toEqual([]);
    const history = await monitor.ports.store.pageHistory(rowOf(willows, 6).houseId, undefined, 50);
    expect(history.map((house) => house.removed)).toEqual([true, false]);
  });

  it('is removed although the site shows no price for another one', async () => {
    const monitor = await monitorTracking(database, { [willows]: 6 });
    await refresh(monitor);
    const shown = housesOf(willows, 5).map((row, index) => (index === 0 ? { ...row, price: null, unitPrice: 0 } : row));
    monitor.answers.set(willows, pagesOf(willows, shown));
    for (let reading = 0; reading < 2; reading++) {
      monitor.clock.ms += hour;
      await refresh(monitor);
    }
    const [left, ...others] = await houses(monitor, willows);
    expect(left).toMatchObject({ title: 'House 6', removed: true });
    expect(others.map(({ price, removed }) => [price, removed])).toEqual(
      expect.arrayContaining([1, 2, 3, 4, 5].map((house) => [500 + house, false])),
    );
    expect(await monitor.ports.store.findResblock(willows)).toMatchObject({ state: 'OK', houseCount: 5 });
  });

  it.each([
    ['the total changes between two pages', 61],
    ['the site shows another house twice', 60],
  ])('is not removed by readings in which %s, however many they are', async (_, firstTotal) => {
    const monitor = await monitorTracking(database, { [lake]: 60 });
    await refresh(monitor);
    const all = housesOf(lake, 60);
    const [first, second] = pagesOf(lake, all);
    if (first?.kind !== 'page' || second?.kind !== 'page') throw new Error('two pages');
    // House 31 is never shown, though it is on offer.
    const last = firstTotal === 60 ? rowOf(lake, 1) : rowOf(lake, 61);
    monitor.answers.set(lake, [
      pageOf(lake, { ...first.page, declaredTotal: firstTotal }),
      pageOf(lake, { ...second.page, rows: [...all.slice(31), last] }),
    ]);
    for (let reading = 0; reading < 12; reading++) {
      monitor.clock.ms += 8 * hour;
      expect(await refresh(monitor)).toMatchObject({ lastRefreshSuccessAt: monitor.clock.ms });
    }
    expect((await houses(monitor, lake)).filter((house) => house.removed)).toEqual([]);
  });

  it('is not removed by readings between whose pages one house was sold and another one offered', async () => {
    const monitor = await monitorTracking(database, { [willows]: 4 });
    await refresh(monitor);
    // House 3 slides past the reader: house 1 is sold after the first page, and a new one is offered on the second page.
    let last = 4;
    const readWith = async (first: number[], second: number[]) => {
      const numbers = [...first, ...second];
      monitor.clock.ms += 8 * hour;
      monitor.answers.set(
        willows,
        pagesOf(
          willows,
          numbers.map((number) => rowOf(willows, number)),
          2,
        ),
      );
      await refresh(monitor);
      return (await houses(monitor, willows)).filter((house) => house.removed).map(({ title }) => title);
    };
    for (let reading = 0; reading < 4; reading++) {
      const offered = last + 1;
      expect(await readWith([reading === 0 ? 1 : last, 2], [4, offered])).not.toContain('House 3');
      last = offered;
    }
    // A new house on the first page was offered before the reading began.
    expect(await readWith([last + 1, 2], [4, last])).toContain('House 3');
  });

  it('needs two more readings when more than half of the community is missing', async () => {
    const monitor = await monitorTracking(database, { [willows]: 9 });
    await refresh(monitor);
    monitor.answers.set(willows, [pageOf(willows, { class: 'empty', declaredTotal: 0 })]);
    const counts: number[] = [];
    for (let reading = 0; reading < 4; reading++) {
      monitor.clock.ms += hour;
      await refresh(monitor);
      counts.push((await houses(monitor, willows)).filter((house) => house.removed).length);
    }
    expect(counts).toEqual([0, 0, 0, 9]);
  });
});
