import { describe, expect, it } from '@jest/globals';
import { parseSoldPage } from 'lambdas/ljmonitor/listing-site/lianjia/sold-page';
import {
  handedSoldPageOf,
  noSoldPages,
  readingOf,
  withReading,
  withSoldPage,
} from 'lambdas/ljmonitor/sold-houses/sold-reading';
import { soldPage, soldRow } from '../support/sold-markup.ts';

const loadedAtMs = Date.parse('2026-11-20T04:00:00Z');
const rowsOf = (dates: readonly string[]) =>
  dates.map((date, index) => soldRow({ houseId: String(103101114000 + index), date })).join('');
const handedOf = (dates: readonly string[], total = dates.length) =>
  handedSoldPageOf(parseSoldPage(soldPage(rowsOf(dates), { total })), { page: 1, loadedAtMs });

describe('a page of sold houses', () => {
  it.each([
    ['newest first', ['2026.10.04', '2026.10.04', '2026.09.01'], '2026-10-04', '2026-09-01'],
    ['with the last month', ['近30天内成交', '2026.10.30', '2026.10.04'], '2026-10-20', '2026-10-04'],
    ['of the last month', ['近30天内成交', '近30天内成交'], '2026-10-20', '2026-11-20'],
    ['with months', ['2026.10', '2026.10.04', '2026.09'], '2026-10-01', '2026-09-30'],
  ])('%s proves what is missing from it', (_, dates, firstDay, lastDay) => {
    expect(handedOf(dates)).toMatchObject({ firstDay, lastDay, rows: dates.length });
  });

  it.each([
    ['is in another order', ['2026.09.01', '2026.10.04']],
    ['has a sale of the last month below older ones', ['2026.09.01', '近30天内成交']],
    ['has a row without a date', ['2026.10.04', '昨天']],
    ['has no rows although it declares some', []],
  ])('proves nothing when it %s', (_, dates) => {
    expect(handedOf(dates, 7)).toBeUndefined();
  });

  it('proves nothing when it is empty, because the site may hide the sales', () => {
    expect(handedOf([])).toBeUndefined();
  });

  it('proves nothing when a row could not be read', () => {
    const html = soldPage(soldRow() + soldRow({ title: '' }), { total: 2 });
    expect(handedSoldPageOf(parseSoldPage(html), { page: 1, loadedAtMs })).toBeUndefined();
  });
});

const handed = (page: number, change: Partial<NonNullable<ReturnType<typeof handedOf>>> = {}) => ({
  page,
  loadedAtMs: loadedAtMs + page * 1000,
  declaredTotal: 90,
  rows: 30,
  firstDay: `2026-0${9 - page}-20`,
  lastDay: `2026-0${9 - page}-01`,
  ...change,
});

describe('pages of sold houses', () => {
  it.each([
    ['the first one', [handed(1)], { readAt: loadedAtMs + 1000, backTo: '2026-08-01' }],
    ['two in any order', [handed(2), handed(1)], { readAt: loadedAtMs + 1000, backTo: '2026-07-01' }],
    ['all of them', [handed(1), handed(2), handed(3)], { readAt: loadedAtMs + 1000, backTo: null }],
    ['a gap', [handed(1), handed(3)], { readAt: loadedAtMs + 1000, backTo: '2026-08-01' }],
    ['no first one', [handed(2), handed(3)], undefined],
    [
      'another total',
      [handed(1), handed(2, { declaredTotal: 91 })],
      { readAt: loadedAtMs + 1000, backTo: '2026-08-01' },
    ],
    [
      'a later day',
      [handed(1), handed(2, { firstDay: '2026-08-02' })],
      { readAt: loadedAtMs + 1000, backTo: '2026-08-01' },
    ],
  ])('with %s make up a reading', (_, pages, reading) => {
    expect(readingOf(pages)).toEqual(reading);
  });

  it('count once, and the newer copy of each', () => {
    const once = withSoldPage(noSoldPages, handed(1));
    expect(withSoldPage(once, handed(1))).toEqual({ ...once, step: 2 });
    expect(withSoldPage(once, handed(1, { loadedAtMs: 1 })).pages).toEqual([handed(1)]);
  });

  it('are forgotten after half an hour, but what they proved is kept', () => {
    const later = loadedAtMs + 31 * 60_000;
    const read = withSoldPage(withSoldPage(noSoldPages, handed(1)), handed(2, { loadedAtMs: later }));
    expect(read.pages.map(({ page }) => page)).toEqual([2]);
    expect(read.readings).toEqual([{ readAt: loadedAtMs + 1000, backTo: '2026-08-01' }]);
  });

  it('keep the readings that no other one covers, at most twelve', () => {
    const far = { readAt: 1000, backTo: null };
    const near = { readAt: 2000, backTo: '2026-01-01' };
    expect(withReading([far], near)).toEqual([near, far]);
    expect(withReading([near, far], { readAt: 1500, backTo: '2026-02-01' })).toEqual([near, far]);
    expect(withReading([near, far], { readAt: 3000, backTo: null })).toEqual([{ readAt: 3000, backTo: null }]);
    const many = Array.from({ length: 20 }, (_, at) => ({ readAt: at, backTo: `20${10 + at}-01-01` }));
    expect(many.reduce(withReading, [] as typeof many).map(({ readAt }) => readAt)).toEqual([
      19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8,
    ]);
  });
});
