import { expect, it } from '@jest/globals';
import { measureLongList } from '../../bench/browser/long-lists.ts';

it('a list of 5,000 houses has only some rows in the document', async () => {
  const { rows, tickMs, keyMs } = await measureLongList(5_000);
  expect(rows).toBeGreaterThan(0);
  expect(rows).toBeLessThan(100);
  // The time of a busy machine says little, but without windowed rows each input took seconds.
  expect(Math.max(tickMs, keyMs)).toBeLessThan(3_000);
}, 240_000);
