import { hourMs } from 'shared-types/rules/time';
import type { TrackedResblock } from '../communities/community.ts';
import type { House } from '../houses/house.ts';
import { refusalReasons } from '../listing-site/site-adapter.ts';
import { openedSince } from '../site-limiter/circuit-breaker.ts';
import type { SiteLimiterState } from '../site-limiter/site-limiter.ts';

/** The state after a refresh. */
export interface RefreshSummary {
  sinceMs: number;
  nowMs: number;
  /** All houses that changed since `sinceMs`. Others are ignored. */
  houses: readonly House[];
  resblocks: readonly TrackedResblock[];
  limiter: SiteLimiterState;
}

export interface Digest {
  subject: string;
  text: string;
}

type ChangeKind = 'new' | 'cheaper' | 'returned' | 'removed';

interface DigestEntry {
  kind: ChangeKind;
  house: House;
}

/** The number of houses in a digest. The page shows the rest. */
const maxEntries = 30;

/**
 * Composes one message about houses that are new, cheaper, back on offer or removed, and about a first block. Returns
 * undefined when nothing changed.
 */
export function composeDigest(summary: RefreshSummary, houseUrl: (house: House) => string): Digest | undefined {
  const { houses, resblocks, limiter, sinceMs, nowMs } = summary;
  const byId = new Map(resblocks.map((resblock) => [resblock.resblockId, resblock]));
  const entries = houses.flatMap((house) => {
    const kind = changeKindOf(house, byId.get(house.resblockId), sinceMs);
    return kind ? [{ kind, house }] : [];
  });
  const isBlocked = openedSince(limiter, sinceMs, nowMs);
  if (entries.length === 0 && !isBlocked) return undefined;

  const sections = resblocks
    .map(({ resblockId, name }) => ({
      name: name || resblockId,
      entries: entries.filter(({ house }) => house.resblockId === resblockId),
    }))
    .filter((section) => section.entries.length > 0);
  const shares = shareLines(sections.map((section) => section.entries.length));
  const text = [
    ...(isBlocked ? [blockedText(limiter, nowMs)] : []),
    ...sections.map((section, index) => sectionText(section, shares[index] ?? 0, houseUrl)),
  ];
  return { subject: subjectOf(entries, isBlocked), text: text.join('\n\n') };
}

interface Section {
  name: string;
  entries: readonly DigestEntry[];
}

function sectionText({ name, entries }: Section, count: number, houseUrl: (house: House) => string): string {
  const lines = entries
    .slice(0, count)
    .map(({ kind, house }) => `  ${labels[kind]}  ${priceText(kind, house)}  ${house.title}\n    ${houseUrl(house)}`);
  const more = entries.length - lines.length;
  return [name, ...lines, ...(more > 0 ? [`  … and ${more} more on the page.`] : [])].join('\n');
}

/**
 * Shares the lines of a digest among the communities by their numbers of entries. One with much news does not push out the
 * others: each has at least one line.
 */
function shareLines(counts: readonly number[]): number[] {
  let left = Math.max(maxEntries, counts.length);
  const shares = counts.map(() => 0);
  const byCount = counts.map((count, index) => ({ count, index })).toSorted((one, other) => one.count - other.count);
  for (const [place, { count, index }] of byCount.entries()) {
    const share = Math.min(count, Math.floor(left / (byCount.length - place)));
    shares[index] = share;
    left -= share;
  }
  return shares;
}

function changeKindOf(house: House, resblock: TrackedResblock | undefined, sinceMs: number): ChangeKind | undefined {
  if (!resblock || house.updateTimeMs < sinceMs || isOfNewSite(house, resblock)) return undefined;
  if (house.removed) return 'removed';
  if (house.createTimeMs === house.updateTimeMs) {
    // All houses of a community are new in its first reading, so the digest leaves them out.
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

const labels: Record<ChangeKind, string> = { new: 'NEW', cheaper: 'CHEAPER', returned: 'BACK', removed: 'REMOVED' };

function priceText(kind: ChangeKind, { price, prices }: House): string {
  const before = prices.at(-2)?.price;
  return kind === 'cheaper' && before !== undefined ? `${price} 万 (was ${before} 万)` : `${price} 万`;
}

function blockedText({ breakerUntilMs, cause }: SiteLimiterState, nowMs: number): string {
  const reason = refusalReasons[cause ?? 'banned'];
  const hours = Math.ceil((breakerUntilMs - nowMs) / hourMs);
  return `${reason} Checks are paused for ${hours} hours. Nothing was removed, and the page shows when each community was last checked.`;
}

const subjectWords: Record<ChangeKind, string> = {
  new: 'new',
  cheaper: 'cheaper',
  returned: 'back',
  removed: 'removed',
};

/** SNS takes ASCII subjects of at most 100 characters. */
function subjectOf(entries: readonly DigestEntry[], isBlocked: boolean): string {
  const counts = (['new', 'cheaper', 'returned', 'removed'] as const)
    .map((kind) => ({ kind, count: entries.filter((entry) => entry.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${count} ${subjectWords[kind]}`);
  return `LJMonitor: ${[...(isBlocked ? ['blocked by the listing site'] : []), ...counts].join(', ')}`;
}
