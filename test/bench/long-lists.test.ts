import { expect, it } from '@jest/globals';
import { measureLongConversation } from '../../bench/browser/long-conversation.ts';
import { measureLongList } from '../../bench/browser/long-lists.ts';

it('a list of 5,000 houses has only some rows in the document', async () => {
  const { rows, heapMegabytes } = await measureLongList(5_000);
  expect(rows).toBeGreaterThan(0);
  expect(rows).toBeLessThan(100);
  expect(heapMegabytes).toBeLessThanOrEqual(30);
});

it('a key in a long conversation recalculates no styles of its messages', async () => {
  const { styleRatio } = await measureLongConversation(1_000);
  // With `:has()` on a part around the messages it was 20.
  expect(styleRatio).toBeLessThan(5);
});
