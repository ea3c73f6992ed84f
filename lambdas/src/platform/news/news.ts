import { shareLines } from 'shared-types/rules/notify/share-lines';
import type { NewsTool, NewsTopic, Sentence } from 'shared-types/rules/notify/topics';

/** The findings of a tool at one time. Every channel of a person is told them once. */
export interface News {
  /** The same news has the same id, however often it is told. */
  newsId: string;
  tool: NewsTool;
  /** The person whom it concerns; null for everyone. */
  userId: string | null;
  atMs: number;
  /** The time at which its findings begin, where a page can leave out earlier ones. */
  sinceMs?: number | undefined;
  groups: NewsGroup[];
}

export interface NewsGroup {
  /** The community; null where the rules of people know no such choice. */
  groupId: string | null;
  /** The heading: a community or a server. */
  name: string;
  entries: NewsEntry[];
  /** The number of entries that had no room. */
  more: number;
}

/** The refusals of the listing site after which it is not asked for some hours. */
export const pauseReasons = ['blocked', 'login', 'banned', 'throttled'] as const;

/** What has become of a channel that failed: it waits for a test, for its person to remove it, or it is removed. */
export const channelEnds = ['paused', 'gone', 'removed'] as const;

/** Why something has happened. A message says it in the language and the time zone of its reader, at the time of sending. */
export type NewsCause =
  | { kind: 'sitePaused'; refusal: (typeof pauseReasons)[number]; untilMs: number }
  | { kind: 'actionFailed'; action: 'START' | 'STOP' | 'RESTART' }
  /** A service has sentences of its own. */
  | { kind: 'channelFailed'; problem: Sentence; end: (typeof channelEnds)[number] };

export interface NewsEntry {
  topic: NewsTopic;
  /** A text that is the same in every language: that of a listing, an address, or the words of another service. */
  title: string;
  cause?: NewsCause | undefined;
  /** In 万元. */
  price?: number | undefined;
  /** The price before. */
  before?: number | undefined;
  /** An address of the listing site, or a path of this site. */
  url?: string | undefined;
  /** The time at which it happened, where a message names it. */
  atMs?: number | undefined;
  /** The time from which this is no news any more. */
  untilMs?: number | undefined;
  /** The people who have hidden the house. */
  hiddenFrom?: string[] | undefined;
  /** The people who have chosen a saved view that has the house. */
  viewsOf?: string[] | undefined;
}

const maxEntries = 600;
/** An item of DynamoDB has 400 KB. How many an entry needs depends on the number of people whose views have it. */
const maxBytes = 380_000;
const maxTitle = 80;
/** The only entry of a news has room for a reason. */
const maxOnlyTitle = 300;

const isInView = ({ viewsOf = [] }: NewsEntry) => viewsOf.length > 0;

/** Leaves out what an item has no room for, and counts it. Houses that somebody's view has are kept before others. */
export function packGroups(groups: readonly NewsGroup[]): NewsGroup[] {
  let most = maxEntries;
  let packed = packUpTo(most, groups);
  while (most > 1 && Buffer.byteLength(JSON.stringify(packed)) > maxBytes) {
    most = Math.floor(most * 0.8);
    packed = packUpTo(most, groups);
  }
  return packed;
}

function packUpTo(most: number, groups: readonly NewsGroup[]): NewsGroup[] {
  const shares = shareLines(
    groups.map(({ entries }) => entries.length),
    most,
  );
  const longest = groups.length === 1 && groups[0]?.entries.length === 1 ? maxOnlyTitle : maxTitle;
  return groups.map(({ name, entries, more, ...group }, index) => {
    const first = new Set(
      entries.toSorted((one, other) => Number(isInView(other)) - Number(isInView(one))).slice(0, shares[index]),
    );
    const kept = entries
      .filter((entry) => first.has(entry))
      .map((entry) => ({ ...entry, title: beginningOf(entry.title, longest) }));
    return { ...group, name: beginningOf(name, maxTitle), entries: kept, more: more + entries.length - kept.length };
  });
}

/** Cuts between characters, not inside one. */
const beginningOf = (title: string, most: number) => new RegExp(`^.{0,${most}}`, 'su').exec(title)?.[0] ?? '';
