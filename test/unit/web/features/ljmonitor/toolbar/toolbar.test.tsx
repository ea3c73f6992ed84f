/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Toolbar } from 'web/features/ljmonitor/toolbar/toolbar.tsx';
import type { LoadedHouses, Loading } from 'web/features/ljmonitor/toolbar/load-unread';
import { ToastRegion } from 'web/ui/toasts/toast-region.tsx';
import { renderPart } from '../../../../../support/browser/render.tsx';
import { house } from '../fixtures.ts';

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

const loading = { loadNextPage: () => Promise.reject(new Error('unused')), maxPages: 1, takesAll: false };

async function pressRefreshAll(blockedUntil: number | null) {
  const { sent } = renderPart(
    <Toolbar loaded={{ pages: [], shown: [], below: 0 }} loading={loading} loadingRest={loading}>
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

it('starts no refresh without communities, and says why', () => {
  const { sent } = renderPart(
    <Toolbar loaded={{ pages: [], shown: [], below: 0 }} loading={loading} loadingRest={loading} isEmpty>
      {null}
    </Toolbar>,
    { answers: { 'GET /api/ljmonitor/batch/refreshStatus': { body: { ...status, blockedUntil: null } } } },
  );
  const refresh = screen.getByText('refresh all');
  fireEvent.click(refresh);
  expect(sent.map(({ call }) => call)).not.toContain('POST /api/ljmonitor/batch/refreshAllHouse');
  expect(refresh.title).toBe('There are no communities yet');
  expect(screen.getByText('There are no communities yet', { selector: 'output' })).toBeTruthy();
});

it('starts no refresh and reads nothing offline, and says why', () => {
  const { sent } = renderPart(
    <Toolbar loaded={{ pages: [], shown: [], below: 1 }} loading={loading} loadingRest={loading}>
      {null}
    </Toolbar>,
  );
  const buttons = ['refresh all', 'read all'].map((name) => screen.getByText(name));
  act(() => onlineManager.setOnline(false));
  for (const button of buttons) {
    fireEvent.click(button);
    expect([button.title, button.getAttribute('aria-disabled')]).toEqual(['You are offline', 'true']);
  }
  act(() => onlineManager.setOnline(true));
  expect(buttons.map(({ title }) => title)).toEqual(['', '']);
  expect(sent.map(({ call }) => call).filter((call) => !call.startsWith('GET '))).toEqual([]);
});

it.each([
  ['is not blocked', null],
  ['was blocked before', Date.now() - 1000],
])('starts a refresh when the monitor %s', async (_, blockedUntil) => {
  const { button, calls } = await pressRefreshAll(blockedUntil);
  expect(button.getAttribute('aria-describedby')).toBeNull();
  await waitFor(() => expect(calls()).toContain('POST /api/ljmonitor/batch/refreshAllHouse'));
});

const button = () => screen.getByRole('button', { name: 'read all' });
const description = () => document.getElementById(button().getAttribute('aria-describedby') ?? '')?.textContent;

describe('read all', () => {
  const unread = ['111', '222'].map((houseId) => house({ houseId, readTime: null }));
  const more = house({ houseId: '333', readTime: null, updateTime: 900 });
  const marking = {
    'POST /api/ljmonitor/batch/readAllHouse': { body: { readTime: 5_000 } },
  };
  const show = (loaded: LoadedHouses, by: Partial<Loading> = {}) =>
    renderPart(
      <>
        <Toolbar loaded={loaded} loading={{ ...loading, ...by }} loadingRest={{ ...loading, takesAll: true, ...by }}>
          {null}
        </Toolbar>
        <ToastRegion />
      </>,
      { answers: marking },
    );

  it.each([
    ['those that are shown', { below: 21 }, {}, 'read all 2', 'Marks 2 houses as read · 21 more unread below'],
    ['also those that follow', { below: 21 }, { takesAll: true }, 'read all 23', 'Marks 23 houses as read'],
    [
      'as many as it may load',
      { below: 3021 },
      { takesAll: true, maxPages: 100 },
      'read all 3002',
      'Marks 3002 houses as read · 21 more unread below',
    ],
    ['nothing that is known', { shown: [], below: 21 }, {}, 'read all', undefined],
  ])('says how many houses it takes: %s', (_, over, by, text, described) => {
    show({ pages: [unread], shown: unread, ...over }, by);
    expect(button().textContent).toBe(text);
    expect(description()).toBe(described);
  });

  it('says why there is nothing to mark, when pressed', () => {
    const read = unread.map((each) => ({ ...each, readTime: 5_000 }));
    show({ pages: [read], shown: read, below: 0 });
    fireEvent.click(button());
    expect(screen.getByText('All houses of this list are read', { selector: 'output' })).toBeTruthy();
  });

  it('is continued with those that are left by one more press', async () => {
    const read = unread.map((each) => ({ ...each, readTime: 5_000 }));
    const { sent } = show(
      { pages: [read], shown: read, below: 1 },
      { loadNextPage: () => Promise.resolve({ pages: [read, [more]], shown: [...read, more], below: 0 }) },
    );
    fireEvent.click(screen.getByRole('button', { name: 'Read them' }));
    expect(document.activeElement).toBe(button());
    const toasts = within(screen.getByRole('region', { name: 'Notifications' }));
    expect(await toasts.findByText('1 marked as read')).toBeTruthy();
    expect(sent.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body)).toEqual([
      { houseIdList: ['333'], asOf: 1_000 },
    ]);
  });
});
