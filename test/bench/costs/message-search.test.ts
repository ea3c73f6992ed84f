import { expect, it } from '@jest/globals';
import { measureSearch } from '../../../bench/search/message-search.ts';

// Its time follows from these, and they do not depend on the speed of the machine.
it('a search of 10,000 messages makes few calls and reads little, and less when the function searches again', async () => {
  const { newReads, knownReads } = await measureSearch(10_000, 0);
  expect(newReads.calls).toBeLessThanOrEqual(30);
  expect(newReads.units).toBeLessThanOrEqual(450);
  expect(knownReads.calls).toBeLessThanOrEqual(30);
  expect(knownReads.units).toBeLessThanOrEqual(40);
}, 300_000);
