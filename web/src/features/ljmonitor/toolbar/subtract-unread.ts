import type { QueryClient } from '@tanstack/react-query';
import type { House } from 'shared-types/contract/ljmonitor';
import type { VisitNews } from 'shared-types/contract/monitor/visits';
import { type HouseNews, type NewsKind, newsKinds, newsOf, newsSince } from 'shared-types/rules/house-news';
import { summaryQuery } from '../queries.ts';
import { visitQuery } from '../visit/queries.ts';

/** Lowers the unread counts until the server has counted again. */
export function subtractUnread(client: QueryClient, read: House[]) {
  client.setQueryData(
    summaryQuery.queryKey,
    (summary) => summary && { ...summary, unreadByResblock: subtract(summary.unreadByResblock, read, newsOf) },
  );
  client.setQueryData(visitQuery.queryKey, (visit) => {
    const since = visit?.since ?? Infinity;
    const ofVisit = read.filter(({ updateTime }) => updateTime > since);
    return visit && { ...visit, news: subtract(visit.news, ofVisit, (house) => newsSince(house, since)) };
  });
}

function subtract<Count extends VisitNews['news'][number]>(
  counts: readonly Count[],
  read: readonly House[],
  newsIn: (house: House) => HouseNews[],
): Count[] {
  return counts.map((count) => {
    const houses = read.filter(({ resblockId }) => resblockId === count.resblockId);
    const kinds = houses.flatMap((house) => newsIn(house).map(({ kind }) => kind));
    const left = (kind: NewsKind) => (count.news[kind] ?? 0) - kinds.filter((each) => each === kind).length;
    const news = Object.fromEntries(newsKinds.filter((kind) => left(kind) > 0).map((kind) => [kind, left(kind)]));
    return { ...count, unread: count.unread - houses.length, news };
  });
}
