import { describe, expect, it } from '@jest/globals';
import { describeEnd, describeEnds, endOfOffer, explainEnd } from 'web/features/ljmonitor/sold/end-of-offer';
import type { Sale } from 'shared-types/rules/monitor/sold';
import { house } from '../fixtures.ts';

const sale = (values: Partial<Sale> = {}): Sale => ({
  houseId: '111122345678',
  price: 310,
  unitPrice: 51_495,
  date: '2026-10-04',
  days: 35,
  askedPrice: 325,
  loadedAt: 1,
  ...values,
});

describe('the label of a house that is no longer on offer', () => {
  it.each([
    [sale(), 'Sold · 310 万 · 10-04'],
    [sale({ date: '2025-10-04' }), 'Sold · 310 万 · 2025-10-04'],
    [sale({ date: '2026-10' }), 'Sold · 310 万 · 2026-10'],
    [sale({ price: null }), 'Sold · price not shown · 10-04'],
    [sale({ price: null, date: null }), 'Sold · price not shown'],
  ])('is that of its sale', (given, text) => {
    expect(describeEnd({ fate: 'sold', sale: given }, 2026)).toBe(text);
  });

  it.each([
    ['withdrawn', 'Withdrawn'],
    ['removed', 'Removed'],
  ] as const)('is %s without a sale', (fate, text) => {
    expect(describeEnd({ fate, sale: undefined }, 2026)).toBe(text);
  });
});

describe('the sentence about a house that is no longer on offer', () => {
  it.each([
    [
      { fate: 'sold', sale: sale() },
      'Sold for 310 万 on 2026-10-04. The listing site says: asked 325 万, 35 days on offer.',
    ],
    [
      { fate: 'sold', sale: sale({ price: null, date: null, askedPrice: null, days: 1 }) },
      'Sold. Neither day nor price is shown. The listing site says: 1 day on offer.',
    ],
    [{ fate: 'sold', sale: sale({ askedPrice: null, days: null }) }, 'Sold for 310 万 on 2026-10-04.'],
    [
      { fate: 'sold', sale: sale({ price: null, askedPrice: null, days: null }) },
      'Sold on 2026-10-04. The price is not shown.',
    ],
    [
      { fate: 'sold', sale: sale({ date: null, askedPrice: null, days: null }) },
      'Sold for 310 万. The day is not shown.',
    ],
    [
      { fate: 'withdrawn', sale: undefined },
      'Withdrawn: the sold houses that were handed in would show its sale, and do not.',
    ],
    [
      { fate: 'removed', sale: undefined },
      'Removed. Whether it was sold is not known: sales are published up to 30 days later.',
    ],
  ] as const)('says what is known', (end, text) => {
    expect(explainEnd(end)).toBe(text);
  });
});

it('has no price of an earlier sale of the same house', () => {
  const removed = house({ removed: true, createTime: Date.parse('2026-10-01') });
  const end = endOfOffer(removed, { sales: [sale({ date: '2019-05-01' })], readings: [] });
  expect(end).toEqual({ fate: 'removed', sale: undefined });
});

describe('folded houses', () => {
  it.each([
    [1, 0, 0, '1 removed house'],
    [3, 1, 1, '3 removed houses: 1 sold, 1 withdrawn'],
    [3, 2, 0, '3 removed houses: 2 sold'],
  ])('are counted: %p, %p, %p', (count, sold, withdrawn, text) => {
    expect(describeEnds(count, sold, withdrawn)).toBe(text);
  });
});
