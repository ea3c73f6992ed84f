import { describe, expect, it } from '@jest/globals';
import { hashKey, type InfiniteData, QueryClient } from '@tanstack/react-query';
import { isTold, mergePages, showTold } from 'web/layout/tabs/told-data';

interface Row {
  houseId: string;
  readTime: number | null;
}

const row = (houseId: string, readTime: number | null = null): Row => ({ houseId, readTime });
/** Each text has the ids of a page. */
const listOf = (...pages: string[]): InfiniteData<Row[]> => ({
  pages: pages.map((page) => page.split('').map((id) => row(id))),
  pageParams: pages.map((_, index) => (index === 0 ? null : row(pages[index - 1]?.at(-1) ?? ''))),
});
describe('the list of another tab', () => {
  it.each([
    { name: 'has the same pages', own: ['ab', 'cd'], told: ['ab', 'cd'], shown: ['ab', 'cd'] },
    { name: 'has loaded more', own: ['ab'], told: ['ab', 'cd', ''], shown: ['ab', 'cd', ''] },
    { name: 'has loaded less', own: ['ab', 'cd', 'ef'], told: ['ab'], shown: ['ab', 'cd', 'ef'] },
    { name: 'has lost a row', own: ['ab', 'cd', 'ef'], told: ['bc'], shown: ['bc', 'd', 'ef'] },
    { name: 'has lost the last row', own: ['ab', 'cd'], told: ['ab', 'c'], shown: ['ab', 'c'] },
    { name: 'has lost the last row of a page', own: ['ab', 'cd'], told: ['a'], shown: ['a', 'cd'] },
    { name: 'has a new row', own: ['ab', 'cd'], told: ['xa', 'b'], shown: ['xa', 'b', 'cd'] },
    { name: 'has moved a row to the top', own: ['ab', 'cd', 'ef'], told: ['da', 'bc'], shown: ['da', 'bc', 'ef'] },
    { name: 'ends before this one', own: ['ab', 'cd'], told: ['ab', ''], shown: ['ab', 'cd'] },
    { name: 'has not asked yet for its end', own: ['ab', ''], told: ['ab'], shown: ['ab', ''] },
    { name: 'has lost the last row of all', own: ['ab', ''], told: ['a'], shown: ['a', ''] },
    { name: 'has asked for its end', own: ['ab'], told: ['ab', ''], shown: ['ab', ''] },
    {
      name: 'has more below, and has not asked yet for its end',
      own: ['ab', ''],
      told: ['ab', 'c'],
      shown: ['ab', 'c'],
    },
    { name: 'has no row of this one', own: ['ab', 'cd'], told: ['xy'], shown: ['xy'] },
    { name: 'is empty', own: ['ab'], told: [''], shown: [''] },
    { name: 'fills this one, which is empty', own: [''], told: ['ab', 'c'], shown: ['ab', 'c'] },
  ])('$name', ({ own, told, shown }) => {
    const merged = mergePages(listOf(...own), listOf(...told));
    expect(merged.pages).toEqual(listOf(...shown).pages);
    expect(merged.pageParams).toHaveLength(shown.length);
    expect(merged.pageParams[0]).toBeNull();
  });
});

const houses = (order: string | null) => ['ljmonitor', 'houses', order];

function clientWith(queryKey: readonly unknown[], data: unknown, updatedAt = 100) {
  const client = new QueryClient();
  client.setQueryData(queryKey, data, { updatedAt });
  return client;
}

describe('the data of another tab', () => {
  const summary = ['ljmonitor', 'summary'];

  it('takes the place of an older one, and of no newer one', () => {
    const client = clientWith(summary, { unread: 5 });
    showTold(client, [{ queryKey: summary, data: { unread: 4 }, updatedAt: 200, isChange: true }], new Map());
    expect(client.getQueryState(summary)).toMatchObject({ data: { unread: 4 }, dataUpdatedAt: 200 });
    showTold(client, [{ queryKey: summary, data: { unread: 9 }, updatedAt: 150, isChange: true }], new Map());
    expect(client.getQueryData(summary)).toEqual({ unread: 4 });
  });

  it('is not kept by a tab that has not asked for it', () => {
    const client = new QueryClient();
    showTold(client, [{ queryKey: summary, data: { unread: 4 }, updatedAt: 200, isChange: true }], new Map());
    expect(client.getQueryCache().getAll()).toEqual([]);
  });

  it.each([
    { name: 'makes a tab ask again that was waiting for what has changed', isChange: true },
    { name: 'leaves a tab waiting that asks for the same, when nothing has changed', isChange: false },
  ])('$name', ({ isChange }) => {
    const client = clientWith(summary, { unread: 5 });
    void client.prefetchQuery({ queryKey: summary, queryFn: () => new Promise(() => {}), networkMode: 'always' });
    showTold(client, [{ queryKey: summary, data: { unread: 4 }, updatedAt: Date.now() + 1, isChange }], new Map());
    expect(client.getQueryState(summary)).toMatchObject({ data: { unread: 4 }, isInvalidated: isChange });
  });

  it('leaves a tab waiting that has asked since the change', () => {
    const client = clientWith(summary, { unread: 5 });
    void client.prefetchQuery({ queryKey: summary, queryFn: () => new Promise(() => {}), networkMode: 'always' });
    const told = { queryKey: summary, data: { unread: 4 }, updatedAt: 200, isChange: true };
    showTold(client, [told], new Map([[hashKey(summary), 200]]));
    expect(client.getQueryState(summary)).toMatchObject({ data: { unread: 4 }, isInvalidated: false });
  });

  it('shows a row in the lists of other orders and filters', () => {
    const client = clientWith(houses('price'), listOf('ab', 'c'));
    const told = { pages: [[row('c', 7), row('x', 7)]], pageParams: [null] };
    showTold(client, [{ queryKey: houses(null), data: told, updatedAt: 200, isChange: true }], new Map());
    expect(client.getQueryData(houses('price'))).toEqual({
      ...listOf('ab', 'c'),
      pages: [[row('a'), row('b')], [row('c', 7)]],
    });
  });
});

it('tells the data of the tools, and neither the messages of a conversation nor secrets of a sign-in', () => {
  expect([houses(null), ['stack', 'survival', 'detail'], ['chat', 'sessions'], ['auth', 'news']].map(isTold)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(
    [['chat', 'messages', '1'], ['chat', 'message', '1'], ['auth', 'googleInit'], ['session'], [1]].map(isTold),
  ).toEqual([false, false, false, false, false]);
});
