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
}

/** The refusals of the listing site after which it is not asked for some hours. */
export const pauseReasons = ['blocked', 'login', 'banned', 'throttled'] as const;

/** What has become of a channel that failed: it waits for a test, for its person to remove it, or it is removed. */
export const channelEnds = ['paused', 'gone', 'removed'] as const;

/** Why something has happened. A message says it in the language and the time zone of its reader, at the time of sending. */
export type NewsCause =
  | { kind: 'sitePaused'; refusal: (typeof pauseReasons)[number]; untilMs: number }
  | { kind: 'actionFailed'; action: 'START' | 'STOP' | 'RESTART' }
  /** The sentence is the one that the conversation shows, which is in English. */
  | { kind: 'answerFailed'; sentence: string }
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
  houseId?: string | undefined;
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

/** An item of DynamoDB has 400 KB. */
const maxBytes = 380_000;
const maxTitle = 80;
/** The only entry of a news has room for a reason. */
const maxOnlyTitle = 300;

/**
 * Divides the groups of news among items. Mostly one has room for all. Nothing is left out: what each person wants to hear is not
 * known before the news is handed out, and may be any few of many entries.
 */
export function packGroups(groups: readonly NewsGroup[]): NewsGroup[][] {
  const longest = groups.length === 1 && groups[0]?.entries.length === 1 ? maxOnlyTitle : maxTitle;
  let item: NewsGroup[] = [];
  const items = [item];
  let used = 0;
  for (const { entries, ...rest } of groups) {
    const heading = { ...rest, name: beginningOf(rest.name, maxTitle) };
    let group: NewsGroup | undefined;
    for (const { title, ...entry } of entries) {
      const cut = { ...entry, title: beginningOf(title, longest) };
      const bytes = bytesOf(cut);
      if (!group || used + bytes > maxBytes) {
        if (used + bytesOf(heading) + bytes > maxBytes) {
          item = [];
          items.push(item);
          used = 0;
        }
        group = { ...heading, entries: [] };
        item.push(group);
        used += bytesOf(heading);
      }
      group.entries.push(cut);
      used += bytes;
    }
  }
  return items;
}

/** What JSON puts around a text is longer than what DynamoDB counts. */
const bytesOf = (part: object) => Buffer.byteLength(JSON.stringify(part));

/** Cuts between characters, not inside one. */
const beginningOf = (title: string, most: number) => new RegExp(`^.{0,${most}}`, 'su').exec(title)?.[0] ?? '';
