import { expect, it, jest } from '@jest/globals';
import { tellThroughFaults } from './never-lost.ts';

jest.setTimeout(900_000);

it('tells 1,000 news over all channels with a fault at every step: none is lost, and doubled only by a death after acceptance', async () => {
  const { lost, cutMessages, channels } = await tellThroughFaults({ newsCount: 1000, newsPerRun: 2 });
  expect([lost, cutMessages]).toEqual([0, 0]);
  expect(channels.filter(({ doubled, deaths }) => doubled > deaths)).toEqual([]);
  expect(channels.some(({ doubled }) => doubled > 0)).toBe(true);
});
