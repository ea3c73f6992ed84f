import { describe, expect, it } from '@jest/globals';
import type { ChatSession } from 'shared-types/contract/chat';
import {
  distinctConversations,
  mergeDeletedRows,
  withoutConversation,
  withConversation,
  withConversationFirst,
} from 'web/features/chat/conversations/conversation-pages';

const session = (name: string): ChatSession => ({
  sessionId: name,
  title: name,
  memorySize: 10,
  chatProvider: 'OPENAI',
  chatModal: 'gpt-4o',
  createTime: 1,
  updateTime: 2,
});
const [a, b, c] = [session('a'), session('b'), session('c')];
const listOf = (...pages: ChatSession[][]) => ({ pages, pageParams: pages.map(() => null) });
const titlesOf = (data: ReturnType<typeof listOf> | undefined) =>
  data?.pages.map((page) => page.map((each) => each.title));

describe('the list of sessions', () => {
  it('shows a session once, where it came first', () => {
    expect(
      distinctConversations([
        [a, b],
        [{ ...a, title: 'older' }, c],
      ]),
    ).toEqual([a, b, c]);
  });

  it('changes, loses and gains one', () => {
    const list = listOf([a, b], [c]);
    expect(titlesOf(withConversation({ ...c, title: 'renamed' })(list))).toEqual([['a', 'b'], ['renamed']]);
    expect(titlesOf(withoutConversation('b')(list))).toEqual([['a'], ['c']]);
    expect(titlesOf(withConversationFirst(c)(listOf([a], [b])))).toEqual([['c', 'a'], ['b']]);
    expect(withoutConversation('a')(undefined)).toBeUndefined();
  });

  it('keeps the place of what was deleted a moment ago, whether the server still lists it or not', () => {
    const gone = [{ session: b, index: 1 }];
    const rows = [
      { session: a, isGone: false },
      { session: b, isGone: true },
      { session: c, isGone: false },
    ];
    expect(mergeDeletedRows([a, c], gone)).toEqual(rows);
    expect(mergeDeletedRows([a, b, c], gone)).toEqual(rows);
  });
});
