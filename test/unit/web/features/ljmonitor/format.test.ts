import { describe, expect, it } from '@jest/globals';
import { formatPrice, formatPriceChange, formatUnitPrice, describePrices } from 'web/features/ljmonitor/format';
import { house } from './fixtures.ts';

describe('numbers', () => {
  it('have their units', () => {
    expect(formatPrice(292.5)).toBe('292.5 万');
    expect(formatPrice(1_200)).toBe('1,200 万');
    expect(formatUnitPrice(68_865)).toBe('68,865 元/㎡');
  });

  it('are not there when the listing site does not tell them', () => {
    expect(formatUnitPrice(0)).toBe('– 元/㎡');
    expect(formatPrice(null)).toBe('Price not shown');
  });
});

const priced = (...prices: number[]) =>
  house({ price: prices.at(-1) ?? 0, prices: prices.map((price, index) => ({ time: index * 1_000, price })) });

describe('the prices of a house', () => {
  it('show the change since the first known price', () => {
    expect(formatPriceChange(priced(541, 560, 527))).toBe('▼ 14 万 in all');
    expect(formatPriceChange(priced(527, 527.5))).toBe('▲ 0.5 万 in all');
    expect(formatPriceChange(priced(527, 500, 527))).toBe('');
  });

  it('leave out a change that the news tells', () => {
    const once = { ...priced(541, 527), createTime: 0, updateTime: 1_000 };
    const seen = (readTime: number) => formatPriceChange({ ...once, readTime });
    expect([seen(500), seen(2_000)]).toEqual(['', '']);
    // The news since the last reading is only the second fall.
    const twice = { ...priced(541, 535, 527), createTime: 0, updateTime: 2_000 };
    expect(formatPriceChange({ ...twice, readTime: 1_500 })).toBe('▼ 14 万 in all');
    // It rose by 14 and fell by 7, so it is dearer by 7 in all.
    const back = { ...priced(500, 514, 507), createTime: 0, updateTime: 2_000 };
    expect(formatPriceChange({ ...back, readTime: 1_500 })).toBe('▲ 7 万 in all');
  });

  it('are described in a sentence', () => {
    expect(describePrices(priced(541, 560, 527))).toBe('3 prices, from 541 万 to 527 万.');
  });
});
