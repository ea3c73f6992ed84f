import { describe, expect, it } from '@jest/globals';
import { costsOf, type Use } from 'shared-types/costs';
import { prices } from 'shared-types/prices';
import { dollars, shareOfMonth } from 'web/features/costs/words';

const nothing: Use = { share: 0, answers: 0, models: [], pages: 0, stacks: [] };
const gpt = { modelCode: 'gpt-4o', inputTokens: 2_000_000, outputTokens: 100_000 };
const server = { stackName: 'survival', hours: 10.5, actions: 4, hourlyPrice: 0.02 };
const totalOf = (use: Partial<Use>) => costsOf({ ...nothing, ...use }).total;

describe('the costs of a month', () => {
  it('are nothing when it begins, and those of an idle one when nobody came', () => {
    expect(totalOf({})).toBe(0);
    expect(totalOf({ share: 0.5 })).toBeCloseTo(totalOf({ share: 1 }) / 2);
    expect(totalOf({ share: 1 })).toBeGreaterThan(0);
    expect(totalOf({ share: 1 })).toBeLessThanOrEqual(0.5);
  });

  it('have the tokens of each model at its price', () => {
    const { models, total } = costsOf({
      ...nothing,
      models: [{ ...gpt, pricePerMillion: { input: 2.5, output: 10 } }],
    });
    expect(models).toEqual([{ what: 'gpt-4o', used: '2,000,000 tokens in, 100,000 tokens out', cost: 6 }]);
    expect(total).toBe(6);
  });

  it('have the hours of each server at its price', () => {
    const { servers } = costsOf({ ...nothing, stacks: [server, { ...server, stackName: 'free', hourlyPrice: 0 }] });
    expect(servers).toEqual([
      { what: 'survival', used: '10.5 hours', cost: 0.21 },
      { what: 'free', used: '10.5 hours', cost: 0 },
    ]);
  });

  it('leave out what nobody has said the price of, and say so', () => {
    const { models, servers, total } = costsOf({
      ...nothing,
      models: [{ ...gpt, pricePerMillion: null }],
      stacks: [{ ...server, actions: 0, hourlyPrice: null }],
    });
    expect([models[0]?.cost, servers[0]?.cost, total]).toEqual([null, null, 0]);
  });

  it('grow with every page, answer and action, by at least what AWS takes for the function and the table', () => {
    const least = prices.lambda.call + prices.table.writeUnit;
    for (const one of [{ pages: 1 }, { answers: 1 }, { stacks: [{ ...server, hours: 0, actions: 1 }] }]) {
      expect(totalOf(one)).toBeGreaterThan(least);
      expect(totalOf(one)).toBeLessThan(0.01);
    }
    expect(totalOf({ pages: 300 })).toBeCloseTo(300 * totalOf({ pages: 1 }));
  });
});

describe('on the page', () => {
  it.each([
    [0, '$0.00'],
    [0.004, '< $0.01'],
    [0.006, '$0.01'],
    [12.345, '$12.35'],
  ])('%d dollars are %s', (cost, shown) => {
    expect(dollars(cost)).toBe(shown);
  });

  it.each([
    ['2026-11-01T00:00:00Z', 0],
    ['2026-11-16T00:00:00Z', 0.5],
    ['2026-12-31T23:59:59Z', 1],
  ])('at %s a share of %d of the month is over', (time, share) => {
    expect(shareOfMonth(new Date(time))).toBeCloseTo(share);
  });
});
