/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { parseView, useView } from 'web/features/ljmonitor/filters/view';
import { Houses } from 'web/features/ljmonitor/houses/houses.tsx';
import { ToastRegion } from 'web/ui/toasts/toast-region.tsx';
import { renderPart } from '../../../../../support/browser/render.tsx';
import { house } from '../fixtures.ts';

describe('a list without houses', () => {
  it.each([
    ['asks for a community when none is tracked', 0, 'Add a community to see its houses here.'],
    ['says when houses appear', 2, 'No houses yet. They appear here when a community has been checked.'],
  ])('%s', async (_, communities, text) => {
    renderPart(<Houses isWaiting={false} names={new Map()} view={parseView(new URLSearchParams())} set={() => {}} />, {
      answers: {
        'GET /api/ljmonitor/house': { body: [] },
        'GET /api/ljmonitor/summary': {
          body: { unread: 0, communities, lastRefreshSuccessAt: null, unreadByResblock: [] },
        },
      },
    });
    expect(await screen.findByText(text)).toBeTruthy();
  });
});

function Page() {
  const { view, set } = useView();
  return (
    <>
      <Houses isWaiting={false} names={new Map()} view={view} set={set} />
      <button onClick={() => set({ unread: 'true' })}>unread only</button>
    </>
  );
}

const announced = (text: string) => screen.findByText(text, { selector: 'output' });

describe('what a screen reader is told of a list', () => {
  const summary = {
    'GET /api/ljmonitor/summary': {
      body: { unread: 0, communities: 1, lastRefreshSuccessAt: null, unreadByResblock: [] },
    },
    'GET /api/ljmonitor/house?fromUpdateTime=1000&fromHouseId=2': { body: [] },
  };
  const houses = [house({ houseId: '1', price: 527 }), house({ houseId: '2', price: 480 })];

  it('is the number of houses that a changed order has found, and nothing before', async () => {
    renderPart(<Page />, {
      answers: {
        ...summary,
        'GET /api/ljmonitor/house': { body: houses },
        'GET /api/ljmonitor/house/sorted?order=price': { body: houses.toReversed() },
        'GET /api/ljmonitor/house/sorted?order=price&fromPlace=527&fromHouseId=1': { body: [] },
      },
    });
    await screen.findByText('2 houses');
    expect(screen.queryByText(/^Found/)).toBeNull();
    fireEvent.change(screen.getByLabelText('Sort by'), { target: { value: 'price' } });
    expect(await announced('Found more than 2 houses.')).toBeTruthy();
  });

  it('is that nothing matches a changed filter', async () => {
    renderPart(<Page />, { answers: { ...summary, 'GET /api/ljmonitor/house': { body: houses } } });
    await screen.findByText('2 houses');
    fireEvent.click(screen.getByText('unread only'));
    expect(await announced('Found no houses.')).toBeTruthy();
  });
});

const news = (houseId: string, updateTime: number, over: Parameters<typeof house>[0] = {}) =>
  house({ houseId, createTime: updateTime, updateTime, readTime: null, ...over });

describe('read all of the news since a time', () => {
  const since = Date.now() - 3_600_000;
  const [one, two, three, old] = [
    news('111111111', since + 30),
    news('222222222', since + 20, { createTime: since - 50, readTime: since - 40 }),
    news('333333333', since + 10, { removed: true }),
    news('444444444', since - 10),
  ];

  it('marks all of them at once, also what was not loaded yet, and brings them back', async () => {
    const { promise: marked, resolve: mark } = Promise.withResolvers<{ body: unknown }>();
    const answers = {
      'GET /api/ljmonitor/summary': {
        body: { unread: 4, communities: 1, lastRefreshSuccessAt: null, unreadByResblock: [] },
      },
      'PUT /api/ljmonitor/visit': {
        body: { since, news: [{ resblockId: '111111', unread: 3, news: { new: 1, edited: 1, removed: 1 } }] },
      },
      'GET /api/ljmonitor/house': { body: [one, two] },
      [`GET /api/ljmonitor/house?fromUpdateTime=${since + 20}&fromHouseId=222222222`]: { body: [three, old] },
      'POST /api/ljmonitor/batch/readAllHouse': marked,
      'POST /api/ljmonitor/batch/unreadHouse': { body: {} },
    };
    const view = parseView(new URLSearchParams({ since: String(since) }));
    const { sent, client } = renderPart(
      <>
        <Houses isWaiting={false} names={new Map()} view={view} set={() => {}} />
        <ToastRegion />
      </>,
      { answers },
    );
    fireEvent.click(await screen.findByText('read all', { selector: '[aria-describedby]' }));
    const posted = (call: string) => sent.filter((each) => each.call === call).map(({ body }) => body);
    await waitFor(() =>
      expect(posted('POST /api/ljmonitor/batch/readAllHouse')).toEqual([
        { houseIdList: [one, two, three].map(({ houseId }) => houseId), asOf: since + 30 },
      ]),
    );
    // The line of the visit does not wait for the server to count again.
    expect(client.getQueryData(['ljmonitor', 'visit'])).toMatchObject({ news: [{ unread: 0, news: {} }] });
    mark({ body: { readTime: since + 31 } });
    expect(await screen.findByText('3 marked as read')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(posted('POST /api/ljmonitor/batch/unreadHouse')).toEqual([
        { houses: [one, two, three].map(({ houseId, readTime }) => ({ houseId, readTime, marked: since + 31 })) },
      ]),
    );
  });
});
