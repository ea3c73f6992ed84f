/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent } from '@testing-library/react';
import SentElsewhere from 'web/features/chat/conversation/messages/sent-elsewhere';
import { useMessages } from 'web/features/chat/conversation/messages/use-messages';
import { renderPart } from '../../../../../../support/browser/render.tsx';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const sessionId = '01JZZZZZZZZZZZZZZZZZZZZZZZ';
const session = {
  sessionId,
  title: 'Tea',
  memorySize: 10,
  chatProvider: 'OPENAI',
  chatModal: 'gpt-4o',
  createTime: 1000,
  updateTime: 1000,
};
const question = (text: string, createTime: number) => ({
  sessionMessageId: `${sessionId}.01JZZZZZZZZZZZZZZZZZZZZZ${createTime}`,
  text,
  status: 'DONE',
  senderRole: 'USER',
  createTime,
});
const conversationCall = `GET /api/chat/session/${sessionId}`;
const listCall = `GET /api/chat/session/message/list?sessionId=${sessionId}`;

function Texts() {
  const { messages } = useMessages(sessionId);
  return (
    <p>
      {messages.map(({ text }) => text)}
      <SentElsewhere sessionId={sessionId} newest={messages.at(-1)} />
    </p>
  );
}

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

async function openConversation() {
  const answers = {
    [conversationCall]: { body: session },
    [listCall]: { body: [question('Tea?', 1000)] },
  };
  const { sent, container } = renderPart(<Texts />, { answers });
  await pass(100);
  return {
    container,
    askElsewhere: () => {
      answers[conversationCall] = { body: { ...session, updateTime: 2000 } };
      answers[listCall] = { body: [question('Or water?', 2000), question('Tea?', 1000)] };
    },
    countOf: (call: string) => sent.filter((each) => each.call === call).length,
  };
}

describe('a question of another device', () => {
  it('appears within five seconds, and is the only reason to load the messages', async () => {
    const { container, askElsewhere, countOf } = await openConversation();
    const lists = countOf(listCall);
    await pass(60_000);
    expect(countOf(listCall)).toBe(lists);
    askElsewhere();
    await pass(5000);
    expect(container.textContent).toBe('Tea?Or water?');
    await pass(60_000);
    expect(countOf(listCall)).toBe(lists + 1);
  });

  it('appears within a minute when the last input is five minutes ago, and soon after the next input', async () => {
    const { container, askElsewhere, countOf } = await openConversation();
    await pass(300_000);
    const before = countOf(conversationCall);
    await pass(600_000);
    expect(countOf(conversationCall) - before).toBeGreaterThanOrEqual(10);
    expect(countOf(conversationCall) - before).toBeLessThanOrEqual(11);
    askElsewhere();
    fireEvent.keyDown(document.body, { key: 'a' });
    await pass(5000);
    expect(container.textContent).toBe('Tea?Or water?');
  });

  it('is not looked for in a hidden tab', async () => {
    const { countOf } = await openConversation();
    const state = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    const before = countOf(conversationCall);
    await pass(120_000);
    expect(countOf(conversationCall)).toBe(before);
    state.mockRestore();
    document.dispatchEvent(new Event('visibilitychange'));
  });
});
