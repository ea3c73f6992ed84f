import { describe, expect, it } from '@jest/globals';
import type { ListRow } from 'lambdas/ljmonitor/listing-site/site-adapter';
import { salesKey } from 'lambdas/ljmonitor/keys';
import { Relisting } from 'shared-types/contract/monitor/relistings';
import { dayMs, hourMs } from 'shared-types/rules/time';
import * as z from 'zod';
import { pagesOf, rowOf } from '../support/pages.ts';
import { useMonitorDatabase } from '../support/test-monitor.ts';
import { bob, lake, nothing, routesWith, willows } from '../support/test-routes.ts';

const database = await useMonitorDatabase();

/** Each house has an area of its own. */
const flat = (house: number, more: Partial<ListRow> = {}, community = willows) =>
  rowOf(community, house, {
    description: `2室1厅 | ${60 + house}.25平米 | 南 北 | 精装 | 低楼层(共16层) | 1992年 | 塔楼`,
    ...more,
  });
/** The flat of a house, as it is offered for the first time, or again under another id. */
const again = (house: number, times: number) =>
  times === 0
    ? flat(house)
    : flat(100 * times + house, { description: flat(house).description, price: flat(house).price });
const idOf = (house: number) => rowOf(willows, house).houseId;

const numberOf = ({ houseId }: { houseId: string }) => Number(houseId.slice(-3));

const six = (community: string) => [1, 2, 3, 4, 5, 6].map((house) => flat(house, {}, community));

/** The list from which the third house is taken down, and offered again as the ninth. */
const offered = (price = 480) => [
  ...six(willows).filter(({ houseId }) => houseId !== idOf(3)),
  flat(9, { description: flat(3).description, title: 'By another agency', price }),
];

/** Creates a monitor with two communities of six houses. */
async function monitored() {
  const site = await routesWith(database, {});
  const { monitor, routes, processAll, add } = site;
  const show = (rows: ListRow[], community = willows) => monitor.answers.set(community, pagesOf(community, rows));
  async function read() {
    monitor.clock.ms += 8 * hourMs;
    await routes.refreshAllHouses(nothing);
    await processAll();
  }
  for (const community of [willows, lake]) {
    show(six(community), community);
    await add(community);
  }
  await processAll();
  await read();
  const list = async (query = {}) =>
    z.array(Relisting).parse(await routes.listRelistings({ ...nothing, user: bob, query }));
  return {
    ...site,
    show,
    read,
    list,
    /** Reads the list of the ninth house twice, after which the third one is removed. */
    offerAgain: async () => {
      show(offered());
      await read();
      await read();
    },
    linked: async () => (await list()).map(({ earlier, later }) => [earlier.houseId, later.houseId]),
    separate: (body: { separated: boolean; asOf?: number }, [one = 3, other = 9] = []) =>
      routes.separateHouses({
        ...nothing,
        params: { houseId: idOf(one) },
        body: { otherHouseId: idOf(other), ...body },
      }),
  };
}

describe('houses that are offered again under another id', () => {
  it('are listed with their prices, their times and their addresses, once the first one is removed', async () => {
    const { monitor, show, read, list, linked } = await monitored();
    const cheaper = six(willows).map((row) => (row.houseId === idOf(3) ? { ...row, price: 490 } : row));
    show(cheaper);
    await read();
    show(offered());
    await read();
    const foundAt = monitor.clock.ms;
    expect(await linked()).toEqual([]);
    await read();
    expect(await list()).toEqual([
      {
        resblockId: willows,
        earlier: {
          houseId: idOf(3),
          url: `https://site.test/ershoufang/${idOf(3)}.html`,
          price: 490,
          prices: [503, 490],
          createTime: expect.any(Number),
          updateTime: monitor.clock.ms,
          removedAt: monitor.clock.ms,
        },
        later: {
          houseId: idOf(9),
          url: `https://site.test/ershoufang/${idOf(9)}.html`,
          price: 480,
          createTime: foundAt,
          updateTime: foundAt,
        },
      },
    ]);
  });

  it('are listed for some communities, or all that are tracked', async () => {
    const { offerAgain, list, remove } = await monitored();
    await offerAgain();
    expect((await list()).map(({ earlier }) => earlier.prices)).toEqual([[503]]);
    const houseIds = [idOf(9)];
    for (const query of [{ resblockIds: [lake, willows] }, { resblockIds: [willows], houseIds }])
      expect(await list(query)).toHaveLength(1);
    for (const query of [{ resblockIds: [lake] }, { resblockIds: [lake], houseIds }])
      expect(await list(query)).toEqual([]);
    await remove(willows);
    expect(await list()).toEqual([]);
    expect(await list({ resblockIds: [willows] })).toEqual([]);
  });

  it('are listed for some houses, however many newer links there are, with the houses before them', async () => {
    const { monitor, read, show, list } = await monitored();
    const ids = Array.from({ length: 60 }, (_, index) => index + 1);
    /** The first house comes back first, and once more. All others come back after it. */
    for (const [first, others] of [
      [0, 0],
      [1, 0],
      [2, 0],
      [2, 1],
    ] as const) {
      // A flat that comes back twice within two weeks is not linked.
      monitor.clock.ms += 15 * dayMs;
      show(ids.map((house) => again(house, house === 1 ? first : others)));
      await read();
      await read();
    }
    const listed = async (...houses: number[]) =>
      (await list(houses.length > 0 ? { houseIds: houses.map(idOf) } : {})).map((link) =>
        [link.earlier, link.later].map(numberOf),
      );
    expect(await listed()).toHaveLength(50);
    expect((await listed()).flat()).not.toContain(1);
    expect(await listed(201)).toEqual([
      [101, 201],
      [1, 101],
    ]);
    expect(await listed(1, 7)).toEqual([
      [7, 107],
      [1, 101],
    ]);
    expect(await listed(99)).toEqual([]);
  });

  it('are not listed while the first one is sold, or on offer again', async () => {
    const { monitor, offerAgain, show, read, linked } = await monitored();
    await offerAgain();
    expect(await linked()).toEqual([[idOf(3), idOf(9)]]);
    const sold = (date: string | null) => ({
      ...salesKey(willows, null, idOf(3)),
      sales: [{ date, isRecent: date === null, loadedAt: monitor.clock.ms }],
      revision: 1,
    });
    await monitor.put(sold(null));
    expect(await linked()).toEqual([]);
    // Such a sale was of an earlier offer.
    await monitor.put(sold('2019-05-01'));
    expect(await linked()).toEqual([[idOf(3), idOf(9)]]);
    show([...six(willows), ...offered().slice(-1)]);
    await read();
    expect(await linked()).toEqual([]);
  });

  it('are listed in a community that was deleted and added again, too', async () => {
    const { offerAgain, linked, remove, add, processAll, show } = await monitored();
    await remove(willows);
    show(offered());
    await add(willows);
    await processAll();
    await offerAgain();
    expect(await linked()).toEqual([[idOf(3), idOf(9)]]);
  });
});

describe('two houses that a person separates', () => {
  it('are two flats for all people, from either side, until that is taken back', async () => {
    const { monitor, offerAgain, linked, separate } = await monitored();
    await offerAgain();
    for (const [one, other] of [
      [3, 9],
      [9, 3],
    ] as const) {
      const { separatedAt } = await separate({ separated: true }, [one, other]);
      expect(separatedAt).toBe(monitor.clock.ms);
      expect(await linked()).toEqual([]);
      for (let times = 0; times < 3; times += 1)
        expect(await separate({ separated: false, asOf: separatedAt ?? 0 }, [other, one])).toEqual({
          separatedAt: null,
        });
      expect(await linked()).toEqual([[idOf(3), idOf(9)]]);
    }
  });

  it('leave room for an older link', async () => {
    const { read, show, list, separate } = await monitored();
    const ids = Array.from({ length: 52 }, (_, index) => index + 1);
    show(ids.map((house) => flat(house)));
    await read();
    show(ids.map((house) => flat(100 + house, { description: flat(house).description, price: flat(house).price })));
    await read();
    await read();
    const newest = await list();
    expect(newest).toHaveLength(50);
    for (const { earlier, later } of newest) await separate({ separated: true }, [numberOf(earlier), numberOf(later)]);
    expect(await list()).toHaveLength(2);
  });

  it('stay apart when a separation before this one is taken back', async () => {
    const { monitor, offerAgain, linked, separate } = await monitored();
    await offerAgain();
    const { separatedAt: first } = await separate({ separated: true });
    monitor.clock.ms += 1000;
    await separate({ separated: true });
    await separate({ separated: false, asOf: first ?? 0 });
    expect(await linked()).toEqual([]);
    await separate({ separated: false });
    expect(await linked()).toHaveLength(1);
  });

  it('must be two known houses of one community', async () => {
    const { routes, separate } = await monitored();
    await expect(separate({ separated: true }, [3, 77])).rejects.toMatchObject({ code: 'notFound' });
    await expect(separate({ separated: true }, [3, 3])).rejects.toMatchObject({ code: 'invalid' });
    const elsewhere = rowOf(lake, 1).houseId;
    const body = { otherHouseId: elsewhere, separated: true };
    await expect(routes.separateHouses({ ...nothing, params: { houseId: idOf(3) }, body })).rejects.toMatchObject({
      code: 'invalid',
    });
  });
});
