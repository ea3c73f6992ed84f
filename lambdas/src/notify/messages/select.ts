import type { NewsRules } from 'shared-types/rules/notify/news-rules';
import type { News, NewsGroup } from '../../platform/news/news.ts';

/** Returns the parts of news that a person wants to be told; empty for none. */
export function selectGroups(
  news: News,
  { userId, rules: { topics, communities }, nowMs }: { userId: string; rules: NewsRules; nowMs: number },
): NewsGroup[] {
  if (news.userId !== null && news.userId !== userId) return [];
  return news.groups
    .map((group) => {
      const isChosen = group.groupId === null || communities === null || communities.includes(group.groupId);
      return {
        ...group,
        entries: group.entries.filter(
          ({ topic, hiddenFrom = [], viewsOf = [], untilMs = Infinity }) =>
            topics.includes(topic) &&
            (isChosen || viewsOf.includes(userId)) &&
            !hiddenFrom.includes(userId) &&
            untilMs > nowMs,
        ),
        // The houses that had no room may be in no view.
        more: isChosen ? group.more : 0,
      };
    })
    .filter(({ entries }) => entries.length > 0);
}

/** Joins the groups of several news by their names: a community is told once in a message. */
export function joinGroups(groups: readonly NewsGroup[]): NewsGroup[] {
  const joined = new Map<string, NewsGroup>();
  for (const group of groups) {
    const key = `${group.groupId ?? ''} ${group.name}`;
    const before = joined.get(key);
    const entries = [...(before?.entries ?? []), ...group.entries];
    joined.set(key, { ...group, entries, more: group.more + (before?.more ?? 0) });
  }
  return [...joined.values()];
}
