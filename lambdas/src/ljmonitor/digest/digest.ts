import type { Gate } from '../site-limiter/site-limiter.ts';
import { blockedFirstSince } from '../site-limiter/site-limiter.ts';
import type { House } from '../houses/house.ts';
import type { TrackedResblock } from '../communities/community.ts';

/** What happened in a refresh. */
export interface Happened {
  sinceMs: number;
  nowMs: number;
  /** All houses that changed since then, and maybe others. */
  houses: readonly House[];
  resblocks: readonly TrackedResblock[];
  gate: Gate;
}

export interface Digest {
  subject: string;
  text: string;
}

type Kind = 'new' | 'cheaper' | 'removed';

interface News {
  kind: Kind;
  house: House;
}

/** More than a person reads; the page has them all. */
const mostLines = 30;

/** One short message about what matters of a refresh: new houses, lower prices, removals, a first refusal. Or nothing. */
export function digestOf(happened: Happened, houseUrl: (houseId: string) => string): Digest | undefined {
  const { houses, resblocks, gate, sinceMs, nowMs } = happened;
  const byId = new Map(resblocks.map((resblock) => [resblock.resblockId, resblock]));
  const news = houses.flatMap((house) => {
    const kind = kindOf(house, byId.get(house.resblockId), sinceMs);
    return kind ? [{ kind, house }] : [];
  });
  const blocked = blockedFirstSince(gate, sinceMs, nowMs);
  if (news.length === 0 && !blocked) return undefined;

  const shown = news.slice(0, mostLines);
  const parts = resblocks.map(({ resblockId, name }) => [
    name || resblockId,
    ...shown.filter(({ house }) => house.resblockId === resblockId).map((each) => lineOf(each)),
  ]);
  function lineOf({ kind, house }: News) {
    return `  ${words[kind]}  ${priceOf(kind, house)}  ${house.title}\n    ${houseUrl(house.houseId)}`;
  }
  const text = [
    ...(blocked ? [blockWords(resblocks, gate, nowMs)] : []),
    ...parts.filter(({ length }) => length > 1).map((lines) => lines.join('\n')),
    ...(news.length > shown.length ? [`… and ${news.length - shown.length} more on the page.`] : []),
  ];
  return { subject: subjectOf(news, blocked), text: text.join('\n\n') };
}

function kindOf(house: House, resblock: TrackedResblock | undefined, sinceMs: number): Kind | undefined {
  if (!resblock || house.updateTimeMs < sinceMs) return undefined;
  if (house.removed) return 'removed';
  if (house.createTimeMs === house.updateTimeMs) {
    // Whoever adds a community knows that all its houses are new to the monitor.
    const { firstCompleteAtMs } = resblock;
    return firstCompleteAtMs !== null && house.createTimeMs > firstCompleteAtMs ? 'new' : undefined;
  }
  const [before, last] = house.prices.slice(-2);
  const isNow = last?.time === house.updateTimeMs;
  return before && last && isNow && last.price < before.price ? 'cheaper' : undefined;
}

const words: Record<Kind, string> = { new: 'NEW', cheaper: 'CHEAPER', removed: 'REMOVED' };

function priceOf(kind: Kind, { price, prices }: House): string {
  const before = prices.at(-2)?.price;
  return kind === 'cheaper' && before !== undefined ? `${price} 万 (was ${before} 万)` : `${price} 万`;
}

const hourMs = 3_600_000;

function blockWords(resblocks: readonly TrackedResblock[], { breakerUntilMs }: Gate, nowMs: number): string {
  const reason = resblocks.find(({ state }) => state === 'BLOCKED')?.stateReason ?? 'The site refused us.';
  const hours = Math.ceil((breakerUntilMs - nowMs) / hourMs);
  return `${reason} Reading is paused for ${hours} hours. Nothing was removed, and the page shows when each community was last read.`;
}

/** Plain letters only: the service takes no others, and no more than a hundred. */
function subjectOf(news: readonly News[], blocked: boolean): string {
  const count = (kind: Kind) => news.filter((each) => each.kind === kind).length;
  const counts = (['new', 'cheaper', 'removed'] as const)
    .map((kind) => ({ kind, count: count(kind) }))
    .filter((each) => each.count > 0)
    .map((each) => `${each.count} ${each.kind}`);
  return `LJMonitor: ${[...(blocked ? ['blocked by the site'] : []), ...counts].join(', ')}`;
}
