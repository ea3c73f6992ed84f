import { describe, expect, it } from '@jest/globals';
import { type HouseSale, withSale } from 'lambdas/ljmonitor/sold-houses/sales-of-house';
import { dayMs } from 'shared-types/rules/time';

const sale = (values: Partial<HouseSale> = {}): HouseSale => ({
  price: 310,
  unitPrice: 51495,
  date: '2026-10-04',
  isRecent: false,
  days: 35,
  askedPrice: 325,
  loadedAt: 2000,
  ...values,
});
const inNovember = Date.parse('2026-11-20T04:00:00Z');
const bare = { price: null, unitPrice: null, days: null, askedPrice: null };
const recent = { date: null, isRecent: true, loadedAt: inNovember };
const undated = { date: null, loadedAt: inNovember };

/** What is known after two pages, in either order. */
const inBothOrders = (one: Partial<HouseSale>, other: Partial<HouseSale>) =>
  [
    [one, other],
    [other, one],
  ].map((pages) => pages.map((page) => sale(page)).reduce<HouseSale[]>(withSale, []));

describe('two pages with one sale', () => {
  it.each<[string, Partial<HouseSale>, Partial<HouseSale>, Partial<HouseSale>]>([
    ['agree', {}, { loadedAt: 1000 }, {}],
    ['differ: the later one is right', { price: 300 }, { loadedAt: 1000 }, { price: 300 }],
    ['are the same page', {}, {}, {}],
    ['show the price only earlier', { price: null, unitPrice: null }, { loadedAt: 1000 }, {}],
    ['show the price only later', {}, { loadedAt: 1000, price: null, unitPrice: null }, {}],
    ['show the day only earlier', { date: '2026-10' }, { loadedAt: 1000 }, {}],
    ['show the day only later', {}, { loadedAt: 1000, date: '2026-10' }, {}],
    ['show a date only earlier', {}, { ...recent, price: 1 }, {}],
    ['show a date only earlier, and then the price', { price: null }, recent, {}],
    ['show a date long before, and then none that can be read', {}, { ...undated, loadedAt: 2 * inNovember }, {}],
    ['show a date of long ago after none that could be read', { date: '2019-05-02' }, undated, { date: '2019-05-02' }],
    ['show no date', { ...undated, price: null }, { ...undated, loadedAt: 1 }, undated],
    ['say once that it is recent', recent, { ...undated, loadedAt: 2 * inNovember }, recent],
    ['correct the day', { date: '2026-09-28' }, { loadedAt: 1000, price: null }, { date: '2026-09-28' }],
    ['correct it to a day of 30 days before', { date: '2026-09-04' }, { loadedAt: 1000 }, { date: '2026-09-04' }],
    ['correct it to another month', { date: '2026-11' }, { loadedAt: 1000 }, { date: '2026-11' }],
  ])('%s', (_, one, other, expected) => {
    for (const known of inBothOrders(one, other)) expect(known).toEqual([sale(expected)]);
  });
});

describe('two sales of one house', () => {
  it.each<[string, Partial<HouseSale>, Partial<HouseSale>]>([
    ['of another day, which was loaded later', { date: '2028-03-01', loadedAt: 3000, ...bare }, {}],
    ['of another day, which was loaded earlier', { date: '2028-03-01', loadedAt: 1000, ...bare }, {}],
    ['31 days later', { date: '2026-11-04', ...bare }, {}],
    ['of another month', { date: '2026-12', ...bare }, {}],
    ['of the last days, when the other one is older', { ...recent, ...bare }, { date: '2019-05' }],
    ['of the last days', { ...recent, ...bare }, { ...recent, loadedAt: inNovember - 61 * dayMs }],
    ['after a page without a date', { date: '2028-03-01', ...bare }, undated],
    ['days after a page without a date', { date: '2026-12-10', ...bare }, undated],
  ])('are kept as they are, the newer one first: one %s', (_, newer, older) => {
    for (const known of inBothOrders(newer, older)) expect(known).toEqual([sale(newer), sale(older)]);
  });

  it('grow no further when their pages come again', () => {
    const pages = [sale({ date: '2028-03-01' }), sale(), sale(undated), sale({ date: '2019-05-02' })];
    const once = pages.reduce<HouseSale[]>(withSale, []);
    expect(once.map(({ date }) => date)).toEqual(['2028-03-01', '2026-10-04', '2019-05-02']);
    expect(pages.reduce<HouseSale[]>(withSale, once)).toEqual(once);
  });
});
