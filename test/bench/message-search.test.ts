import { describe, expect, it } from '@jest/globals';
import { measureSearch, searchRows } from '../../bench/search/message-search.ts';

describe('a search of messages', () => {
  it('is measured in a function that has read nothing, and in one that has', async () => {
    const { newMs, knownMs } = await measureSearch(100, 3);
    expect([newMs > 0, knownMs > 0]).toEqual([true, true]);
  });

  it('misses the goal above a second', () => {
    expect(searchRows({ messages: 10_000, newMs: 1001, knownMs: 900 })).toMatchObject([{ met: false }, { met: true }]);
  });
});
