/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { FoundMessage } from 'shared-types/contract/chat/search';
import { FoundMessages } from 'web/features/chat/conversations/search/found-messages.tsx';
import { renderPart } from '../../../../../../support/browser/render.tsx';

const call = 'GET /api/chat/session/message/search?text=tea';

const message = (sessionMessageId: string, title: string, excerpt: string): FoundMessage => ({
  sessionMessageId,
  title,
  senderRole: 'USER',
  createTime: 1000,
  excerpt,
});

describe('the messages that a search has found', () => {
  it('stand below the titles of their conversations, the one with the newest message first', async () => {
    const messages = [
      message('s2.4', 'Kitchen', 'Green tea'),
      message('s1.3', '花园', 'Tea in the garden'),
      message('s2.2', 'Kitchen', 'White tea'),
    ];
    renderPart(<FoundMessages text="tea" />, { answers: { [call]: { body: { messages, total: 3, remaining: 0 } } } });
    const titles = await screen.findAllByRole('heading', { level: 3 });
    expect(titles.map(({ textContent }) => textContent)).toEqual(['Kitchen', '花园']);
    expect(screen.getByRole('link', { name: 'Kitchen' }).getAttribute('href')).toBe('/chat?sessionId=s2');
    const links = within(screen.getByRole('list', { name: 'Kitchen' })).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Green tea', '/chat?sessionId=s2&find=tea&message=s2.4'],
      ['White tea', '/chat?sessionId=s2&find=tea&message=s2.2'],
    ]);
    expect(links[0]?.querySelector('mark')?.textContent).toBe('tea');
    expect(within(screen.getByRole('list', { name: '花园' })).getAllByRole('listitem')).toHaveLength(1);
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
    expect(screen.getByText(/^Quotes keep words together/).textContent).toContain('title:garden');
    other.unmount();
    renderPart(<FoundMessages text="tea" />, { answers: { [call]: { status: 500, body: {} } } });
    expect(await screen.findByText('Could not search the messages.', { exact: false })).toBeTruthy();
  });
});
