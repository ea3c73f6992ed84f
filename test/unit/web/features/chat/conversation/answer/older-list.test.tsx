/** @jest-environment jsdom */
import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act } from '@testing-library/react';
import { Answer } from 'web/features/chat/conversation/answer/answer.tsx';
import { useMessages } from 'web/features/chat/conversation/messages/use-messages';
import { newestMessagesQuery } from 'web/features/chat/queries';
import { renderPart, type RenderOptions } from '../../../../../../support/browser/render.tsx';
import { idOf, message, sessionId } from '../../messages.ts';

// A part that is loaded once shows without a timer.
beforeAll(async () => {
  await import('web/features/chat/conversation/answer/details/answer-progress.tsx');
  await import('web/features/chat/conversation/answer/details/answer-poller.tsx');
});
beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

const listCall = `GET /api/chat/session/message/list?sessionId=${sessionId}`;
const pollCall = `GET /api/chat/session/message/${idOf(1)}?holdMs=900`;
const unfinished = { body: [message(1, { status: 'PENDING', text: '' })] };
const finished = { body: message(1, { text: 'Overtaken' }) };

const Answers = () =>
  useMessages(sessionId).messages.map((each) => <Answer key={each.sessionMessageId} message={each} isLast />);

describe('an answer', () => {
  it.each(['before', 'after'])('is complete although an older list arrives shortly %s its end', async (order) => {
    const list = Promise.withResolvers<typeof unfinished>();
    const poll = Promise.withResolvers<typeof finished>();
    const answers: NonNullable<RenderOptions['answers']> = { [listCall]: unfinished, [pollCall]: poll.promise };
    const { container, client, sent } = renderPart(<Answers />, { answers });
    await pass(100);
    expect(container.textContent).toContain('Thinking…');
    const countLists = () => sent.filter(({ call }) => call === listCall).length;
    const lists = countLists();
    answers[listCall] = list.promise;
    void client.invalidateQueries({ queryKey: newestMessagesQuery(sessionId).queryKey });
    await pass(100);
    const arrivals = [() => list.resolve(unfinished), () => poll.resolve(finished)];
    for (const arrive of order === 'before' ? arrivals : arrivals.toReversed()) {
      arrive();
      await pass(10);
    }
    await pass(5_000);
    expect(container.textContent).toContain('Overtaken');
    expect(container.textContent).not.toContain('Thinking…');
    expect(countLists()).toBe(lists + 1);
  });
});
