import { expect, it, jest } from '@jest/globals';
import { tellThroughFaults } from '../faults/notify/never-lost.ts';

jest.setTimeout(900_000);

it('tells 1,000 news over all channels with a fault at every step: none is lost, and doubled only by a death after acceptance', async () => {
  const { lost, cutMessages, doubledMessages, deathsAfterAcceptance } = await tellThroughFaults(1000);
  expect([lost, cutMessages]).toEqual([0, 0]);
  expect(doubledMessages).toBeLessThanOrEqual(deathsAfterAcceptance);
  expect(doubledMessages).toBeGreaterThan(0);
});
