import { describe, expect, it } from '@jest/globals';
import {
  chronological,
  exchangeOf,
  optimisticPendingAnswer,
  questionOf,
  withExchange,
  withMessage,
  withNewest,
} from 'web/features/chat/conversation/messages/message-pages';
import { idOf, message, newestFirst } from '../../messages.ts';

const listOf = (...pages: ReturnType<typeof newestFirst>[]) => ({ pages, pageParams: pages.map(() => null) });
const textsOf = (data: ReturnType<typeof listOf> | undefined) =>
  chronological(data?.pages ?? []).map(({ text }) => text);

describe('the pages of messages', () => {
  it('show each message once, the oldest first', () => {
    expect(textsOf(listOf(newestFirst(2, 4), newestFirst(0, 2)))).toEqual([
      'text 0',
      'text 1',
      'text 2',
      'text 3',
      'text 4',
    ]);
  });

  it('find the question of an answer on another page', () => {
    const pages = [newestFirst(2, 4), newestFirst(0, 2)];
    expect(questionOf(pages, message(2))?.text).toBe('text 1');
    expect(questionOf(pages, message(0))).toBeUndefined();
    expect(questionOf(pages, message(9))).toBeUndefined();
  });

  it('update one message and keep the other pages', () => {
    const before = listOf(newestFirst(2, 3), newestFirst(0, 1));
    const after = withMessage(message(3, { text: 'more' }))(before);
    expect(after?.pages[0]?.[0]?.text).toBe('more');
    expect(after?.pages[1]).toBe(before.pages[1]);
    expect(withMessage(message(9))(before)?.pages).toEqual(before.pages);
  });
});

describe('withExchange', () => {
  const accepted = { sessionMessageId: idOf(4), assistantSessionMessageId: idOf(5) };
  const exchange = exchangeOf(accepted, { text: 'why?' }, 7_000);

  it('adds a finished question and an empty, pending answer', () => {
    const [question, answer] = chronological(withExchange(exchange)(listOf(newestFirst(0, 3)))?.pages ?? []).slice(4);
    expect(question).toMatchObject({ senderRole: 'USER', status: 'DONE', text: 'why?', sessionMessageId: idOf(4) });
    expect(answer).toMatchObject({ senderRole: 'ASSISTANT', status: 'PENDING', text: '', sessionMessageId: idOf(5) });
  });

  it('starts an empty conversation', () => {
    expect(textsOf(withExchange(exchange)(listOf([])))).toEqual(['why?', '']);
  });

  it('adds an exchange once', () => {
    const once = withExchange(exchange)(listOf(newestFirst(0, 3)));
    expect(withExchange(exchange)(once)).toBe(once);
  });
});

describe('withNewest', () => {
  it('adds new messages and updates changed ones', () => {
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

  it('keeps unchanged pages', () => {
    const before = listOf(newestFirst(2, 3), newestFirst(0, 1));
    expect(withNewest(newestFirst(2, 3))(before)?.pages[1]).toBe(before.pages[1]);
  });

  it('restarts the list when there is a gap before the newest page', () => {
    const after = withNewest(newestFirst(40, 59))(listOf(newestFirst(20, 30), newestFirst(0, 19)));
    expect(after?.pages).toEqual([newestFirst(40, 59)]);
    expect(after?.pageParams).toHaveLength(1);
  });

  it('ignores the newest page while nothing is loaded', () => {
    expect(withNewest(newestFirst(0, 1))(undefined)).toBeUndefined();
  });
});

describe('optimisticPendingAnswer', () => {
  it('keeps the text of a complete answer as the previous answer', () => {
    const answer = message(1, { modelCode: 'gpt-4o', finishReason: 'stop' });
    expect(optimisticPendingAnswer(answer)).toEqual({
      sessionMessageId: idOf(1),
      text: 'text 1',
      senderRole: 'ASSISTANT',
      createTime: answer.createTime,
      status: 'PENDING',
      isFormer: true,
    });
  });

  it('drops the text of a failed answer', () => {
    expect(optimisticPendingAnswer(message(1, { status: 'FAILED' })).text).toBe('');
  });
});
