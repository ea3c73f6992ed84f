/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import type { RefreshStatus } from 'shared-types/contract/ljmonitor';
import { refreshStatusQuery } from 'web/features/ljmonitor/queries';
import { RefreshStatusLine } from 'web/features/ljmonitor/refresh/refresh-status.tsx';
import { renderPart } from '../../../../../support/browser/render.tsx';

const status: RefreshStatus = {
  lastRefreshSuccessAt: 1_000,
  lastRefreshFailureAt: null,
  isRefreshing: false,
  refreshingProcess: 0,
  nextRefreshAt: null,
  blockedUntil: null,
};

/** Shows the line, and the statuses of later looks. */
async function show() {
  const { sent, client } = renderPart(<RefreshStatusLine note={undefined} />);
  const look = async (over: Partial<RefreshStatus>) => {
    client.setQueryData(refreshStatusQuery.queryKey, { ...status, ...over });
    const shown = over.isRefreshing ? /^Refreshing/ : /^Last refresh/;
    await waitFor(() => expect(screen.getByText(shown)).toBeTruthy());
  };
  await look({});
  sent.length = 0;
  return { look, reloads: () => sent.length, announced: () => screen.getByRole('status').textContent };
}

describe('the line of the refresh', () => {
  it('loads the page again after a refresh that it has seen', async () => {
    const { look, reloads, announced } = await show();
    await look({ isRefreshing: true });
    expect([reloads(), announced()]).toEqual([0, '']);
    await look({ lastRefreshFailureAt: 2_000 });
    await waitFor(() => expect([reloads(), announced()]).toEqual([1, 'The refresh failed.']));
  });

  it('loads the page again after a refresh that began and ended between two polls', async () => {
    const { look, reloads, announced } = await show();
    await look({ lastRefreshSuccessAt: 2_000 });
    await waitFor(() => expect([reloads(), announced()]).toEqual([1, 'The refresh is done.']));
  });

  it('announces neither its first status nor a minute that passes', async () => {
    const { look, reloads, announced } = await show();
    await look({ nextRefreshAt: 3_000 });
    expect([reloads(), announced()]).toEqual([0, '']);
  });

  it('stays as it was when the site cannot be reached', async () => {
    const answers = { 'GET /api/ljmonitor/batch/refreshStatus': Promise.reject(new TypeError('Failed to fetch')) };
    const { client } = renderPart(<RefreshStatusLine note={undefined} />, { answers });
    client.setQueryData(refreshStatusQuery.queryKey, status);
    expect(await screen.findByText(/^Could not get the refresh status/)).toBeTruthy();
    expect(screen.getByText(/^Last refresh success/)).toBeTruthy();
  });

  it('offers the owner to ask the site once while it blocks', async () => {
    const { look } = await show();
    expect(screen.queryByRole('button')).toBeNull();
    await look({ blockedUntil: Date.now() + 3_600_000, blockedBecause: 'It asked for a captcha.', mayTryOnce: true });
    expect(await screen.findByText(/It asked for a captcha\. Checks are paused until/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try now' })).toBeTruthy();
  });
});
