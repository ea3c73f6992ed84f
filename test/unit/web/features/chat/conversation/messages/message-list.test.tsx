/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import type { ChatMessage } from 'shared-types/contract/chat';
import { MessageList } from 'web/features/chat/conversation/messages/message-list.tsx';
import { renderPart } from '../../../../../../support/browser/render.tsx';
import { message, newestFirst, sessionId } from '../../messages.ts';

const models = 'GET /api/chat/models';
const pdf = { fileId: 'f', name: 'tea.pdf', type: 'application/pdf' as const, bytes: 5_000_000, tokens: 60_000 };

function show(messages: ChatMessage[]) {
  const list = `GET /api/chat/session/message/list?sessionId=${sessionId}`;
  const answers = {
    [list]: { body: messages },
    [`${list}&lastSessionMessageId=${messages.at(-1)?.sessionMessageId}`]: { body: [] },
    [models]: { body: [{ code: 'texts', name: 'Texts', provider: 'OpenAI' }] },
  };
  const conversation = { memorySize: 10, chatModal: 'texts' };
  return renderPart(<MessageList sessionId={sessionId} conversation={conversation} sentCount={0} />, { answers });
}

describe('the line of the memory', () => {
  it('counts a file as the model of the conversation reads it', async () => {
    const { sent } = show([...newestFirst(1, 3), message(0, { files: [pdf] })]);
    expect(await screen.findByText('text 3')).toBeTruthy();
    await waitFor(() => expect(sent.filter(({ call }) => call === models)).toHaveLength(1));
    await waitFor(() => expect(screen.queryByText(/^The model sees the messages from here/)).toBeNull());
  });

  it('needs no models where there are no files', async () => {
    const { sent } = show(newestFirst(0, 3));
    expect(await screen.findByText('no more messages')).toBeTruthy();
    expect(sent.filter(({ call }) => call === models)).toEqual([]);
  });
});
