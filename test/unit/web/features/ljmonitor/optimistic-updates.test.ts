import { describe, expect, it } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import { type HousePages, mapHouse } from 'web/features/ljmonitor/houses/house-pages';
import { updateHousesAfterChange } from 'web/features/ljmonitor/optimistic-updates';
import { houseQueries } from 'web/features/ljmonitor/queries';
import { house } from './fixtures.ts';

const unread = house({ houseId: '1', readTime: null });
const read = mapHouse('1', (each) => ({ ...each, readTime: 9_000 }));
const pagesOf = (one: typeof unread): HousePages => ({ pages: [[one]], pageParams: [null] });

describe('a change that the server has made', () => {
  it('shows in every list, also in one whose first response is older and comes later', async () => {
    const client = new QueryClient();
    const [loaded, loading] = [
      [...houseQueries.queryKey, null],
      [...houseQueries.queryKey, { unread: 'true' }],
    ];
    client.setQueryData(loaded, pagesOf(unread));
    const { promise, resolve } = Promise.withResolvers<HousePages>();
    const arrived = client.fetchQuery({ queryKey: loading, queryFn: () => promise });
    updateHousesAfterChange(client, read);
    resolve(pagesOf(unread));
    await arrived;
    for (const queryKey of [loaded, loading])
      expect(client.getQueryData<HousePages>(queryKey)?.pages).toMatchObject([[{ readTime: 9_000 }]]);
    client.clear();
  });

  it('leaves a list alone that could not be loaded', async () => {
    const client = new QueryClient();
    const queryKey = [...houseQueries.queryKey, null];
    const loading = client.fetchQuery({ queryKey, queryFn: () => Promise.reject(new Error('no network')) });
    updateHousesAfterChange(client, read);
    await expect(loading).rejects.toThrow('no network');
    expect(client.getQueryData(queryKey)).toBeUndefined();
    client.clear();
  });
});
