/** @jest-environment jsdom */
import { afterEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { HouseRow } from 'web/features/ljmonitor/houses/house-row.tsx';
import { visitQuery } from 'web/features/ljmonitor/visit/queries';
import { ToastRegion } from 'web/ui/toasts/toast-region.tsx';
import { closeToasts } from 'web/ui/toasts/toasts';
import { renderPart } from '../../../../../support/browser/render.tsx';
import { house } from '../fixtures.ts';

afterEach(() => act(closeToasts));

const unread = house({ readTime: null, createTime: 3_000, updateTime: 3_000 });
const { houseId, resblockId } = unread;
const read = `PUT /api/ljmonitor/house/${houseId}/read`;
const failed = { status: 500, body: { errorCode: 'internal', message: 'Broken.' } };
const marked = { body: { ...unread, readTime: 4_000 } };

/** Shows an unread house, which is the news of the visit. */
function show(answer: { status?: number; body: unknown }) {
  const { client } = renderPart(
    <>
      <HouseRow house={unread} community={undefined} index={0} setSize={1} />
      <ToastRegion />
    </>,
    {
      answers: {
        [read]: answer,
        'POST /api/ljmonitor/batch/unreadHouse': { body: {} },
        [`PUT /api/ljmonitor/house/${houseId}/choice`]: { body: { ...unread, hidden: true } },
      },
    },
  );
  client.setQueryData(visitQuery.queryKey, {
    isNoted: true,
    since: 1_000,
    news: [{ resblockId, unread: 1, news: { new: 1 } }],
  });
  return {
    left: () => client.getQueryData(visitQuery.queryKey)?.news[0]?.unread,
    isAskedAgain: () => client.getQueryState(visitQuery.queryKey)?.isInvalidated,
  };
}

describe('the news of the visit', () => {
  it('are lower by a house that is read, without asking, and asked for again with Undo', async () => {
    const { left, isAskedAgain } = show(marked);
    fireEvent.click(screen.getByRole('button', { name: 'read' }));
    const undo = await screen.findByRole('button', { name: 'Undo' });
    await waitFor(() => expect(left()).toBe(0));
    expect(isAskedAgain()).toBe(false);
    fireEvent.click(undo);
    await waitFor(() => expect(isAskedAgain()).toBe(true));
  });

  it.each<[string, string, { status?: number; body: unknown }]>([
    ['the mark fails', 'read', failed],
    ['the house has changed meanwhile', 'read', { body: { ...unread, updateTime: 3_500, readTime: 4_000 } }],
    ['the house is hidden', 'Hide', marked],
  ])('are asked for again when %s', async (_, name, answer) => {
    const { isAskedAgain } = show(answer);
    fireEvent.click(screen.getByRole('button', { name }));
    await waitFor(() => expect(isAskedAgain()).toBe(true));
  });
});
