import { type NewsKind, newsKinds } from 'shared-types/rules/house-news';
import type { UnreadCount } from 'shared-types/contract/ljmonitor';
import { newsNames } from '../news-names.ts';

interface Chosen {
  /** An empty set means all communities. */
  resblockIds: ReadonlySet<string>;
  news: NewsKind | undefined;
}

type Counts = readonly Pick<UnreadCount, 'resblockId' | 'news'>[];

/** Returns the counts of the communities in view, by kind of news. The chosen kind has a count, even if it is 0. */
export function countByKind(counts: Counts = [], { resblockIds, news: chosen }: Chosen) {
  const inView = counts.filter(({ resblockId }) => resblockIds.size === 0 || resblockIds.has(resblockId));
  return newsKinds
    .map((kind) => ({ kind, count: inView.reduce((sum, { news }) => sum + (news[kind] ?? 0), 0) }))
    .filter(({ kind, count }) => count > 0 || kind === chosen)
    .map(({ kind, count }) => ({ kind, text: `${count} ${newsNames[kind]}` }));
}
