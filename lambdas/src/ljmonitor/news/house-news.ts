import { hourMs } from 'shared-types/rules/time';
import type { NewsEntry, NewsGroup } from '../../platform/news/news.ts';
import type { TrackedResblock } from '../communities/community.ts';
import type { House } from '../houses/house.ts';
import { refusalReasons } from '../listing-site/site-adapter.ts';
import { openedSince } from '../site-limiter/circuit-breaker.ts';
import type { SiteLimiterState } from '../site-limiter/site-limiter.ts';
import { hasInView, type HouseReader } from './news-readers.ts';

/** The state after a refresh or a reading by hand. */
export interface ReadingSummary {
  sinceMs: number;
  nowMs: number;
  /** All houses that changed since `sinceMs`. Others are ignored. */
  houses: readonly House[];
  resblocks: readonly TrackedResblock[];
  limiter: SiteLimiterState;
  readers: readonly HouseReader[];
}

type HouseTopic = 'new' | 'cheaper' | 'returned' | 'removed';

/**
 * Returns the news about houses that are new, cheaper, back on offer or removed, by community, and about a first block.
 */
export function houseNews(summary: ReadingSummary, houseUrl: (house: House) => string): NewsGroup[] {
  const { houses, resblocks, limiter, sinceMs, nowMs, readers } = summary;
  const byId = new Map(resblocks.map((resblock) => [resblock.resblockId, resblock]));
  const entries = new Map<string, NewsEntry[]>();
  for (const house of houses) {
    const community = byId.get(house.resblockId);
    const topic = topicOf(house, community, sinceMs);
    if (!topic) continue;
    const { houseId, resblockId, title, price, prices } = house;
    const readersWho = (does: (reader: HouseReader) => boolean) => readers.filter(does).map(({ userId }) => userId);
    const hiddenFrom = readersWho(({ hidden }) => hidden.has(houseId));
    const viewsOf = readersWho((reader) => hasInView(reader, { house, topic, community: community?.name ?? '' }));
    const entry = {
      topic,
      title,
      ...(price !== null && { price }),
      url: houseUrl(house),
      ...(topic === 'cheaper' && { before: prices.at(-2)?.price }),
      ...(hiddenFrom.length > 0 && { hiddenFrom }),
      ...(viewsOf.length > 0 && { viewsOf }),
    };
    entries.set(resblockId, [...(entries.get(resblockId) ?? []), entry]);
  }
  const communities = resblocks.flatMap(({ resblockId, name }) => {
    const found = entries.get(resblockId);
    return found ? [{ groupId: resblockId, name: name || resblockId, entries: found, more: 0 }] : [];
  });
  return [...(openedSince(limiter, sinceMs, nowMs) ? [blockOf(limiter, nowMs)] : []), ...communities];
}

function topicOf(house: House, resblock: TrackedResblock | undefined, sinceMs: number): HouseTopic | undefined {
  if (!resblock || house.updateTimeMs < sinceMs || isOfNewSite(house, resblock)) return undefined;
  if (house.removed) return 'removed';
  if (house.createTimeMs === house.updateTimeMs) {
    // All houses of a community are new in its first reading, which is no news.
    const { firstCompleteAtMs } = resblock;
    return firstCompleteAtMs !== null && house.createTimeMs > firstCompleteAtMs ? 'new' : undefined;
  }
  if ((house.changeTimes.removed ?? 0) >= sinceMs) return 'returned';
  const [before, last] = house.prices.slice(-2);
  const isNow = last?.time === house.updateTimeMs;
  return before && last && isNow && last.price < before.price ? 'cheaper' : undefined;
}

/** Until another site has been read exactly, its houses differ from those of the former one, which is no news. */
const isOfNewSite = ({ updateTimeMs }: House, { siteChangedAtMs, firstCompleteAtMs }: TrackedResblock) =>
  siteChangedAtMs !== null && updateTimeMs >= siteChangedAtMs && updateTimeMs <= (firstCompleteAtMs ?? Infinity);

/** A site that asks for a sign-in got an expired cookie, or none. */
function blockOf({ breakerUntilMs, cause }: SiteLimiterState, nowMs: number): NewsGroup {
  const reason = refusalReasons[cause ?? 'banned'];
  const hours = Math.ceil((breakerUntilMs - nowMs) / hourMs);
  const title = `${reason} Checks are paused for ${hours} hours. Nothing was removed.`;
  return {
    groupId: null,
    name: '',
    entries: [{ topic: cause === 'login' ? 'signInNeeded' : 'blocked', title }],
    more: 0,
  };
}
