/** @jest-environment jsdom */
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { parseView, useView } from 'web/features/ljmonitor/filters/view';
import { Houses } from 'web/features/ljmonitor/houses/houses.tsx';
import { houseQueries } from 'web/features/ljmonitor/queries';
import { closeToasts } from 'web/ui/toasts/toasts';
import { ToastRegion } from 'web/ui/toasts/toast-region.tsx';
import { renderPart, type RenderOptions } from '../../../../../support/browser/render.tsx';
import { house } from '../fixtures.ts';

beforeEach(closeToasts);

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

it('is a visit, also when it shows the starred houses only', async () => {
  const view = parseView(new URLSearchParams('starred=true'));
  const { sent } = renderPart(<Houses isWaiting={false} names={new Map()} view={view} set={() => {}} />);
  await waitFor(() => expect(sent.map(({ call }) => call)).toContain('PUT /api/ljmonitor/visit'));
  expect(document.querySelector('.waiting')).toBeNull();
});

it('offers all communities instead of those that were deleted', async () => {
  const set = jest.fn();
  const view = parseView(new URLSearchParams('resblockId=999999'));
  renderPart(<Houses isWaiting={false} names={new Map()} view={view} set={set} />, {
    answers: { 'GET /api/ljmonitor/house/sorted?order=-updateTime&resblockIds=999999': { body: noMatch } },
  });
  expect(await screen.findByText(/^The selected communities have no houses, or were deleted./)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Show all' }));
  expect(set).toHaveBeenCalledWith({ resblockId: '' });
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

const noMatch = { houses: [], matches: 0, left: 0 };
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
        'GET /api/ljmonitor/house/sorted?order=price': { body: { houses: houses.toReversed(), matches: 45, left: 43 } },
      },
    });
    await screen.findByText('2 houses');
    expect(screen.queryByText(/^Found/)).toBeNull();
    fireEvent.change(screen.getByLabelText('Sort by'), { target: { value: 'price' } });
    expect(await announced('Found 45 houses.')).toBeTruthy();
  });

  it('is that nothing matches a changed filter', async () => {
    const none = { 'GET /api/ljmonitor/house/sorted?order=-updateTime&unread=true': { body: noMatch } };
    const { sent } = renderPart(<Page />, {
      answers: { ...summary, ...none, 'GET /api/ljmonitor/house': { body: houses } },
    });
    await screen.findByText('2 houses');
    fireEvent.click(screen.getByText('unread only'));
    expect(await announced('Found no houses.')).toBeTruthy();
    expect(screen.getByText('No houses match these filters.')).toBeTruthy();
    expect(sent.filter(({ call }) => call.includes('/sorted'))).toHaveLength(1);
  });
});

const news = (houseId: string, updateTime: number, over: Parameters<typeof house>[0] = {}) =>
  house({ houseId, createTime: updateTime, updateTime, readTime: null, ...over });

describe('read all of the news since a time', () => {
  const since = Date.now() - 3_600_000;
  const [one, two, three] = [
    news('111111111', since + 30),
    news('222222222', since + 20, { createTime: since - 50, readTime: since - 40 }),
    news('333333333', since + 10, { removed: true }),
  ];

  const list = `GET /api/ljmonitor/house/sorted?order=-updateTime&since=${since}`;

  it('marks all of them at once, also what was not loaded yet, and brings them back', async () => {
    const { promise: marked, resolve: mark } = Promise.withResolvers<{ body: unknown }>();
    const answers = {
      'GET /api/ljmonitor/summary': {
        body: { unread: 4, communities: 1, lastRefreshSuccessAt: null, unreadByResblock: [] },
      },
      'PUT /api/ljmonitor/visit': {
        body: { since, news: [{ resblockId: '111111', unread: 3, news: { new: 1, edited: 1, removed: 1 } }] },
      },
      [list]: { body: { houses: [one, two], matches: 3, left: 1 } },
      [`${list}&fromPlace=-${since + 20}&fromHouseId=222222222`]: { body: { houses: [three], matches: 3, left: 0 } },
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

describe('a list with filters', () => {
  const search = 'minPrice=300&unread=true';
  const list = 'GET /api/ljmonitor/house/sorted?order=-updateTime&minPrice=300&unread=true';
  const [first, second] = [news('111111111', 3_000), news('222222222', 2_000)];
  const answers = {
    'GET /api/ljmonitor/summary': {
      body: { unread: 2, communities: 1, lastRefreshSuccessAt: null, unreadByResblock: [] },
    },
    'PUT /api/ljmonitor/visit': { body: { since: null, news: [] } },
  };
  const show = (more: NonNullable<RenderOptions['answers']>) => {
    const served: NonNullable<RenderOptions['answers']> = { ...answers, ...more };
    const view = parseView(new URLSearchParams(search));
    const part = renderPart(<Houses isWaiting={false} names={new Map()} view={view} set={() => {}} />, {
      answers: served,
    });
    return { ...part, served };
  };

  it('says how many houses match, before all of them are loaded', async () => {
    show({ [list]: { body: { houses: [first], matches: 37, left: 36 } } });
    expect(await screen.findByText('37 houses match')).toBeTruthy();
  });

  it('keeps the row of a house that is read in front of the user when it is loaded again', async () => {
    const { client, served } = show({
      [list]: { body: { houses: [first, second], matches: 2, left: 0 } },
      'PUT /api/ljmonitor/house/111111111/read': { body: { ...first, readTime: 4_000 } },
    });
    await screen.findByText('2 houses match');
    const [read] = screen.getAllByRole('button', { name: 'read' });
    if (read) fireEvent.click(read);
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'read' })).toHaveLength(1));
    served[list] = { body: { houses: [second], matches: 1, left: 0 } };
    await act(() => client.refetchQueries(houseQueries));
    expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(2);
    expect(screen.getByText('2 houses match')).toBeTruthy();
  });
});
