import { describe, expect, it } from '@jest/globals';
import type { ListRow } from 'lambdas/ljmonitor/listing-site/site-adapter';
import { housesOf, pagesOf, rowOf } from '../support/pages.ts';
import { houses, lake, monitorTracking, refresh, willows } from '../support/tracked-communities.ts';
import { type TestMonitor } from '../support/monitor-environment.ts';
import { useMonitorDatabase } from '../support/test-monitor.ts';

const database = await useMonitorDatabase();

const versions = async (monitor: TestMonitor) =>
  (await monitor.rows()).filter(({ sk }) => String(sk).startsWith('VERSION#')).length;

async function refreshWith(monitor: TestMonitor, resblockId: string, rows: ListRow[], perPage = 30) {
  monitor.clock.ms += 3_600_000;
  monitor.answers.set(resblockId, pagesOf(resblockId, rows, perPage));
  await refresh(monitor);
}

describe('a house that the site lists twice with different data', () => {
  const plain = rowOf(willows, 1);
  const withTag = { ...plain, tags: [...plain.tags, '房本满五年'] };
  const others = housesOf(willows, 4).slice(1);

  it.each([
    ['on one page', 30],
    ['on two pages', 2],
  ])('gets no version while nothing changes, whichever row comes first: %s', async (_, perPage) => {
    const monitor = await monitorTracking(database, { [willows]: 0 });
    await refreshWith(monitor, willows, [plain, ...others, withTag], perPage);
    const before = await houses(monitor, willows);
    for (const rows of [
      [withTag, ...others, plain],
      [plain, ...others, withTag],
      [...others, withTag, plain],
      [withTag, ...others, plain],
    ])
      await refreshWith(monitor, willows, rows, perPage);
    expect(await houses(monitor, willows)).toEqual(before);
    expect(await versions(monitor)).toBe(0);
  });

  it('gets one version when both rows have changed', async () => {
    const monitor = await monitorTracking(database, { [willows]: 0 });
    await refreshWith(monitor, willows, [plain, ...others, withTag], 2);
    const cheaper = [withTag, ...others, plain].map((row) =>
      row.houseId === plain.houseId ? { ...row, price: 9 } : row,
    );
    await refreshWith(monitor, willows, cheaper, 2);
    expect((await houses(monitor, willows))[0]).toMatchObject({ houseId: plain.houseId, price: 9, tags: withTag.tags });
    expect(await versions(monitor)).toBe(1);
  });

  it.each([
    ['on one page', 30],
    ['on two pages', 2],
  ])('is taken at its word by the row that has a price: %s', async (_, perPage) => {
    const monitor = await monitorTracking(database, { [willows]: 0 });
    const unpriced = { ...plain, price: null, unitPrice: 0 };
    await refreshWith(monitor, willows, [plain, ...others, plain], perPage);
    await refreshWith(monitor, willows, [{ ...plain, price: 400 }, ...others, unpriced], perPage);
    await refreshWith(monitor, willows, [unpriced, ...others, { ...plain, price: 400 }], perPage);
    expect((await houses(monitor, willows))[0]).toMatchObject({ houseId: plain.houseId, price: 400 });
    expect(await versions(monitor)).toBe(1);
  });

  it('keeps the versions of earlier readings', async () => {
    const monitor = await monitorTracking(database, { [willows]: 0 });
    await refreshWith(monitor, willows, [plain, ...others], 2);
    await refreshWith(monitor, willows, [{ ...plain, price: 400 }, ...others], 2);
    await refreshWith(monitor, willows, [withTag, ...others, { ...plain, price: 400 }], 2);
    expect(await houses(monitor, willows)).toContainEqual(
      expect.objectContaining({ houseId: plain.houseId, price: 400, prices: [expect.anything(), expect.anything()] }),
    );
    expect(await monitor.ports.store.pageHistory(plain.houseId, undefined, 9)).toMatchObject([{ price: 501 }]);
  });
});

describe('a house whose second row is as an earlier reading has shown it', () => {
  it('keeps the version that its first row confirms', async () => {
    const monitor = await monitorTracking(database, { [willows]: 0 });
    const [first, ...others] = housesOf(willows, 4);
    if (!first) throw new Error('a house');
    await refreshWith(monitor, willows, [first, ...others], 2);
    await refreshWith(monitor, willows, [{ ...first, price: 400 }, ...others], 2);
    await refreshWith(monitor, willows, [{ ...first, price: 400 }, ...others, first], 2);
    expect(await monitor.ports.store.getHouse(first.houseId)).toMatchObject({ price: 400 });
    expect(await versions(monitor)).toBe(1);
  });
});

/** The same house in another style. */
const restyled = (row: ListRow): ListRow => ({
  ...row,
  title: row.title.replaceAll('室', '居'),
  description: `${row.description} | 板楼`,
  tags: ['地铁房'],
});

describe('a page whose rows are written in another style', () => {
  const rows = housesOf(willows, 10);

  it('changes the texts of the houses, and makes no version', async () => {
    const monitor = await monitorTracking(database, { [willows]: 0 });
    await refreshWith(monitor, willows, rows);
    const before = await houses(monitor, willows);
    await refreshWith(monitor, willows, rows.map(restyled));
    expect(await versions(monitor)).toBe(0);
    const after = await houses(monitor, willows);
    expect(after.map(({ updateTimeMs, changeTimes }) => ({ updateTimeMs, changeTimes }))).toEqual(
      before.map(({ updateTimeMs, changeTimes }) => ({ updateTimeMs, changeTimes })),
    );
    expect(after.every(({ tags }) => tags.join() === '地铁房')).toBe(true);
    await refreshWith(monitor, willows, rows.map(restyled));
    expect(await houses(monitor, willows)).toEqual(after);
  });

  it('tells what else has changed of a house, and nothing of its style', async () => {
    const monitor = await monitorTracking(database, { [willows]: 0 });
    await refreshWith(monitor, willows, rows);
    await refreshWith(
      monitor,
      willows,
      rows.map(restyled).map((row, index) => (index === 0 ? { ...row, price: 400 } : row)),
    );
    expect(await versions(monitor)).toBe(1);
    const cheaper = (await houses(monitor, willows)).filter(({ price }) => price === 400);
    expect(cheaper.map(({ changeTimes }) => Object.keys(changeTimes))).toEqual([['price']]);
  });

  it.each([
    ['few houses of many', 5, 10],
    ['the only house', 1, 1],
    ['one of two houses', 1, 2],
    ['two of three houses', 2, 3],
    ['three of four houses', 3, 4],
  ])('is not one on which %s were edited', async (_, edited, all) => {
    const monitor = await monitorTracking(database, { [willows]: 0 });
    await refreshWith(monitor, willows, rows.slice(0, all));
    await refreshWith(
      monitor,
      willows,
      rows.slice(0, all).map((row, index) => (index < edited ? restyled(row) : row)),
    );
    expect(await versions(monitor)).toBe(edited);
  });

  it.each([2, 3, 4, 5])('is known in a community of %i houses as well', async (all) => {
    const monitor = await monitorTracking(database, { [willows]: 0 });
    await refreshWith(monitor, willows, rows.slice(0, all));
    await refreshWith(monitor, willows, rows.slice(0, all).map(restyled));
    expect(await versions(monitor)).toBe(0);
  });

  it.each([1, 2, 3])('is known on a last page of %i houses by the pages before it', async (last) => {
    const monitor = await monitorTracking(database, { [willows]: 0 });
    const all = housesOf(willows, 6 + last);
    await refreshWith(monitor, willows, all, 6);
    await refreshWith(monitor, willows, all.map(restyled), 6);
    expect(await versions(monitor)).toBe(0);
  });

  it('is not known by a last page alone, whose few houses one agent may have edited', async () => {
    const monitor = await monitorTracking(database, { [willows]: 0 });
    const all = housesOf(willows, 9);
    await refreshWith(monitor, willows, all, 6);
    await refreshWith(
      monitor,
      willows,
      all.map((row, index) => (index < 6 ? row : restyled(row))),
      6,
    );
    expect(await versions(monitor)).toBe(3);
  });
});

describe('a page without unit prices', () => {
  it('keeps the unit prices that are stored, and makes no version', async () => {
    const monitor = await monitorTracking(database, { [willows]: 0 });
    const rows = housesOf(willows, 3);
    const bare = rows.map((row) => ({ ...row, unitPrice: 0 }));
    await refreshWith(monitor, willows, rows);
    await refreshWith(monitor, willows, bare);
    expect(await versions(monitor)).toBe(0);
    await refreshWith(
      monitor,
      willows,
      bare.map((row, index) => (index === 0 ? { ...row, price: 490 } : row)),
    );
    expect(await houses(monitor, willows)).toMatchObject([
      { price: 490, unitPrice: 80_000 },
      { unitPrice: 80_000 },
      { unitPrice: 80_000 },
    ]);
    expect(await monitor.ports.store.listDailyStats(willows, 9)).toMatchObject([{ medianUnitPrice: 80_000, count: 3 }]);
  });
});

describe('an unchanged site', () => {
  it('makes no version in shuffled orders', async () => {
    const monitor = await monitorTracking(database, { [lake]: 0 });
    const all = housesOf(lake, 40);
    const twofold = all.slice(0, 5).map((row) => ({ ...row, tags: [...row.tags, '随时看房'] }));
    const rows = [...all, ...twofold];
    await refreshWith(monitor, lake, rows, 15);
    for (let order = 1; order <= 5; order++) {
      // 23 has no divisor in common with 45, so that each order is another one.
      const shuffled = rows.map((_, place) => rows[(place * 23 + order * 7) % rows.length]);
      await refreshWith(
        monitor,
        lake,
        shuffled.flatMap((row) => row ?? []),
        15,
      );
    }
    expect(await versions(monitor)).toBe(0);
    expect((await houses(monitor, lake)).filter(({ removed }) => removed)).toEqual([]);
  });
});
