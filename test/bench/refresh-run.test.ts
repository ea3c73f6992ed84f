import { expect, it } from '@jest/globals';
import { measureRefreshRun, writeUnitsPerPage } from '../../bench/monitor/refresh-run.ts';

it('refreshes 100 communities of 300 houses with six write units a page, in bounded memory', async () => {
  const run = await measureRefreshRun(100, 10, { memoryMb: 200 });
  expect(run.houses).toBe(30_000);
  expect(run.asked.filter(({ operation, index }) => operation === 'Query' && index === 'gsi2')).toHaveLength(1000);
  expect(run.asked.flatMap(({ written }) => written).filter((pk) => pk.startsWith('HOUSE#'))).toEqual([]);
  expect(writeUnitsPerPage(run)).toBeLessThanOrEqual(6);
  // The run has ended within the memory above. Its peak is a row of the bench only: it depends on when node collects garbage.
  expect(run.liveBytes).toBeLessThanOrEqual(50_000_000);
}, 1_200_000);
