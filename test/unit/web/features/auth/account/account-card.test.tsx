/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { defaultChoices } from 'shared-types/rules/auth/preferences';
import { AccountCard } from 'web/features/auth/account/account-card.tsx';
import { rememberChannel } from 'web/features/auth/news/this-browser';
import { choose, getChoices } from 'web/lib/preferences/preferences';
import { renderPart } from '../../../../../support/browser/render.tsx';

const user = { name: 'ann@example.com', userId: 'u-1', avatarUrl: null };
const device = { browser: 'Chrome', system: 'macOS' };
const session = { sessionRef: 'a', createTime: Date.now(), provider: 'google', current: true, ...device };

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('AccountCard', () => {
  it('replaces a picture that cannot be loaded by the initial', () => {
    const { container } = renderPart(<AccountCard user={{ ...user, avatarUrl: 'https://e.example/a.png' }} />);
    const picture = container.querySelector('img');
    expect(picture?.getAttribute('src')).toBe('https://e.example/a.png');
    if (picture) fireEvent.error(picture);
    expect(screen.getByText('A')).toBeTruthy();
  });

  it('lists the sessions and ends any but the current one', async () => {
    const unknown = { provider: 'cognito', current: false, browser: 'other', system: 'other' };
    const sessions = [session, { ...session, sessionRef: 'b', ...unknown }];
    const { sent } = renderPart(<AccountCard user={user} />, {
      answers: { 'GET /api/auth/sessions': { body: sessions } },
    });
    await waitFor(() => expect(screen.getByText('This browser')).toBeTruthy());
    expect(screen.getByText(/^Chrome on macOS · since \d\d:\d\d$/)).toBeTruthy();
    expect(screen.getByText(/^Unknown browser · since/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: /^End session since/ }));
    await waitFor(() => expect(sent.map(({ call }) => call)).toContain('POST /api/auth/sessions/b/end'));
  });

  it('ends all other sessions at once when there are several', async () => {
    const others = ['b', 'c'].map((sessionRef) => ({ ...session, sessionRef, current: false }));
    const { sent } = renderPart(<AccountCard user={user} />, {
      answers: {
        'GET /api/auth/sessions': { body: [session, ...others] },
        'POST /api/auth/sessions/b/end': { status: 503, body: { message: 'The database did not answer.' } },
        'POST /api/auth/sessions/c/end': { body: {} },
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'End all other sessions' }));
    expect(await screen.findByText(/Could not end all of these sessions\./)).toBeTruthy();
    const ended = sent.map(({ call }) => call).filter((call) => call.endsWith('/end'));
    expect(ended).toEqual(['POST /api/auth/sessions/b/end', 'POST /api/auth/sessions/c/end']);
    // The list is asked for again, because one of them has ended.
    await waitFor(() => expect(sent.filter(({ call }) => call === 'GET /api/auth/sessions')).toHaveLength(2));
  });

  it('signs out once, and shows that it does', async () => {
    rememberChannel({ channelId: 'c-1', userId: user.userId });
    const { sent } = renderPart(<AccountCard user={user} />);
    press('Sign out');
    press('Sign out');
    expect(screen.getByRole('button', { name: 'Sign out' }).ariaBusy).toBe('true');
    await waitFor(() =>
      expect(sent.filter(({ call }) => call.startsWith('DELETE'))).toEqual([
        { call: 'DELETE /api/notify/channels/c-1', body: undefined },
      ]),
    );
    localStorage.clear();
  });

  it('orders the tools with buttons, which the keyboard reaches too', () => {
    renderPart(<AccountCard user={user} />);
    press('Move Chat up');
    expect(getChoices().tools).toEqual(['ljmonitor', 'chat', 'stack']);
    press('Move LJMonitor down');
    expect(getChoices().tools).toEqual(['chat', 'ljmonitor', 'stack']);
    press('Move Chat up');
    press('Move Stacks down');
    expect(getChoices().tools).toEqual(['chat', 'ljmonitor', 'stack']);
    expect(screen.getByRole('button', { name: 'Move Chat up' }).ariaDisabled).toBe('true');
    act(() => choose(defaultChoices));
  });
});
