/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { useInfiniteQuery } from '@tanstack/react-query';
import { act, waitFor } from '@testing-library/react';
import { housesQuery } from 'web/features/ljmonitor/house-list-queries';
import { houseQueries } from 'web/features/ljmonitor/queries';
import { renderPart } from '../../../../support/browser/render.tsx';
import { house } from './fixtures.ts';

const first = '/api/ljmonitor/house';
const after = (time: number, id: string) => `GET ${first}?fromUpdateTime=${time}&fromHouseId=${id}`;
const at = (updateTime: number) => house({ houseId: `id-${updateTime}`, updateTime });

/** Three loaded pages of two houses each, and the empty one that ends the list. */
const pages = {
  [`GET ${first}`]: { body: [at(60), at(50)] },
  [after(50, 'id-50')]: { body: [at(40), at(30)] },
  [after(30, 'id-30')]: { body: [at(20), at(10)] },
  [after(10, 'id-10')]: { body: [] },
};

function List() {
  const { data, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery(housesQuery(null));
  return (
    <button type="button" disabled={isFetching || !hasNextPage} onClick={() => void fetchNextPage()}>
      {data?.pages.flat().map(({ houseId }) => `${houseId} `)}
    </button>
  );
}

async function loadedList() {
  const answers: Record<string, { body: unknown }> = { ...pages };
  const view = renderPart(<List />, { answers });
  const button = view.getByRole('button');
  for (const [index] of Object.keys(pages).entries()) {
    await waitFor(() => expect(view.sent).toHaveLength(index + 1));
    if (index === 3) break;
    await waitFor(() => expect(button).toHaveProperty('disabled', false));
    act(() => button.click());
  }
  const text = 'id-60 id-50 id-40 id-30 id-20 id-10 ';
  await waitFor(() => expect(button.textContent).toBe(text));
  view.sent.length = 0;
  const list = { ...houseQueries, type: 'active' } as const;
  return { ...view, answers, button, list, calls: () => view.sent.map(({ call }) => call) };
}

describe('a refetch of a list of houses', () => {
  it('asks for the first page only, however much is loaded', async () => {
    const { client, list, calls, button } = await loadedList();
    await act(() => client.refetchQueries(list));
    expect(calls()).toEqual([`GET ${first}`]);
    expect(button.textContent).toBe('id-60 id-50 id-40 id-30 id-20 id-10 ');
  });

  it('asks for further pages until it meets the loaded houses', async () => {
    const { client, list, calls, button, answers } = await loadedList();
    answers[`GET ${first}`] = { body: [at(90), at(80)] };
    answers[after(80, 'id-80')] = { body: [at(70), at(60)] };
    await act(() => client.refetchQueries(list));
    expect(calls()).toEqual([`GET ${first}`, after(80, 'id-80')]);
    await waitFor(() => expect(button.textContent).toBe('id-90 id-80 id-70 id-60 id-50 id-40 id-30 '));
  });

  it('asks for all pages when the list is invalidated, because a house may have come back to its old place', async () => {
    const { client, list, calls } = await loadedList();
    await act(() => client.invalidateQueries(list));
    expect(calls()).toEqual(Object.keys(pages));
  });
});
