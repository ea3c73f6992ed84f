/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, waitFor } from '@testing-library/react';
import { Link } from 'react-router-dom';
import { ApiError } from 'web/api/api-error';
import { useBadge } from 'web/layout/title/badge';
import { renderPart } from '../../../../support/browser/render.tsx';

const setAppBadge = jest.fn<(count: number) => Promise<void>>();

beforeEach(() => {
  document.head.innerHTML = '<link rel="icon" href="/favicon.svg" />';
  Object.assign(navigator, { setAppBadge: setAppBadge.mockReset().mockResolvedValue() });
});
afterEach(() => void Reflect.deleteProperty(navigator, 'setAppBadge'));

function Site() {
  useBadge();
  return <Link to="/chat">Chat</Link>;
}

const shown = () => [
  document.querySelector('link[rel=icon]')?.getAttribute('href'),
  ...setAppBadge.mock.calls.map(([count]) => count),
];
/** Waits until the page has shown as much, and returns all of it. */
const shownOf = async (count: number) => {
  await waitFor(() => expect(shown()).toHaveLength(count));
  return shown();
};

function openMonitor() {
  const { client, sent, getByText } = renderPart(<Site />, { path: '/ljmonitor' });
  return {
    sent,
    leave: () => fireEvent.click(getByText('Chat')),
    count: (unread: number) => client.setQueryData(['ljmonitor', 'summary'], { unread }),
    signOut: () =>
      client.fetchQuery({
        queryKey: ['session'],
        queryFn: () =>
          Promise.reject(
            new ApiError({ status: 401, errorCode: 'unauthenticated', message: 'Sign in.', requestId: null }),
          ),
      }),
  };
}

describe('the badge', () => {
  it('follows the number of unread houses, without a call of its own', async () => {
    const { sent, count } = openMonitor();
    expect(await shownOf(1)).toEqual(['/favicon.svg']);
    count(3);
    expect(await shownOf(2)).toEqual(['/favicon-unread.svg', 3]);
    count(0);
    expect(await shownOf(3)).toEqual(['/favicon.svg', 3, 0]);
    expect(sent).toEqual([]);
  });

  it('marks the icon of the monitor’s tab only', async () => {
    const { count, leave } = openMonitor();
    count(3);
    expect(await shownOf(2)).toEqual(['/favicon-unread.svg', 3]);
    leave();
    expect(await shownOf(2)).toEqual(['/favicon.svg', 3]);
  });

  it('tells nothing after a sign-out', async () => {
    const { count, signOut } = openMonitor();
    count(3);
    expect(await shownOf(2)).toEqual(['/favicon-unread.svg', 3]);
    await expect(signOut()).rejects.toThrow('Sign in.');
    expect(await shownOf(3)).toEqual(['/favicon.svg', 3, 0]);
  });

  it('does without a system that shows no number', async () => {
    Reflect.deleteProperty(navigator, 'setAppBadge');
    openMonitor().count(3);
    await waitFor(() => expect(shown()).toEqual(['/favicon-unread.svg']));
  });
});
