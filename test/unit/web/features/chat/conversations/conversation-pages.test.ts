import { describe, expect, it } from '@jest/globals';
import type { ChatSession } from 'shared-types/contract/chat';
import {
  distinctConversations,
  withConversation,
  withConversationFirst,
  withoutConversation,
} from 'web/features/chat/conversations/conversation-pages';

const conversation = (name: string): ChatSession => ({
  sessionId: name,
  title: name,
  memorySize: 10,
  chatProvider: 'OPENAI',
  chatModal: 'gpt-4o',
  createTime: 1,
  updateTime: 2,
});
const [a, b, c] = [conversation('a'), conversation('b'), conversation('c')];
const listOf = (...pages: ChatSession[][]) => ({ pages, pageParams: pages.map(() => null) });
const titlesOf = (data: ReturnType<typeof listOf> | undefined) =>
  data?.pages.map((page) => page.map((each) => each.title));

describe('the pages of conversations', () => {
  it('show a conversation once, at its first place', () => {
    expect(
      distinctConversations([
        [a, b],
        [{ ...a, title: 'older' }, c],
      ]),
    ).toEqual([a, b, c]);
  });

  it('update, remove and add a conversation', () => {
    const list = listOf([a, b], [c]);
    expect(titlesOf(withConversation({ ...c, title: 'renamed' })(list))).toEqual([['a', 'b'], ['renamed']]);
    expect(titlesOf(withoutConversation('b')(list))).toEqual([['a'], ['c']]);
    expect(titlesOf(withConversationFirst(c)(listOf([a], [b])))).toEqual([['c', 'a'], ['b']]);
    expect(withoutConversation('a')(undefined)).toBeUndefined();
  });
});
