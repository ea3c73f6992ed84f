import { describe, expect, it } from '@jest/globals';
import { askedMedians, medianOf, percentAbove, soldMedians } from 'shared-types/rules/monitor/medians';
import {
  dayInChina,
  earliestDayOf,
  fateOf,
  isOfThisOffer,
  latestDayOf,
  type Sale,
  timeOfSale,
} from 'shared-types/rules/monitor/sold';
import { dayMs } from 'shared-types/rules/time';

const sale = (values: Partial<Sale> = {}): Sale => ({
  houseId: '103101114191',
  price: 310,
  unitPrice: 51495,
  date: '2026-10-04',
  days: 35,
  askedPrice: 325,
  loadedAt: 2000,
  ...values,
});

describe('a date of the site', () => {
  it.each([
    ['2026-10-04', '2026-10-04', '2026-10-04'],
    ['2026-10', '2026-10-01', '2026-10-31'],
    ['2024-02', '2024-02-01', '2024-02-29'],
    ['2026-12', '2026-12-01', '2026-12-31'],
  ])('%s means a day from %s to %s', (date, earliest, latest) => {
    expect([earliestDayOf(date), latestDayOf(date)]).toEqual([earliest, latest]);
  });

  it('is a day in China', () => {
    expect(dayInChina(Date.parse('2026-10-04T15:59:59Z'))).toBe('2026-10-04');
    expect(dayInChina(Date.parse('2026-10-04T16:00:00Z'))).toBe('2026-10-05');
    expect(dayInChina(timeOfSale('2026-10-04'))).toBe('2026-10-04');
  });
});

const removedAt = Date.parse('2026-10-10T04:00:00Z');
const gone = {
  houseId: '103101114191',
  createTime: Date.parse('2026-09-01T04:00:00Z'),
  updateTime: removedAt,
  removed: true,
  changeTimes: { removed: removedAt },
};
const reading = (days: number, backTo: string | null) => ({ readAt: removedAt + days * dayMs, backTo });

describe('a house that is no longer on offer', () => {
  it.each([
    ['is removed while no sold page was read', undefined, [], 'removed'],
    ['is sold when a page shows its sale', sale(), [], 'sold'],
    ['is sold without a price', sale({ price: null, date: null, loadedAt: removedAt }), [reading(40, null)], 'sold'],
    ['is sold when it was signed before it was seen', sale({ date: '2026-08-02' }), [], 'sold'],
    ['is not sold by the sale of an earlier offer', sale({ date: '2026-08-01' }), [], 'removed'],
    ['is withdrawn after an earlier offer was sold', sale({ date: '2019-05' }), [reading(30, null)], 'withdrawn'],
    ['was sold before when the page that gives no day is old', sale({ date: null }), [], 'removed'],
    ['is withdrawn when a whole list does not show it', undefined, [reading(30, null)], 'withdrawn'],
    ['is withdrawn when the list reaches far enough back', undefined, [reading(30, '2026-09-09')], 'withdrawn'],
    ['is removed when the list ends too early', undefined, [reading(30, '2026-09-10')], 'removed'],
    ['is removed while a sale may not be published yet', undefined, [reading(29.99, null)], 'removed'],
    ['is removed when the list was read before the removal', undefined, [reading(-1, null)], 'removed'],
    ['needs one reading that proves it', undefined, [reading(90, '2026-12-01'), reading(31, null)], 'withdrawn'],
    ['needs more than two halves', undefined, [reading(90, '2026-12-01'), reading(10, null)], 'removed'],
  ])('%s', (_, sold, readings, fate) => {
    expect(fateOf(gone, sold, readings)).toBe(fate);
  });

  it('is not sold by the sale before its return, since which it had another price', () => {
    const again = { ...gone, changeTimes: { price: Date.parse('2026-10-05T04:00:00Z'), removed: removedAt } };
    expect(fateOf(again, sale({ date: '2026-09-04' }), [reading(40, null)])).toBe('withdrawn');
    expect(fateOf(again, sale({ date: '2026-09-05' }), [])).toBe('sold');
  });

  it('is not sold by the sale before its return, when nothing else has changed since', () => {
    const again = { ...gone, changeTimes: { returned: Date.parse('2026-10-05T04:00:00Z'), removed: removedAt } };
    expect(fateOf(again, sale({ date: '2026-09-04' }), [reading(40, null)])).toBe('withdrawn');
    expect(fateOf(again, sale({ date: '2026-09-05' }), [])).toBe('sold');
  });

  it('was removed at its last update where that time was not recorded', () => {
    expect(fateOf({ ...gone, changeTimes: {} }, undefined, [reading(30, null)])).toBe('withdrawn');
  });

  it('has no fate when it is on offer again', () => {
    expect(fateOf({ ...gone, removed: false }, sale(), [reading(40, null)])).toBeUndefined();
  });

  it('is on offer anew since its return', () => {
    const returned = { ...gone, removed: false };
    expect(isOfThisOffer(returned, sale({ date: '2026-09-09' }))).toBe(false);
    expect(isOfThisOffer(returned, sale({ date: '2026-09-10' }))).toBe(true);
  });
});

const day = (time: string, medianUnitPrice: number) => ({ time: Date.parse(time), medianUnitPrice });

describe('medians', () => {
  it.each([
    [[], undefined],
    [[3], 3],
    [[9, 1, 5], 5],
    [[4, 1, 9, 2], 3],
  ])('of %j is %p', (values, median) => {
    expect(medianOf(values)).toBe(median);
  });

  it('of sales count those with a date and a price, by the month of the contract', () => {
    const sales = [
      sale({ date: '2026-10-04', unitPrice: 50000 }),
      sale({ date: '2026-10', unitPrice: 52000 }),
      sale({ date: '2026-09-30', unitPrice: 40000 }),
      sale({ date: null }),
      sale({ unitPrice: null }),
    ];
    expect(soldMedians(sales)).toEqual([
      { month: '2026-09', median: 40000, count: 1 },
      { month: '2026-10', median: 51000, count: 2 },
    ]);
  });

  it('of asked prices are those of the days, in China', () => {
    const days = [day('2026-09-30T15:00:00Z', 1), day('2026-09-30T17:00:00Z', 4), day('2026-10-09T00:00:00Z', 6)];
    expect(askedMedians(days)).toEqual([
      { month: '2026-09', median: 1, count: 1 },
      { month: '2026-10', median: 5, count: 2 },
    ]);
  });

  it.each([
    [104, 100, 4],
    [96, 100, -4],
    [100.4, 100, 0],
  ])('%p against %p is %p percent', (price, median, percent) => {
    expect(percentAbove(price, median)).toBe(percent);
  });
});
