import { describe, expect, it } from '@jest/globals';
import { measureChatLists, unitsOfQueries } from '../../bench/chat/lists.ts';
import { measureMessageSearch, messageSearchRows } from '../../bench/chat/message-search.ts';
import { maxUnits, measureReply, writeUnits } from '../../bench/chat/reply.ts';

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

describe('a search of messages', () => {
  it('stays within its units and a second, and its packs cost little once', async () => {
    const measured = await measureMessageSearch(2000, 3);
    expect(measured.found).toBeGreaterThan(0);
    expect(messageSearchRows(measured).map(({ what, value, met }) => [what, value, met])).toEqual(
      messageSearchRows(measured).map(({ what, value }) => [what, value, true]),
    );
    // The memory of a function needs the conversations only.
    expect(measured.nextUnits).toBeLessThan(measured.firstUnits / 4);
  }, 120_000);
});
