/** @jest-environment jsdom */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { InfiniteData } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import type { ChatSession } from 'shared-types/contract/chat';
import { ForkButton } from 'web/features/chat/conversation/fork/fork-button.tsx';
import { conversationsQuery } from 'web/features/chat/queries';
import { closeToasts } from 'web/ui/toasts/toasts';
import { ToastRegion } from 'web/ui/toasts/toast-region.tsx';
import { renderPart } from '../../../../../../support/browser/render.tsx';
import { idOf, sessionId } from '../../messages.ts';

const Search = () => <p data-testid="search">{useLocation().search}</p>;
const copy = { sessionId: sessionId.replace(/.$/, '9'), title: 'Tea (fork)' };

type Answer = { status?: number; body: unknown };

const show = (answer: Answer | Promise<Answer>) =>
  renderPart(
    <>
      <ForkButton sessionMessageId={idOf(1)} />
      <ToastRegion />
      <Search />
    </>,
    { answers: { 'POST /api/chat/fork': answer } },
  );

afterEach(() => act(closeToasts));

describe('the button that forks a conversation', () => {
  it('opens the copy, which stands at the top of the list', async () => {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const { sent, client } = show(promise);
    client.setQueryData(conversationsQuery.queryKey, { pages: [[]], pageParams: [null] });
    const button = screen.getByRole('button', { name: 'Fork' });
    fireEvent.click(button);
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'));
    fireEvent.click(button);
    resolve({ body: copy });
    await screen.findByText(`?sessionId=${copy.sessionId}`);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.body).toMatchObject({ sessionMessageId: idOf(1) });
    const list = client.getQueryData<InfiniteData<ChatSession[]>>(conversationsQuery.queryKey);
    expect(list?.pages.flat()).toEqual([copy]);
  });

  it('says why it failed, and tries again with the same key', async () => {
    const message = 'An answer is still being written. Wait for it or stop it, then fork again.';
    const { sent } = show({ status: 409, body: { errorCode: 'conflict', message } });
    fireEvent.click(screen.getByRole('button', { name: 'Fork' }));
    await screen.findByText(`Could not fork the conversation. ${message}`);
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]).toEqual(sent[0]);
    expect(screen.getByTestId('search').textContent).toBe('');
  });
});
