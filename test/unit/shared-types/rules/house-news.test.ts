import { describe, expect, it } from '@jest/globals';
import { newsOf } from 'shared-types/rules/house-news';

type Source = Parameters<typeof newsOf>[0];

/** Returns a house that was listed at 100, read at 150 and changed at 300. */
const house = (over: Partial<Source> = {}): Source => ({
  createTime: 100,
  updateTime: 300,
  readTime: 150,
  removed: false,
  price: 500,
  prices: [{ time: 100, price: 500 }],
  changeTimes: {},
  ...over,
});

const fell = { price: 486.5, prices: [...house().prices, { time: 300, price: 486.5 }] };
const kindsOf = (over: Partial<Source>) => newsOf(house(over)).map(({ kind }) => kind);

describe('the news of a house', () => {
  it('is that it is new until its user has read it, beside all that changed meanwhile', () => {
    expect(newsOf(house({ updateTime: 100, readTime: null }))).toEqual([
      { kind: 'new', time: 100, amount: 0, fields: [] },
    ]);
    expect(kindsOf({ updateTime: 100, readTime: 200 })).toEqual(['new']);
    expect(newsOf(house({ readTime: null, changeTimes: { tags: 300 } }))).toMatchObject([
      { kind: 'new', time: 100 },
      { kind: 'edited', time: 300, fields: ['tags'] },
    ]);
    const changeTimes = { price: 200, removed: 300 };
    expect(kindsOf({ ...fell, changeTimes, readTime: null })).toEqual(['new', 'cheaper', 'returned']);
    // All houses of its community were marked as read before it was listed.
    expect(kindsOf({ readTime: 50, changeTimes: { tags: 300 } })).toEqual(['new', 'edited']);
  });

  it('is the amount by which its price fell or rose', () => {
    const changeTimes = { price: 300, unitPrice: 300 };
    expect(newsOf(house({ ...fell, changeTimes }))).toEqual([{ kind: 'cheaper', time: 300, amount: 13.5, fields: [] }]);
    const rose = {
      price: 520,
      prices: [
        { time: 100, price: 500 },
        { time: 300, price: 520 },
      ],
      changeTimes,
    };
    expect(newsOf(house(rose))).toEqual([{ kind: 'dearer', time: 300, amount: 20, fields: [] }]);
  });

  it('sums the prices since it was read, also those from before changes were recorded', () => {
    const prices = [500, 490, 470, 480].map((price, index) => ({ time: 100 * (index + 1), price }));
    const since = (readTime: number) => newsOf(house({ price: 480, prices, updateTime: 400, readTime }));
    expect(since(150)).toMatchObject([{ kind: 'cheaper', amount: 20 }]);
    expect(since(250)).toMatchObject([{ kind: 'cheaper', amount: 10 }]);
    expect(since(350)).toMatchObject([{ kind: 'dearer', amount: 10 }]);
  });

  it('is that its texts changed, with the fields', () => {
    const changeTimes = { title: 300, tags: 200 };
    expect(newsOf(house({ readTime: 250, changeTimes }))).toEqual([
      { kind: 'edited', time: 300, amount: 0, fields: ['title'] },
    ]);
    expect(newsOf(house({ changeTimes }))).toMatchObject([{ kind: 'edited', fields: ['title', 'tags'] }]);
  });

  it('is that the site shows a first price', () => {
    const prices = [{ time: 300, price: 500 }];
    expect(newsOf(house({ prices, changeTimes: { price: 300, unitPrice: 300 } }))).toMatchObject([
      { kind: 'edited', fields: ['price'] },
    ]);
    expect(kindsOf({ prices, changeTimes: { price: 300 }, readTime: 400 })).toEqual(['edited']);
    expect(kindsOf({ price: null, prices: [], changeTimes: { tags: 300 } })).toEqual(['edited']);
  });

  it('names the unit price only when the price stayed the same', () => {
    expect(newsOf(house({ changeTimes: { unitPrice: 300 } }))).toMatchObject([{ fields: ['unitPrice'] }]);
    expect(newsOf(house({ ...fell, changeTimes: { price: 300, unitPrice: 300 } }))).toMatchObject([{ fields: [] }]);
  });

  it('tells a removal alone, and a return beside other changes', () => {
    expect(newsOf(house({ ...fell, removed: true, changeTimes: { price: 200, removed: 300 } }))).toEqual([
      { kind: 'removed', time: 300, amount: 0, fields: [] },
    ]);
    expect(kindsOf({ ...fell, changeTimes: { price: 300, removed: 300 } })).toEqual(['cheaper', 'returned']);
  });

  it('leaves out what changed before the house was read', () => {
    const changeTimes = { price: 200, removed: 200, title: 300 };
    const prices = [...house().prices, { time: 200, price: 450 }];
    expect(kindsOf({ price: 450, prices, changeTimes, readTime: 250 })).toEqual(['edited']);
  });

  it('is the last change of a house that has been read or hidden', () => {
    const changeTimes = { title: 200, tags: 300 };
    expect(newsOf(house({ changeTimes, readTime: 400 }))).toMatchObject([{ kind: 'edited', fields: ['tags'] }]);
    expect(newsOf(house({ changeTimes, hidden: true }))).toMatchObject([{ kind: 'edited', fields: ['tags'] }]);
  });

  it('is a change of unknown fields for a version from before changes were recorded', () => {
    expect(newsOf(house())).toEqual([{ kind: 'edited', time: 300, amount: 0, fields: [] }]);
  });

  it('is a change of unknown fields for a price that fell and came back', () => {
    const prices = [500, 490, 500].map((price, index) => ({ time: 100 * (index + 1), price }));
    expect(newsOf(house({ prices, changeTimes: { price: 300 } }))).toMatchObject([{ kind: 'edited', fields: [] }]);
  });
});
