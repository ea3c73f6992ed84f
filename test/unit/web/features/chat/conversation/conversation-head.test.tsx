/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { ConversationHead } from 'web/features/chat/conversation/conversation-head.tsx';
import { renderPart } from '../../../../../support/browser/render.tsx';

const conversation = {
  sessionId: 's1',
  title: 'Paging in DynamoDB',
  memorySize: 10,
  chatProvider: 'OPENAI',
  chatModal: 'gpt-4o',
  createTime: 1,
  updateTime: 1,
} as const;

describe('the head of a conversation', () => {
  it('shows the title, the model and the memory', () => {
    renderPart(<ConversationHead title={conversation.title} conversation={conversation} />);
    expect(screen.getByRole('heading', { level: 1, name: conversation.title })).toBeTruthy();
    expect(screen.getByText('gpt-4o · sees 10 earlier messages')).toBeTruthy();
  });

  it('renames the conversation in the place of its title', async () => {
    const { sent } = renderPart(<ConversationHead title={conversation.title} conversation={conversation} />, {
      answers: { 'POST /api/chat/session/s1/update': { body: { ...conversation, title: 'Cursors' } } },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Rename' }));
    const field = await screen.findByRole('textbox', { name: 'Title' });
    fireEvent.change(field, { target: { value: 'Cursors' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Rename' })).toBeTruthy());
    expect(sent).toEqual([
      {
        call: 'POST /api/chat/session/s1/update',
        body: { title: 'Cursors', memorySize: null, modelCode: null },
      },
    ]);
  });
});
