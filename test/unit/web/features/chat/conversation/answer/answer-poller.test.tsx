/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import type { ChatMessage } from 'shared-types/contract/chat';
import AnswerPoller from 'web/features/chat/conversation/answer/details/answer-poller.tsx';
import { messagesQuery } from 'web/features/chat/queries';
import { idOf, message, sessionId } from '../../messages.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const pending: Partial<ChatMessage> = { status: 'PENDING', text: '' };
const growing: Partial<ChatMessage> = { status: 'IN_PROGRESS', text: 'Tea is', writer: 'w1' };

interface Response {
  afterMs: number;
  fields: Partial<ChatMessage>;
}

/** Polls an answer of this state, and notes when each poll began and what it asked. The last response is that of all later polls. */
function poll(known: Partial<ChatMessage>, ...responses: Response[]) {
  const polls: [ms: number, query: string][] = [];
  const startMs = performance.now();
  const fetch = async (address: string) => {
    polls.push([Math.round(performance.now() - startMs), address.split('?')[1] ?? '']);
    const { afterMs = 0, fields = {} } = (responses.length > 1 ? responses.shift() : responses[0]) ?? {};
    await new Promise((resolve) => void setTimeout(resolve, afterMs));
    return { ok: true, status: 200, headers: new Map(), json: async () => message(1, fields) };
  };
  Object.assign(globalThis, { fetch });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(messagesQuery(sessionId).queryKey, { pages: [[message(1, known)]], pageParams: [null] });
  const part = () => (
    <QueryClientProvider client={client}>
      <AnswerPoller sessionMessageId={idOf(1)} />
    </QueryClientProvider>
  );
  const { rerender } = render(part());
  return { polls, draw: () => rerender(part()) };
}

describe('the polls of an answer', () => {
  it('are one a second, the first of which is held until there are words', async () => {
    const { polls } = poll(pending, { afterMs: 300, fields: growing }, { afterMs: 20, fields: growing });
    await pass(3_500);
    expect(polls).toEqual([
      [0, 'holdMs=900'],
      [1_000, 'after=6&writer=w1'],
      [2_000, 'after=6&writer=w1'],
      [3_000, 'after=6&writer=w1'],
    ]);
  });

  it('are no later when there are no words in time, and only the first one is held', async () => {
    const { polls } = poll(pending, { afterMs: 900, fields: pending }, { afterMs: 20, fields: pending });
    await pass(2_500);
    expect(polls).toEqual([
      [0, 'holdMs=900'],
      [1_000, ''],
      [2_000, ''],
    ]);
  });

  it('are not held when there is a worker', async () => {
    const { polls } = poll({ ...growing, text: '', writer: undefined }, { afterMs: 20, fields: growing });
    await pass(1_500);
    expect(polls).toEqual([
      [0, ''],
      [1_000, 'after=6&writer=w1'],
    ]);
  });

  it('follow one that took longer than a second at once, and never overlap', async () => {
    const { polls } = poll(growing, { afterMs: 1_500, fields: growing });
    await pass(3_500);
    expect(polls.map(([ms]) => ms)).toEqual([0, 1_501, 3_002]);
  });

  it('are as many when the page draws all the time', async () => {
    const { polls, draw } = poll(growing, { afterMs: 20, fields: growing });
    for (let frame = 0; frame < 100; frame += 1) {
      draw();
      await pass(35);
    }
    expect(polls.map(([ms]) => Math.floor(ms / 1_000))).toEqual([0, 1, 2, 3]);
  });
});
