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

  it('show no sum that the news has already', () => {
    const moved = (...prices: number[]) => ({
      ...priced(...prices),
      updateTime: (prices.length - 1) * 1_000,
      changeTimes: { price: (prices.length - 1) * 1_000 },
      createTime: 0,
    });
    expect(formatPriceChange({ ...moved(541, 527), readTime: null })).toBe('');
    expect(formatPriceChange({ ...moved(527, 541), readTime: 2_000 })).toBe('');
    expect(formatPriceChange({ ...moved(541, 530, 527), readTime: 1_500 })).toBe('▼ 14 万 in all');
  });

  it('are described in a sentence', () => {
    expect(describePrices(priced(541, 560, 527))).toBe('3 prices, from 541 万 to 527 万.');
  });
});
