import type { NewsRules } from 'shared-types/rules/notify/news-rules';
import type { NewsTopic } from 'shared-types/rules/notify/topics';
import type { News, NewsEntry, NewsGroup } from '../../platform/news/news.ts';

/** Returns the parts of news that a person wants to be told; empty for none. */
export function selectGroups(
  news: News,
  { userId, rules: { topics, cheaperBy, communities }, nowMs }: { userId: string; rules: NewsRules; nowMs: number },
): NewsGroup[] {
  if (news.userId !== null && news.userId !== userId) return [];
  return news.groups
    .map((group) => {
      const isChosen = group.groupId === null || communities === null || communities.includes(group.groupId);
      return {
        ...group,
        entries: group.entries.filter(
          (entry) =>
            topics.includes(entry.topic) &&
            hasFallenBy(cheaperBy, entry) &&
            (isChosen || (entry.viewsOf ?? []).includes(userId)) &&
            !(entry.hiddenFrom ?? []).includes(userId) &&
            (entry.untilMs ?? Infinity) > nowMs,
        ),
      };
    })
    .filter(({ entries }) => entries.length > 0);
}

/** Returns whether a price has fallen by this many percent, which one that has risen never has. Other news has no price to compare. */
const hasFallenBy = (percent: number, { topic, price = 0, before = price }: NewsEntry) =>
  topic !== 'cheaper' || (before - price) * 100 >= before * percent;

/** Joins the groups of several news by their names: a community is told once in a message. */
export function joinGroups(groups: readonly NewsGroup[]): NewsGroup[] {
  const joined = new Map<string, NewsGroup>();
  for (const group of groups) {
    const key = `${group.groupId ?? ''} ${group.name}`;
    const before = joined.get(key);
    const entries = [...(before?.entries ?? []), ...group.entries];
    joined.set(key, { ...group, entries });
  }
  return [...joined.values()];
}

/** What a server says of itself, which is over when it stops. */
const runningTopics: readonly NewsTopic[] = ['serverUp', 'firstPlayer', 'serverStopping', 'serverSilent'];

/**
 * Leaves out what servers told of themselves before they stopped or came up again. A stop is stored as being up that is over from the
 * beginning. The news is in the order of its times.
 */
export function leaveOutStopped(news: readonly News[]): News[] {
  const sinceMs = new Map<string | undefined, number>();
  for (const { groups, atMs } of news)
    for (const { topic, url } of groups.flatMap(({ entries }) => entries))
      if (topic === 'serverUp') sinceMs.set(url, atMs);
  return news.map(({ groups, ...each }) => ({
    ...each,
    groups: groups.map(({ entries, ...group }) => ({
      ...group,
      entries: entries.filter(
        ({ topic, url }) => !runningTopics.includes(topic) || each.atMs >= (sinceMs.get(url) ?? 0),
      ),
    })),
  }));
}

/**
 * Leaves one entry of each house, in the last news about it: what has changed since the first. A house that went and came back
 * at its price has not changed. A house that is new or back, which the person does not hear of, may still be cheaper. The news is in
 * the order of its times.
 */
export function joinHouses(news: readonly News[], topics: readonly NewsTopic[]): News[] {
  const ofMonitor = news.filter(({ tool }) => tool === 'ljmonitor').flatMap(({ groups }) => groups);
  const byHouse = Map.groupBy(
    ofMonitor
      .flatMap(({ entries }) => entries)
      // A sale that the person does not hear of must not hide the removal, which is told then.
      .filter(({ topic, houseId }) => houseId !== undefined && (topic !== 'sold' || topics.includes('sold'))),
    ({ houseId }) => houseId,
  );
  const join = (entry: NewsEntry) => {
    const all = byHouse.get(entry.houseId) ?? [];
    if ((all.at(-1) ?? entry) !== entry) return [];
    const soldAt = all.findLastIndex(({ topic }) => topic === 'sold');
    const since = all.slice(soldAt + 1);
    // A sale says more than the removal before or after it, until the house is back on offer.
    const sold = since.some(({ topic }) => topic === 'returned') ? undefined : all[soldAt];
    // A rise takes back what is told before it only.
    const [first = entry] = since.slice(since.findIndex((each) => hasFallenBy(0, each)));
    return sold ?? changeBetween(first, entry, topics) ?? [];
  };
  return news.map(({ groups, ...each }) => ({
    ...each,
    groups: groups.map((group) => ({ ...group, entries: group.entries.flatMap(join) })),
  }));
}

/** Returns what has changed of a house from before the first entry to after the last one; undefined for nothing. */
function changeBetween(first: NewsEntry, last: NewsEntry, topics: readonly NewsTopic[]): NewsEntry | undefined {
  if (first === last) return last;
  const { before: _, ...now } = last;
  const before = first.before ?? first.price;
  if (last.topic === 'removed') return first.topic === 'returned' ? undefined : now;
  if (first.topic === 'new' && topics.includes('new')) return { ...now, topic: 'new' };
  if (first.topic === 'returned' && topics.includes('returned'))
    return { ...now, topic: 'returned', ...(before !== now.price && { before }) };
  return before !== undefined && now.price !== undefined && now.price < before
    ? { ...now, topic: 'cheaper', before }
    : undefined;
}
