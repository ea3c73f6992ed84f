import { describe, expect, it } from '@jest/globals';
import { timeOfSale } from 'shared-types/rules/monitor/sold';
import { describeMedians, soldPoints } from 'web/features/ljmonitor/charts/median-chart.tsx';
import { now } from '../fixtures.ts';

describe('the daily medians of a community', () => {
  it('are described in a sentence', () => {
    const day = { time: now, medianUnitPrice: 68_865, count: 31 };
    expect(describeMedians([day])).toBe('One day: 68,865 元/㎡.');
    expect(describeMedians([{ ...day, medianUnitPrice: 70_000 }, day])).toBe(
      '2 days: from 70,000 元/㎡ to 68,865 元/㎡.',
    );
    expect(describeMedians([])).toBe('');
  });
});

const sale = (date: string) => ({
  houseId: '1000001',
  price: 300,
  unitPrice: 60_000,
  date,
  days: null,
  askedPrice: null,
  loadedAt: now,
});
const sales = ['2019-11-20', '2019-12-20', '2020-10-20', '2020-11-02', '2020-12-02'].map((date) => sale(date));
const points = (until: string) => soldPoints(sales, timeOfSale(until)).map(({ time }) => time);

describe('the monthly medians of the sold houses', () => {
  it('are in the middle of their month, and that of this month at the end while it has just begun', () => {
    expect(points('2020-11-06')).toEqual(['2019-11-15', '2019-12-15', '2020-10-15', '2020-11-06'].map(timeOfSale));
    expect(points('2020-11-25')).toEqual(['2019-12-15', '2020-10-15', '2020-11-15'].map(timeOfSale));
  });
});
