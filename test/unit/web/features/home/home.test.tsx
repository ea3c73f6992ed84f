/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import Home from 'web/features/home/home.tsx';
import { renderPart } from '../../../../support/browser/render.tsx';

const session = { body: { data: { userContext: { name: 'ann', userId: 'u-1', avatarUrl: null } } } };
const summary = { unread: 0, communities: 0, lastRefreshSuccessAt: null };

const show = (answers = {}) => renderPart(<Home />, { answers: { 'GET /api/auth/session': session, ...answers } });

describe('Home', () => {
  it('links to the three tools', () => {
    show();
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/ljmonitor',
      '/stack',
      '/chat',
    ]);
  });

  it('shows the unread houses', async () => {
    const body = { unread: 3, communities: 2, lastRefreshSuccessAt: Date.now() };
    show({ 'GET /api/ljmonitor/summary': { body } });
    await waitFor(() => expect(screen.getByText('3 unread')).toBeTruthy());
    expect(screen.getByText(/in 2 communities · refreshed just now/)).toBeTruthy();
  });

  it('shows the latest conversation', async () => {
    show({ 'GET /api/chat/session/list': { body: [{ sessionId: 's1', title: 'Paging', updateTime: Date.now() }] } });
    await waitFor(() => expect(screen.getByText('Paging')).toBeTruthy());
  });

  it('describes a tool that has nothing to show yet', async () => {
    show({
      'GET /api/ljmonitor/summary': { body: summary },
      'GET /api/chat/session/list': { body: [] },
    });
    await waitFor(() => expect(screen.getByText('Track second-hand listings · no communities yet')).toBeTruthy());
    await waitFor(() => expect(screen.getByText('Chat with an AI assistant · no conversations yet')).toBeTruthy());
  });

  it('describes a tool that cannot be loaded', async () => {
    show({ 'GET /api/ljmonitor/summary': { status: 500, body: {} } });
    await waitFor(() => expect(screen.getByText('Track second-hand listings')).toBeTruthy());
  });
});
