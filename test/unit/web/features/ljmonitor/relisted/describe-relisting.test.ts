import { describe, expect, it } from '@jest/globals';
import { describeEarlierPrices, formatRecentDay } from 'web/features/ljmonitor/relisted/describe-relisting';
import { earlierHousesOf } from 'web/features/ljmonitor/relisted/relistings';
import { link } from './links.ts';

const at = (day: number, hour = 12) => new Date(2026, 10, day, hour).getTime();

describe('the day of a relisting', () => {
  it.each([
    [20, 'today'],
    [19, 'yesterday'],
    [18, 'Wednesday'],
    [14, 'Saturday'],
    [13, '11-13'],
    [21, '11-21'],
  ])('of November %i is "%s" on Friday, November 20', (day, text) => {
    for (const hour of [0, 23]) expect(formatRecentDay(at(day, hour), at(20, 9))).toBe(text);
  });
});

describe('the earlier prices', () => {
  it.each([
    [[435], 435, 'was 435 万 before'],
    [[1450.5, 1435], 1440, 'was 1,450.5, 1,435 万 before (▲ 5 万)'],
    [[450, 445, 440, 435], 430.5, 'was 450, 445, 440, 435 万 before (▼ 4.5 万)'],
    [[450, 445, 440, 436, 435], 435, 'was 450, …, 435 万 before'],
  ])('of %j are told beside the present price of %d', (prices, price, text) => {
    const { earlier, later, ...rest } = link('100001', '100002');
    const told = describeEarlierPrices({
      ...rest,
      earlier: { ...earlier, prices, price: prices.at(-1) ?? 0 },
      later: { ...later, price },
    });
    expect(told.replaceAll('\u00A0', ' ')).toBe(text);
    expect(told).toContain('\u00A0万');
  });
});

it('the earlier houses of a flat are those of all its links, the last one first', () => {
  const links = [
    link('100001', '100002'),
    link('100003', '100004'),
    link('100002', '100003'),
    link('200001', '200002'),
  ];
  expect(earlierHousesOf('100003', links).map(({ houseId }) => houseId)).toEqual(['100002', '100001']);
  expect(earlierHousesOf('100001', links)).toEqual([]);
});
