import type { NewsEntry, NewsGroup } from '../../platform/news/news.ts';
import type { TrackedResblock } from '../communities/community.ts';
import type { House } from '../houses/house.ts';
import { openedSince } from '../site-limiter/circuit-breaker.ts';
import type { SiteLimiterState } from '../site-limiter/site-limiter.ts';
import { hasInView, type HouseReader } from './news-readers.ts';

/**
 * A house as it was when news was told last, or in the first complete reading of its community if that was later, and as it is told
 * now. Undefined: it was not known then.
 */
export interface ToldHouse {
  before: House | undefined;
  house: House;
}

/** The state after a refresh or a reading by hand, and what was told last. */
export interface ReadingSummary {
  sinceMs: number;
  nowMs: number;
  houses: readonly ToldHouse[];
  resblocks: readonly TrackedResblock[];
  limiter: SiteLimiterState;
  readers: readonly HouseReader[];
}

type HouseTopic = 'new' | 'cheaper' | 'returned' | 'removed';

/**
 * Returns the news about houses that are new, cheaper, back on offer or removed, by community, and about a first block. A house is
 * compared with what was told of it last, whatever happened in between. A rise of a price has the topic of lower prices. It is told
 * to nobody, and takes back a fall that a person has not been told yet.
 */
export function houseNews(summary: ReadingSummary, houseUrl: (house: House) => string): NewsGroup[] {
  const { houses, resblocks, limiter, sinceMs, nowMs, readers } = summary;
  const byId = new Map(resblocks.map((resblock) => [resblock.resblockId, resblock]));
  const entries = new Map<string, NewsEntry[]>();
  for (const { before, house } of houses) {
    const community = byId.get(house.resblockId);
    const topic = community && topicOf(before, house, community);
    if (!topic) continue;
    const { houseId, resblockId, title, price } = house;
    const priceBefore = topic === 'cheaper' || topic === 'returned' ? before?.price : null;
    const readersWho = (does: (reader: HouseReader) => boolean) => readers.filter(does).map(({ userId }) => userId);
    const hiddenFrom = readersWho(({ hidden }) => hidden.has(houseId));
    // A list of cheaper houses has one that is back at a lower price, too.
    const topics: HouseTopic[] = topic === 'returned' && isCheaper(before, house) ? [topic, 'cheaper'] : [topic];
    const viewsOf = readersWho((reader) => hasInView(reader, { house, topics, community, nowMs }));
    const entry = {
      topic,
      title,
      ...(price !== null && { price }),
      houseId,
      url: houseUrl(house),
      ...(typeof priceBefore === 'number' && priceBefore !== price && { before: priceBefore }),
      ...(hiddenFrom.length > 0 && { hiddenFrom }),
      ...(viewsOf.length > 0 && { viewsOf }),
    };
    entries.set(resblockId, [...(entries.get(resblockId) ?? []), entry]);
  }
  const communities = resblocks.flatMap(({ resblockId, name }) => {
    const found = entries.get(resblockId);
    return found ? [{ groupId: resblockId, name: name || resblockId, entries: found }] : [];
  });
  return [...(openedSince(limiter, sinceMs, nowMs) ? [blockOf(limiter)] : []), ...communities];
}

function topicOf(before: House | undefined, house: House, resblock: TrackedResblock): HouseTopic | undefined {
  if (isOfNewSite(house, resblock)) return undefined;
  if (house.removed) return before?.removed ? undefined : 'removed';
  if (!before) {
    // All houses of a community are new in its first reading, which is no news.
    const { firstCompleteAtMs } = resblock;
    return firstCompleteAtMs !== null && house.createTimeMs > firstCompleteAtMs ? 'new' : undefined;
  }
  if (before.removed) return 'returned';
  return house.price !== null && before.price !== null && house.price !== before.price ? 'cheaper' : undefined;
}

const isCheaper = (before: House | undefined, { price }: House) =>
  price !== null && typeof before?.price === 'number' && price < before.price;

/** Until another site has been read exactly, its houses differ from those of the former one, which is no news. */
const isOfNewSite = ({ updateTimeMs }: House, { siteChangedAtMs, firstCompleteAtMs }: TrackedResblock) =>
  siteChangedAtMs !== null && updateTimeMs >= siteChangedAtMs && updateTimeMs <= (firstCompleteAtMs ?? Infinity);

/** A site that asks for a sign-in got an expired cookie, or none. */
function blockOf({ breakerUntilMs: untilMs, cause: refusal }: SiteLimiterState): NewsGroup {
  const cause = { kind: 'sitePaused', refusal: refusal ?? 'banned', untilMs } as const;
  const topic = refusal === 'login' ? 'signInNeeded' : 'blocked';
  return { groupId: null, name: '', entries: [{ topic, title: '', cause }] };
}
