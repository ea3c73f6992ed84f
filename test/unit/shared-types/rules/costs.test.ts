import { describe, expect, it } from '@jest/globals';
import { computeCosts, type MonthlyUsage } from 'shared-types/rules/costs';
import { formatDollars } from 'web/lib/format-spending';

const nothing: MonthlyUsage = { share: 0, answers: 0, models: [], pages: 0, stacks: [] };
const gpt = { modelCode: 'gpt-4o', inputTokens: 2_000_000, outputTokens: 100_000 };
const server = { stackName: 'survival', hours: 10.5, actions: 4, hourlyPrice: 0.02 };
const totalOf = (use: Partial<MonthlyUsage>) => computeCosts({ ...nothing, ...use }).total;

describe('the costs of a month', () => {
  it('are nothing at its start, and those of an idle month without any use', () => {
    expect(totalOf({})).toBe(0);
    expect(totalOf({ share: 0.5 })).toBeCloseTo(totalOf({ share: 1 }) / 2);
    expect(totalOf({ share: 1 })).toBeGreaterThan(0);
    expect(totalOf({ share: 1 })).toBeLessThanOrEqual(0.5);
  });

  it('have a world for each stack, which costs more when it was played', () => {
    const [none, idle, played] = [
      [],
      [{ ...server, hours: 0, actions: 0 }],
      [{ ...server, actions: 0, hourlyPrice: 0 }],
    ].map((stacks) => totalOf({ share: 1, stacks }));
    expect(idle).toBeCloseTo((none ?? 0) + 0.15);
    expect(played).toBeCloseTo((none ?? 0) + 0.37);
  });

  it('have the tokens of each model at its price', () => {
    const { models, total } = computeCosts({
      ...nothing,
      models: [{ ...gpt, pricePerMillion: { input: 2.5, output: 10 } }],
    });
    expect(models).toEqual([{ what: 'gpt-4o', used: '2,000,000 in, 100,000 out', cost: 6 }]);
    expect(total).toBe(6);
  });

  it('have the hours of each server at its price', () => {
    const { servers } = computeCosts({
      ...nothing,
      stacks: [server, { ...server, stackName: 'free', hourlyPrice: 0 }],
    });
    expect(servers).toEqual([
      { what: 'survival', used: '10.5 hours', cost: 0.21 },
      { what: 'free', used: '10.5 hours', cost: 0 },
    ]);
  });

  it('leave out models and servers without a price', () => {
    const { models, servers, total } = computeCosts({
      ...nothing,
      models: [{ ...gpt, pricePerMillion: null }],
      stacks: [{ ...server, actions: 0, hourlyPrice: null }],
    });
    expect([models[0]?.cost, servers[0]?.cost, total]).toEqual([null, null, 0]);
  });

  // The sums are made by hand, in millionths of a dollar: calls cost 0.2, GB-seconds 13.3334, API and edge 1 each,
  // reads 0.125, writes 0.625, the queue 0.4, and transitions 25.
  it.each([
    ['a page', { pages: 1 }, 0.2 + 13.3334 + 1 + 7.5 + 1.6],
    ['an answer', { answers: 1 }, 4.4 + 140.334_035 + 42 + 7.5 + 38.125 + 1.2],
    ['an action', { stacks: [{ ...server, hours: 0, actions: 1 }] }, 18 + 180.0009 + 120 + 22.5 + 93.75 + 1750],
  ])('grow with %s by what all of AWS takes for it', (_, one, millionths) => {
    expect(totalOf(one) * 1_000_000).toBeCloseTo(millionths, 6);
  });

  it('are the sum of all that was used', () => {
    const { awsServices, total } = computeCosts({
      share: 0.5,
      answers: 200,
      pages: 2000,
      models: [{ ...gpt, pricePerMillion: { input: 2.5, output: 10 } }],
      stacks: [server],
    });
    expect(awsServices.map(({ what, used, cost }) => `${what}: ${used}, ${cost?.toFixed(4)}`)).toEqual([
      'Worlds with their backups: 1 world, 50% of the month, 0.1850',
      'Storage and queues: 50% of the month, 0.0700',
      'Checking the listing site: 2,000 pages, 0.0473',
      'Writing answers: 200 answers, 0.0467',
      'Starting and stopping servers: 4 actions, 0.0087',
    ]);
    expect(total).toBeCloseTo(0.07 + 0.185 + 0.047_267 + 0.046_712 + 0.008_737 + 6 + 0.21, 5);
  });
});

describe('on the page', () => {
  it.each([
    [0, '$0.00'],
    [0.004, '< $0.01'],
    [0.006, '$0.01'],
    [12.345, '$12.35'],
  ])('%d dollars are %s', (cost, shown) => {
    expect(formatDollars(cost)).toBe(shown);
  });
});
