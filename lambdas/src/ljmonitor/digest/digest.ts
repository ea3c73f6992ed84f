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

type ChangeKind = 'new' | 'cheaper' | 'removed';

interface DigestEntry {
  kind: ChangeKind;
  house: House;
}

/** The page shows the rest. */
const maxEntries = 30;

/** Composes one message about new houses, lower prices, removals and a first block. Returns undefined when nothing changed. */
export function composeDigest(summary: RefreshSummary, houseUrl: (houseId: string) => string): Digest | undefined {
  const { houses, resblocks, limiter, sinceMs, nowMs } = summary;
  const byId = new Map(resblocks.map((resblock) => [resblock.resblockId, resblock]));
  const entries = houses.flatMap((house) => {
    const kind = changeKindOf(house, byId.get(house.resblockId), sinceMs);
    return kind ? [{ kind, house }] : [];
  });
  const isBlocked = openedSince(limiter, sinceMs, nowMs);
  if (entries.length === 0 && !isBlocked) return undefined;

  const shown = entries.slice(0, maxEntries);
  const parts = resblocks.map(({ resblockId, name }) => [
    name || resblockId,
    ...shown.filter(({ house }) => house.resblockId === resblockId).map((entry) => lineOf(entry)),
  ]);
  function lineOf({ kind, house }: DigestEntry) {
    return `  ${labels[kind]}  ${priceText(kind, house)}  ${house.title}\n    ${houseUrl(house.houseId)}`;
  }
  const text = [
    ...(isBlocked ? [blockedText(limiter, nowMs)] : []),
    ...parts.filter(({ length }) => length > 1).map((lines) => lines.join('\n')),
    ...(entries.length > shown.length ? [`… and ${entries.length - shown.length} more on the page.`] : []),
  ];
  return { subject: subjectOf(entries, isBlocked), text: text.join('\n\n') };
}

function changeKindOf(house: House, resblock: TrackedResblock | undefined, sinceMs: number): ChangeKind | undefined {
  if (!resblock || house.updateTimeMs < sinceMs) return undefined;
  if (house.removed) return 'removed';
  if (house.createTimeMs === house.updateTimeMs) {
    // All houses of a community are new in its first reading, so the digest leaves them out.
    const { firstCompleteAtMs } = resblock;
    return firstCompleteAtMs !== null && house.createTimeMs > firstCompleteAtMs ? 'new' : undefined;
  }
  const [before, last] = house.prices.slice(-2);
  const isNow = last?.time === house.updateTimeMs;
  return before && last && isNow && last.price < before.price ? 'cheaper' : undefined;
}

const labels: Record<ChangeKind, string> = { new: 'NEW', cheaper: 'CHEAPER', removed: 'REMOVED' };

function priceText(kind: ChangeKind, { price, prices }: House): string {
  const before = prices.at(-2)?.price;
  return kind === 'cheaper' && before !== undefined ? `${price} 万 (was ${before} 万)` : `${price} 万`;
}

function blockedText({ breakerUntilMs, cause }: SiteLimiterState, nowMs: number): string {
  const reason = refusalReasons[cause ?? 'banned'];
  const hours = Math.ceil((breakerUntilMs - nowMs) / hourMs);
  return `${reason} Checks are paused for ${hours} hours. Nothing was removed, and the page shows when each community was last checked.`;
}

/** SNS takes ASCII subjects of at most 100 characters. */
function subjectOf(entries: readonly DigestEntry[], isBlocked: boolean): string {
  const count = (kind: ChangeKind) => entries.filter((entry) => entry.kind === kind).length;
  const counts = (['new', 'cheaper', 'removed'] as const)
    .map((kind) => ({ kind, count: count(kind) }))
    .filter((each) => each.count > 0)
    .map((each) => `${each.count} ${each.kind}`);
  return `LJMonitor: ${[...(isBlocked ? ['blocked by the listing site'] : []), ...counts].join(', ')}`;
}
