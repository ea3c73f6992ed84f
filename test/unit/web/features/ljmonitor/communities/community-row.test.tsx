/** @jest-environment jsdom */
import { afterEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { CommunityRow } from 'web/features/ljmonitor/communities/community-row.tsx';
import { refreshStatusQuery, summaryQuery } from 'web/features/ljmonitor/queries';
import { ToastRegion } from 'web/ui/toasts/toast-region.tsx';
import { closeToasts } from 'web/ui/toasts/toasts';
import { renderPart } from '../../../../../support/browser/render.tsx';
import { minutes, now, resblock } from '../fixtures.ts';

type Props = ComponentProps<typeof CommunityRow>;

const ignore = () => undefined;

const show = (over: Partial<Props> = {}, answers = {}) =>
  renderPart(
    <>
      <CommunityRow
        resblock={resblock()}
        unreadCount={undefined}
        index={0}
        isTicked={false}
        now={now}
        onReadByHand={ignore}
        onTick={ignore}
        onRestored={ignore}
        {...over}
      />
      <ToastRegion />
    </>,
    { answers },
  );

afterEach(() => act(closeToasts));

describe('a community whose last reading failed', () => {
  it.each([
    ['BLOCKED', true],
    ['INCOMPLETE', true],
    ['FAILED', true],
    ['OK', false],
    ['NEW', false],
  ] as const)('in the state %s offers its pages: %s', (state, isShown) => {
    show({ resblock: resblock({ state }) });
    expect(screen.queryByRole('button', { name: 'Open pages' }) !== null).toBe(isShown);
  });
});

const status = {
  isRefreshing: false,
  refreshingProcess: 0,
  lastRefreshSuccessAt: null,
  lastRefreshFailureAt: null,
  nextRefreshAt: null,
  listingOrigin: '',
};

it('leaves out the reason that is said for all communities', async () => {
  const blockedBecause = 'The listing site asked for a sign-in.';
  const blocked = resblock({ state: 'BLOCKED', stateReason: blockedBecause });
  const { client } = show({ resblock: blocked });
  expect(rowText()).toContain(blockedBecause);
  const block = (blockedUntil: number) =>
    act(() => void client.setQueryData(refreshStatusQuery.queryKey, { ...status, blockedBecause, blockedUntil }));
  block(now + 1);
  await waitFor(() => expect(rowText()).not.toContain(blockedBecause));
  block(now);
  await waitFor(() => expect(rowText()).toContain(blockedBecause));
});

const rowText = () => screen.getByRole('listitem').textContent;

describe('a community row', () => {
  it('forgets that they could not be marked when it is tried again', async () => {
    const answers: Record<string, { status?: number; body: unknown }> = {
      'PUT /api/ljmonitor/resblock/1111027378022/read': { status: 500, body: {} },
    };
    show({ unreadCount: { resblockId: '1111027378022', unread: 3, asOf: now, news: {} } }, answers);
    fireEvent.click(screen.getByRole('button', { name: 'Mark read' }));
    expect(await screen.findByText(/^Could not mark 六铺炕 as read\./)).toBeTruthy();
    answers['PUT /api/ljmonitor/resblock/1111027378022/read'] = { body: {} };
    fireEvent.click(screen.getByRole('button', { name: 'Mark read' }));
    expect(await screen.findByText('六铺炕: 3 marked as read.')).toBeTruthy();
    expect(screen.queryByText(/^Could not mark 六铺炕 as read\./)).toBeNull();
  });

  it('shows no unread count without unread houses', () => {
    show();
    expect(rowText()).not.toContain('unread');
  });

  it('has no prices before its first complete crawl', () => {
    show({ resblock: resblock({ state: 'NEW', houseCount: 0, lastCompleteAt: null }) });
    expect(rowText()).toContain('Not checked yet');
    expect(screen.queryByRole('button', { name: 'Prices' })).toBeNull();
  });

  it('gives the reason when it could not be read', () => {
    show({
      resblock: resblock({
        state: 'BLOCKED',
        stateReason: 'The listing site asks for a captcha.',
        lastCompleteAt: now - minutes(5),
      }),
    });
    expect(rowText()).toContain('Blocked by the listing site');
    expect(screen.getByText('The listing site asks for a captcha.')).toBeTruthy();
  });

  it('asks before its deletion, calls the server then, and offers to undo it', async () => {
    const { sent } = show();
    fireEvent.click(screen.getByRole('button', { name: 'delete' }));
    expect(await screen.findByRole('dialog', { name: 'Delete 六铺炕 for everyone?' })).toBeTruthy();
    expect(sent).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(screen.getByText('六铺炕 was deleted with its houses.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy();
    await waitFor(() => expect(sent.map(({ call }) => call)).toEqual(['DELETE /api/ljmonitor/resblock/1111027378022']));
  });

  it('is not counted by a summary that was on its way at its deletion', async () => {
    const { client, sent } = show();
    const answer = Promise.withResolvers<{ communities: number }>();
    void client.prefetchQuery({ queryKey: summaryQuery.queryKey, queryFn: () => answer.promise });
    fireEvent.click(screen.getByRole('button', { name: 'delete' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    await act(async () => answer.resolve({ communities: 1 }));
    expect(client.getQueryData(summaryQuery.queryKey)).toBeUndefined();
  });
});
