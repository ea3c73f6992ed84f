/** @jest-environment jsdom */
import { expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Toolbar } from 'web/features/ljmonitor/toolbar/toolbar.tsx';
import { renderPart } from '../../../../../support/browser/render.tsx';

const status = {
  isRefreshing: false,
  refreshingProcess: 0,
  lastRefreshSuccessAt: null,
  lastRefreshFailureAt: null,
  lastRead: null,
  nextRefreshAt: Date.now() + 60_000,
  isPostponed: false,
  blockedBecause: 'The listing site asks for a sign-in.',
  mayTryOnce: false,
};

async function pressRefreshAll(blockedUntil: number | null) {
  const { sent } = renderPart(
    <Toolbar
      loaded={{ pages: [], shown: [], below: 0 }}
      loading={{ loadNextPage: () => Promise.reject(new Error('unused')), maxPages: 1, takesAll: false }}
    >
      {null}
    </Toolbar>,
    { answers: { 'GET /api/ljmonitor/batch/refreshStatus': { body: { ...status, blockedUntil } } } },
  );
  await screen.findByText(/Checks are paused|Next refresh/, { selector: '#refresh-note, #refresh-note span' });
  const button = screen.getByText('refresh all');
  fireEvent.click(button);
  return { button, calls: () => sent.map(({ call }) => call) };
}

it('starts no refresh while checks are paused, and says why', async () => {
  const { button, calls } = await pressRefreshAll(Date.now() + 3_600_000);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(calls()).not.toContain('POST /api/ljmonitor/batch/refreshAllHouse');
  const note = document.querySelector(`#${button.getAttribute('aria-describedby')}`);
  expect(note?.textContent).toMatch(/^The listing site asks for a sign-in. Checks are paused until /);
});

it.each([
  ['is not blocked', null],
  ['was blocked before', Date.now() - 1000],
])('starts a refresh when the monitor %s', async (_, blockedUntil) => {
  const { button, calls } = await pressRefreshAll(blockedUntil);
  expect(button.getAttribute('aria-describedby')).toBeNull();
  await waitFor(() => expect(calls()).toContain('POST /api/ljmonitor/batch/refreshAllHouse'));
});
