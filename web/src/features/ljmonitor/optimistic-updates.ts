import type { Query, QueryClient } from '@tanstack/react-query';
import type { House, UnreadCount } from 'shared-types/contract/ljmonitor';
import { type NewsKind, newsKinds, newsOf } from 'shared-types/rules/house-news';
import type { HousePages, mapHouses } from './houses/house-pages.ts';
import { houseQueries, summaryQuery } from './queries.ts';

export const hasData = ({ state }: Query) => state.data !== undefined;

type HouseUpdate = ReturnType<typeof mapHouses>;

/** Updates every list of houses in the cache. */
export const updateHouses = (client: QueryClient, update: HouseUpdate) =>
  client.setQueriesData<HousePages>({ queryKey: houseQueries.queryKey }, update);

/** Updates every list before the server answers. Cancels running refetches, which would bring the old state back. */
export async function updateHousesOptimistically(client: QueryClient, update: HouseUpdate) {
  // A first load continues: nothing would start it again.
  await client.cancelQueries({ ...houseQueries, predicate: hasData });
  updateHouses(client, update);
}

/** Lowers the unread counts until the server has counted again. */
export const subtractUnread = (client: QueryClient, read: House[]) =>
  client.setQueryData(
    summaryQuery.queryKey,
    (summary) =>
      summary && {
        ...summary,
        unreadByResblock: summary.unreadByResblock.map((count) =>
          subtractFrom(
            count,
            read.filter(({ resblockId }) => resblockId === count.resblockId),
          ),
        ),
      },
  );

function subtractFrom(count: UnreadCount, read: House[]): UnreadCount {
  const kinds = read.flatMap((house) => newsOf(house).map(({ kind }) => kind));
  const left = (kind: NewsKind) => (count.news[kind] ?? 0) - kinds.filter((each) => each === kind).length;
  const news = Object.fromEntries(newsKinds.filter((kind) => left(kind) > 0).map((kind) => [kind, left(kind)]));
  return { ...count, unread: count.unread - read.length, news };
}
