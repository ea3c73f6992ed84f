/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import type { FoundMessage } from 'shared-types/contract/chat/search';
import { FoundMessages } from 'web/features/chat/conversations/search/found-messages.tsx';
import { renderPart } from '../../../../../../support/browser/render.tsx';

const found = (id: string, excerpt: string, senderRole: FoundMessage['senderRole'] = 'USER'): FoundMessage => ({
  sessionMessageId: `s1.${id}`,
  title: 'Kitchen',
  senderRole,
  createTime: 1,
  excerpt,
});
const call = 'GET /api/chat/session/message/search?text=tea';

describe('the messages that a search has found', () => {
  it('lead to their places, with the words marked, page by page', async () => {
    const { container } = renderPart(<FoundMessages text="tea" />, {
      answers: {
        [call]: { body: { messages: [found('b', 'Green tea')], total: 2, remaining: 0 } },
        [`${call}&lastSessionMessageId=s1.b`]: { body: { messages: [found('a', 'TEA!')], total: 2, remaining: 0 } },
      },
    });
    const link = await screen.findByRole('link', { name: 'Kitchen' });
    expect(link.getAttribute('href')).toBe('/chat?sessionId=s1&find=tea&message=s1.b');
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('TEA')).toBeTruthy();
    expect([...container.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['tea', 'TEA']);
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    expect(screen.getByText('2 messages')).toBeTruthy();
  });

  it('says when there are none, when older ones are not read yet, and when the search fails', async () => {
    const none = { messages: [], total: 0 };
    const view = renderPart(<FoundMessages text="tea" />, { answers: { [call]: { body: { ...none, remaining: 3 } } } });
    expect(await screen.findByText('Searching older messages…')).toBeTruthy();
    view.unmount();
    const other = renderPart(<FoundMessages text="tea" />, {
      answers: { [call]: { body: { ...none, remaining: 0 } } },
    });
    expect(await screen.findByText('No matching messages.')).toBeTruthy();
    other.unmount();
    renderPart(<FoundMessages text="tea" />, { answers: { [call]: { status: 500, body: {} } } });
    expect(await screen.findByText('Could not search the messages.', { exact: false })).toBeTruthy();
  });
});
