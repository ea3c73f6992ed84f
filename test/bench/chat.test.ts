import { describe, expect, it, jest } from '@jest/globals';
import { measureChatLists, unitsOfQueries } from '../../bench/chat/lists.ts';
import { maxUnits, measureReply, writeUnits } from '../../bench/chat/reply.ts';

jest.setTimeout(240_000);

describe('the lists of the chat', () => {
  it('cost the same for a thousand items as for one page', async () => {
    const pages = await measureChatLists([20, 1000], 1);
    expect(pages.map(({ shown }) => shown)).toEqual([20, 20, 20, 20]);
    for (const list of ['sessions', 'messages']) {
      const [onePage, many] = pages
        .filter((page) => page.list === list)
        .map(({ asked }) => asked.map(({ operation, units }) => ({ operation, units })));
      expect(many).toEqual(onePage);
    }
    for (const units of pages.flatMap(unitsOfQueries)) {
      expect(units).toBeGreaterThanOrEqual(0.5);
      expect(units).toBeLessThanOrEqual(1.5);
    }
  });
});

describe('a reply of 16 KB', () => {
  it('is written within its budget of write units', async () => {
    const reply = await measureReply(16 * 1024, 4);
    expect(writeUnits(reply)).toBeGreaterThanOrEqual(17);
    expect(writeUnits(reply)).toBeLessThanOrEqual(maxUnits(reply));
  });
});
