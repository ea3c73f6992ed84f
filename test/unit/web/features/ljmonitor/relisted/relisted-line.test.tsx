/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { HouseHistory } from 'web/features/ljmonitor/history/house-history.tsx';
import { HouseRow } from 'web/features/ljmonitor/houses/house-row.tsx';
import { relistingsQuery } from 'web/features/ljmonitor/relisted/relistings';
import { ToastRegion } from 'web/ui/toasts/toast-region.tsx';
import { closeToasts } from 'web/ui/toasts/toasts';
import { renderPart, type RenderOptions } from '../../../../../support/browser/render.tsx';
import { house, now } from '../fixtures.ts';
import { link } from './links.ts';

const [earlierId, laterId] = ['100010101010', '100010121012'];
const relistings = `GET /api/ljmonitor/relistings?houseIds=${laterId}%2C${earlierId}&resblockIds=111111`;
const separation = `PUT /api/ljmonitor/house/${laterId}/separation`;

beforeEach(
  () => void jest.useFakeTimers({ now, doNotFake: ['setTimeout', 'setInterval', 'performance', 'queueMicrotask'] }),
);
afterEach(() => {
  jest.useRealTimers();
  closeToasts();
});

function showRows(answers: NonNullable<RenderOptions['answers']> = {}) {
  const rows = [laterId, earlierId].map((houseId, index) => (
    <HouseRow
      key={houseId}
      house={house({ houseId, title: `House ${houseId}`, removed: houseId === earlierId })}
      community={undefined}
      index={index}
      setSize={2}
    />
  ));
  const page = (
    <>
      {rows}
      <ToastRegion />
    </>
  );
  return renderPart(page, { answers: { [relistings]: { body: [link(earlierId, laterId)] }, ...answers } });
}

const also = /^Also 100010101010 · removed Tuesday · was 450, 435\s万 before \(▼\s5\s万\)/;
const again = /^Offered again as 100010121012 since yesterday for 430\s万/;
const lineOf = (text: RegExp) =>
  screen.queryAllByText((_, element) => element?.tagName === 'P' && text.test(element.textContent ?? ''));

describe('the row of a house that is linked', () => {
  it('names the other house, with its day and its prices, from one call for all rows', async () => {
    const { sent } = showRows();
    await waitFor(() => expect([lineOf(also), lineOf(again)].map(({ length }) => length)).toEqual([1, 1]));
    const { earlier, later } = link(earlierId, laterId);
    const addresses = [...lineOf(also), ...lineOf(again)].map((line) => line.querySelector('a')?.getAttribute('href'));
    expect(addresses).toEqual([earlier.url, later.url]);
    expect(sent.filter(({ call }) => call === relistings)).toHaveLength(1);
    // The later house has no versions of its own, and the history of the earlier one.
    expect(screen.getAllByRole('button', { name: 'history' })).toHaveLength(1);
  });

  it('has no line without a link, or when the links cannot be loaded', async () => {
    for (const answer of [{ body: [] }, { status: 500, body: { errorCode: 'internal', message: 'Broken.' } }]) {
      const { sent, unmount } = showRows({ [relistings]: answer });
      await waitFor(() => expect(sent.filter(({ call }) => call === relistings)).toHaveLength(1));
      expect(screen.queryByRole('button', { name: 'Separate' })).toBeNull();
      unmount();
    }
  });

  it('is separated at once, with the focus on its title, and joined again by Undo', async () => {
    const { sent } = showRows({ [separation]: { body: { separatedAt: 5000 } } });
    const [button] = await screen.findAllByRole('button', { name: 'Separate' });
    button?.focus();
    if (button) fireEvent.click(button);
    await waitFor(() => expect([...lineOf(also), ...lineOf(again)]).toEqual([]));
    expect(document.activeElement).toBe(screen.getByRole('link', { name: `House ${laterId}` }));
    expect(screen.getByText(`${earlierId} and ${laterId} are two flats now.`)).toBeTruthy();
    await act(async () => fireEvent.click(screen.getByRole('button', { name: /^Undo/ })));
    await waitFor(() => expect([...lineOf(also), ...lineOf(again)]).toHaveLength(2));
    expect(sent.filter(({ call }) => call === separation).map(({ body }) => body)).toEqual([
      { otherHouseId: earlierId, separated: true },
      { otherHouseId: earlierId, separated: false, asOf: 5000 },
    ]);
  });

  it('is not linked again by links that were asked for before', async () => {
    const other = { houseId: '100010131013', resblockId: '111111' };
    const late = Promise.withResolvers<{ body: unknown }>();
    const { sent, client } = showRows({
      [separation]: { body: { separatedAt: 5000 } },
      [`GET /api/ljmonitor/relistings?houseIds=${other.houseId}&resblockIds=111111`]: late.promise,
    });
    const [button] = await screen.findAllByRole('button', { name: 'Separate' });
    const links = client.fetchQuery(relistingsQuery(other));
    await waitFor(() => expect(sent).toHaveLength(2));
    if (button) fireEvent.click(button);
    await waitFor(() => expect([sent.length, client.isMutating()]).toEqual([3, 0]));
    late.resolve({ body: [link(earlierId, laterId)] });
    await links;
    await waitFor(() => expect(client.getQueryData(relistingsQuery(other).queryKey)).toEqual([]));
  });

  it('is linked again, and a toast says why, when it cannot be separated', async () => {
    showRows({ [separation]: { status: 500, body: { errorCode: 'internal', message: 'Broken.' } } });
    const [button] = await screen.findAllByRole('button', { name: 'Separate' });
    if (button) fireEvent.click(button);
    expect(await screen.findByText(/^Could not separate the houses\./)).toBeTruthy();
    expect([...lineOf(also), ...lineOf(again)]).toHaveLength(2);
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
  });
});

describe('the history of a house that was offered before', () => {
  it('goes on with the versions of the earlier house, the last of which is its removal', async () => {
    const earlier = house({ houseId: earlierId, title: 'By the first agency', price: 450, updateTime: 1000 });
    renderPart(<HouseHistory house={house({ houseId: laterId, title: 'By another agency', price: 430 })} />, {
      answers: {
        [`GET /api/ljmonitor/relistings?houseIds=${laterId}&resblockIds=111111`]: { body: [link(earlierId, laterId)] },
        [`GET /api/ljmonitor/house/${laterId}/history`]: { body: [] },
        [`GET /api/ljmonitor/house/${earlierId}/history`]: { body: [earlier] },
      },
    });
    const part = await screen.findByRole('region', { name: `Before, as ${earlierId}` });
    await waitFor(() => expect(part.querySelectorAll('li')).toHaveLength(2));
    expect([...part.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/435 万.*By the first agency.*Removed/),
      expect.stringMatching(/450 万.*By the first agency/),
    ]);
    expect(screen.getAllByText('Now')).toHaveLength(1);
  });
});
