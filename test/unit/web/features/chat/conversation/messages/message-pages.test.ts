import { describe, expect, it } from '@jest/globals';
import {
  chronological,
  exchangeOf,
  questionOf,
  withExchange,
  withMessage,
  withNewest,
} from 'web/features/chat/conversation/messages/message-pages';
import { idOf, message, newestFirst } from '../../messages.ts';

const listOf = (...pages: ReturnType<typeof newestFirst>[]) => ({ pages, pageParams: pages.map(() => null) });
const textsOf = (data: ReturnType<typeof listOf> | undefined) =>
  chronological(data?.pages ?? []).map(({ text }) => text);

describe('the messages of a conversation', () => {
  it('are shown oldest first, each once', () => {
    expect(textsOf(listOf(newestFirst(2, 4), newestFirst(0, 2)))).toEqual([
      'text 0',
      'text 1',
      'text 2',
      'text 3',
      'text 4',
    ]);
  });

  it('have what they answer before them, also where that is on another page', () => {
    const pages = [newestFirst(2, 4), newestFirst(0, 2)];
    expect(questionOf(pages, message(2))?.text).toBe('text 1');
    expect(questionOf(pages, message(0))).toBeUndefined();
    expect(questionOf(pages, message(9))).toBeUndefined();
  });

  it('change one by one, and leave the other pages as they are', () => {
    const before = listOf(newestFirst(2, 3), newestFirst(0, 1));
    const after = withMessage(message(3, { text: 'more' }))(before);
    expect(after?.pages[0]?.[0]?.text).toBe('more');
    expect(after?.pages[1]).toBe(before.pages[1]);
    expect(withMessage(message(9))(before)?.pages).toEqual(before.pages);
  });
});

describe('a message that was sent', () => {
  const accepted = { sessionMessageId: idOf(4), assistantSessionMessageId: idOf(5) };
  const exchange = exchangeOf(accepted, 'why?', 7_000);

  it('shows as a question that is done and an answer that is pending and empty', () => {
    const [question, answer] = chronological(withExchange(exchange)(listOf(newestFirst(0, 3)))?.pages ?? []).slice(4);
    expect(question).toMatchObject({ senderRole: 'USER', status: 'DONE', text: 'why?', sessionMessageId: idOf(4) });
    expect(answer).toMatchObject({ senderRole: 'ASSISTANT', status: 'PENDING', text: '', sessionMessageId: idOf(5) });
  });

  it('begins an empty conversation', () => {
    expect(textsOf(withExchange(exchange)(listOf([])))).toEqual(['why?', '']);
  });

  it('is there once, however often the server says that it has it', () => {
    const once = withExchange(exchange)(listOf(newestFirst(0, 3)));
    expect(withExchange(exchange)(once)).toBe(once);
  });
});

describe('what another device has said', () => {
  it('comes to the list, and what has changed is changed', () => {
    const before = listOf(newestFirst(2, 5), newestFirst(0, 1));
    const newest = [message(7), message(6), message(5, { text: 'regenerated' }), message(4)];
    expect(textsOf(withNewest(newest)(before))).toEqual([
      'text 0',
      'text 1',
      'text 2',
      'text 3',
      'text 4',
      'regenerated',
      'text 6',
      'text 7',
    ]);
  });

  it('does not copy pages in which nothing has happened', () => {
    const before = listOf(newestFirst(2, 3), newestFirst(0, 1));
    expect(withNewest(newestFirst(2, 3))(before)?.pages[1]).toBe(before.pages[1]);
  });

  it('begins the list anew where too much has been said to join it', () => {
    const after = withNewest(newestFirst(40, 59))(listOf(newestFirst(20, 30), newestFirst(0, 19)));
    expect(after?.pages).toEqual([newestFirst(40, 59)]);
    expect(after?.pageParams).toHaveLength(1);
  });

  it('does not matter while nothing is loaded', () => {
    expect(withNewest(newestFirst(0, 1))(undefined)).toBeUndefined();
  });
});
