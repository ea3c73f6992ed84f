import { describe, expect, it } from '@jest/globals';
import { soldPage, soldRow, type SoldRowParts } from '../support/sold-markup.ts';
import { beijing, names, newSoldMonitor, soldUrl as url } from '../support/sold-monitor.ts';
import { useMonitorDatabase } from '../support/test-monitor.ts';
import { bob, willows } from '../support/test-routes.ts';

const database = await useMonitorDatabase();
const minute = 60_000;
const row = (id: number, parts: SoldRowParts = {}) => soldRow({ houseId: String(103101114000 + id), ...parts });

/** Returns what is around the houses of one of three pages. */
const pager = (page: number) => ({ total: 3, pager: `{"totalPage":3,"curPage":${page}}` });

const oneOfThree = (page: number) => soldPage(row(page, { date: `2026.0${9 - page}.01` }), pager(page));

/** A sale of which the site shows nothing. */
const unshown = {
  price: null,
  unitPrice: null,
  date: '2019-05-02',
  isRecent: false,
  days: null,
  askedPrice: null,
  loadedAt: 1000,
};

const monitorOf = (name = names.name) => newSoldMonitor(database, { ...names, name });

describe('a page of sold houses that a user hands in', () => {
  it('stores its sales, and says what the list proves', async () => {
    const { handIn, list, clock } = await monitorOf();
    const html = soldPage(row(1) + row(2, { date: '2026.09.01', price: '3**万', unit: '暂无单价' }), { total: 2 });
    expect(await handIn(html)).toEqual({
      outcome: 'sold',
      reason: null,
      resblockId: willows,
      name: '柳荫里',
      page: 1,
      pages: 1,
      sales: 2,
      withoutPrice: 1,
      backTo: null,
      isWhole: true,
    });
    const loadedAt = clock.ms;
    expect(await list()).toEqual({
      url: url(),
      sales: [
        {
          houseId: '103101114001',
          price: 310,
          unitPrice: 51495,
          date: '2026-10-04',
          days: 35,
          askedPrice: 325,
          loadedAt,
        },
        {
          houseId: '103101114002',
          price: null,
          unitPrice: null,
          date: '2026-09-01',
          days: 35,
          askedPrice: 325,
          loadedAt,
        },
      ],
      readings: [{ readAt: loadedAt, backTo: null }],
    });
  });

  it('changes nothing when it arrives three times', async () => {
    const { handIn, list } = await monitorOf();
    const html = soldPage(row(1), { total: 9 });
    const answers = [await handIn(html), await handIn(html), await handIn(html)];
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await list()).toMatchObject({ sales: [{ price: 310 }], readings: [{ backTo: '2026-10-04' }] });
  });

  it('is read for the shown houses alone, with what the pages prove', async () => {
    const { handIn, list, sold, clock } = await monitorOf();
    for (let page = 0; page < 10; page += 1) {
      const houses = Array.from({ length: 30 }, (_, place) => ({
        houseId: String(103101115000 + page * 30 + place),
        sales: [unshown],
        revision: 0,
      }));
      const count = { before: page === 0 ? undefined : page * 30, after: (page + 1) * 30 };
      await sold.putSoldPage({ resblockId: willows, origin: null }, bob.userId, { houses, pages: undefined, count });
    }
    await handIn(soldPage(row(1) + row(2), { total: 400 }));
    expect((await list()).sales).toHaveLength(302);
    database.takeCapacity();
    expect(await list(['103101114001', '103101114009'])).toMatchObject({
      sales: [{ houseId: '103101114001', price: 310 }],
      readings: [{ readAt: clock.ms, backTo: '2026-10-04' }],
    });
    const units = database.takeCapacity().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
    // The community, the two houses, and the pages of its users.
    expect(units).toBeLessThanOrEqual(4);
  });

  it('that is older takes nothing back, but fills gaps', async () => {
    const { handIn, list, clock } = await monitorOf();
    await handIn(soldPage(row(1, { price: '320万', unit: '', offer: '' })));
    await handIn(soldPage(row(1, { date: '2026.10' })), { ageMs: 60 * minute });
    expect((await list()).sales).toEqual([
      expect.objectContaining({ price: 320, unitPrice: 51495, date: '2026-10-04', days: 35, loadedAt: clock.ms }),
    ]);
  });

  it('without a date that can be read adds its price to the dated sale, before it and after it', async () => {
    const { handIn, list } = await monitorOf();
    const undated = soldPage(row(1, { date: '昨天' }) + row(2, { date: '昨天' }));
    await handIn(soldPage(row(1, { date: '2019.05.02', price: '3**万' })), { ageMs: minute });
    await handIn(undated, { ageMs: minute });
    await handIn(soldPage(row(2, { date: '2019.05.02', price: '3**万' })));
    expect((await list()).sales).toMatchObject([
      { date: '2019-05-02', price: 310 },
      { date: '2019-05-02', price: 310 },
    ]);
  });

  it('shows both sales of a house, the newer one first', async () => {
    const { handIn, list } = await monitorOf();
    await handIn(soldPage(row(1, { date: '近30天内成交' }) + row(1, { date: '2019.05.02', price: '200万', unit: '' })));
    expect((await list()).sales).toMatchObject([
      { houseId: '103101114001', date: null, price: 310 },
      { houseId: '103101114001', date: '2019-05-02', price: 200 },
    ]);
  });

  it('adds up with the others of its user, in any order, and not with those of another', async () => {
    const { handIn, list } = await monitorOf();
    expect(await handIn(oneOfThree(2), { at: url(2) })).toMatchObject({ isWhole: false, backTo: null });
    expect(await handIn(oneOfThree(1), { user: bob })).toMatchObject({ isWhole: false, backTo: '2026-08-01' });
    expect(await handIn(oneOfThree(1))).toMatchObject({ isWhole: false, backTo: '2026-07-01' });
    expect(await handIn(oneOfThree(3), { at: url(3) })).toMatchObject({ isWhole: true, backTo: null });
    expect((await list()).sales).toHaveLength(3);
  });

  it('is added to one that is stored at the same time', async () => {
    const { handIn, sold, ports, list } = await monitorOf();
    let isFirst = true;
    Object.assign(ports.store, {
      putSoldPage: async (...given: Parameters<typeof sold.putSoldPage>) => {
        if (isFirst) {
          isFirst = false;
          await handIn(soldPage(row(1, { price: '3**万' })), { ageMs: minute });
        }
        return sold.putSoldPage(...given);
      },
    });
    await handIn(soldPage(row(1, { offer: '' })));
    expect((await list()).sales).toMatchObject([{ price: 310, days: 35 }]);
  });

  it('of a community without a name has only one', async () => {
    const { handIn } = await monitorOf('');
    expect(await handIn(soldPage(row(1) + row(2, { title: '湖畔 1室1厅 60.2平米' })))).toMatchObject({
      outcome: 'refused',
      reason: 'This page shows a sale in 湖畔. Open the list of one community alone.',
    });
    expect(await handIn(soldPage(row(1)))).toMatchObject({ outcome: 'sold', sales: 1 });
  });

  it('proves nothing when it declares fewer sales than are known', async () => {
    const { handIn, list, clock } = await monitorOf();
    await handIn(soldPage(row(1) + row(2), { total: 9 }));
    const { readings } = await list();
    clock.ms += 40 * 24 * 60 * minute;
    expect(await handIn(soldPage('', { total: 0 }))).toMatchObject({ outcome: 'sold', isWhole: false });
    await handIn(soldPage(row(1), { total: 1 }));
    expect((await list()).readings).toEqual(readings);
    await handIn(soldPage(row(1) + row(2), { total: 2 }));
    expect((await list()).readings).toContainEqual({ readAt: clock.ms, backTo: null });
  });

  it('reads the sales of its own houses only', async () => {
    const { handIn, sold, ports } = await monitorOf();
    let readings = 0;
    Object.assign(ports.store, {
      listSold: async (...given: Parameters<typeof sold.listSold>) => {
        readings += 1;
        return sold.listSold(...given);
      },
    });
    await handIn(oneOfThree(1));
    readings = 0;
    await handIn(oneOfThree(2), { at: url(2) });
    await handIn(soldPage(row(1), { total: 1 }));
    expect(readings).toBe(0);
    expect((await sold.findSold({ resblockId: willows, origin: null }, '', [])).count).toBe(2);
  });

  it('counts the houses of a community that has not kept their number, once', async () => {
    const { handIn, sold, list } = await monitorOf();
    const resblock = { resblockId: willows, origin: null };
    const houses = [1, 2, 3].map((id) => ({ houseId: String(103101114000 + id), sales: [unshown], revision: 0 }));
    await sold.putSoldPage(resblock, bob.userId, { houses, pages: undefined, count: { before: 0, after: 0 } });
    await handIn(soldPage(row(1), { total: 2 }));
    expect((await list()).readings).toEqual([]);
    expect((await sold.findSold(resblock, '', [])).count).toBe(3);
    await Promise.all([4, 5].map((id) => handIn(soldPage(row(id), { total: 9 }))));
    expect((await sold.findSold(resblock, '', [])).count).toBe(5);
  });

  it('says of no house that it was withdrawn when it shows no sale at all', async () => {
    const { handIn, list } = await monitorOf();
    expect(await handIn(soldPage('', { total: 0 }))).toMatchObject({ outcome: 'sold', sales: 0, isWhole: false });
    expect((await list()).readings).toEqual([]);
  });

  it('has no date later than the page', async () => {
    const { handIn, list } = await monitorOf();
    await handIn(soldPage(row(1, { date: '2099.01.01' }), { total: 9 }));
    expect(await list()).toMatchObject({ sales: [{ date: null }], readings: [] });
  });

  it('may be older than the clock', async () => {
    const { handIn, list } = await monitorOf();
    expect(await handIn(soldPage(row(1)), { ageMs: Number.MAX_SAFE_INTEGER })).toMatchObject({ outcome: 'sold' });
    expect((await list()).sales).toMatchObject([{ loadedAt: 0, date: null }]);
  });

  const list = soldPage(row(1));
  it.each([
    ['is a captcha', url(), '<title>CAPTCHA</title>', /captcha/],
    ['asks for a sign-in', url(), '<title>登录</title>', /sign-in/],
    ['came to a captcha', 'https://hip.lianjia.com/captcha', '', /captcha/],
    ['has no list', url(), '<html></html>', /no list of sold houses/],
    ['has no row that can be read', url(), soldPage(row(1, { title: '' })), /no list of sold houses/],
    [
      'is of another site',
      'https://example.org/chengjiao/c1199027300101/',
      list,
      /does not belong to the listing site/,
    ],
    ['is of another city', `https://sh.lianjia.com/chengjiao/c${willows}/`, list, /checked at bj.lianjia.com/],
    ['has a filter', `${beijing}/chengjiao/l2c${willows}/`, list, /without filters/],
    ['has another order', `${beijing}/chengjiao/ddo21c${willows}/`, list, /own order/],
    ['is of a whole city', `${beijing}/chengjiao/`, list, /without filters/],
    ['is of a house', `${beijing}/chengjiao/103101114191.html`, list, /without filters/],
    ['has no address', 'about:blank', list, /does not belong to the listing site/],
    ['is of a community that is not tracked', `${beijing}/chengjiao/c1199027300199/`, list, /not tracked/],
    [
      'shows another community',
      url(),
      soldPage(row(1, { title: '柳荫里东区 2室1厅 60.2平米' })),
      /a sale in 柳荫里东区/,
    ],
    ['shows another page', url(2), list, /The address says page 2, but the page is page 1/],
    [
      'names another community',
      url(),
      soldPage(row(1), { crumbs: '<a href="/chengjiao/c1199027300199/">湖畔</a>' }),
      /different communities/,
    ],
  ])('is refused when it %s', async (_, at, html, reason) => {
    const { handIn, list: listSold } = await monitorOf();
    expect(await handIn(html, { at })).toMatchObject({ outcome: 'refused', reason: expect.stringMatching(reason) });
    expect(await listSold()).toMatchObject({ sales: [], readings: [] });
  });

  it.each([
    ['a list with a filter', `${beijing}/chengjiao/l2c${willows}/`, url()],
    ['a page of another city', `https://sh.lianjia.com/chengjiao/c${willows}/`, url()],
    ['the page for telephones', `https://m.lianjia.com/bj/chengjiao/c${willows}/`, url()],
    ['a whole city', `${beijing}/chengjiao/`, undefined],
    ['a community that is not tracked', `${beijing}/chengjiao/l2c1199027300199/`, undefined],
  ])('says which page to open instead of %s', async (_, at, open) => {
    const { handIn } = await monitorOf();
    const answer = await handIn('<div id="app"></div>', { at });
    expect([answer.outcome, answer.open]).toEqual(['refused', open]);
  });

  it('is refused when its community is deleted meanwhile', async () => {
    const { handIn, store, sold, ports } = await monitorOf();
    Object.assign(ports.store, {
      putSoldPage: async (...given: Parameters<typeof sold.putSoldPage>) => {
        await store.deleteResblock(willows);
        return sold.putSoldPage(...given);
      },
    });
    expect(await handIn(list)).toMatchObject({ outcome: 'refused', reason: '柳荫里 is not tracked. Add it first.' });
  });
});
