import type { Resblock, ResblockState } from 'shared-types/contract/ljmonitor';
import type { Ending, Outcome } from '../refresh/crawl.ts';
import type { Names } from '../listing-site/site-adapter.ts';

/** A community that is tracked, and what is known of its last readings. */
export interface TrackedResblock extends Names {
  resblockId: string;
  addedAtMs: number;
  houseCount: number;
  lastCompleteAtMs: number | null;
  /** Houses that came later are news. */
  firstCompleteAtMs: number | null;
  /** When a crawl of it last asked the site and came to an end, whatever the end. */
  lastReadAtMs: number | null;
  state: ResblockState;
  stateReason: string | null;
}

export const resblockStates: readonly ResblockState[] = ['NEW', 'OK', 'BLOCKED', 'INCOMPLETE', 'FAILED'];

const noNames: Names = { name: '', districtName: '', bizcircleName: '' };

export const newResblock = (resblockId: string, names: Names | undefined, houseCount: number, now: Date) => ({
  ...(names ?? noNames),
  resblockId,
  addedAtMs: now.getTime(),
  houseCount,
  lastCompleteAtMs: null,
  firstCompleteAtMs: null,
  lastReadAtMs: null,
  state: 'NEW' as const,
  stateReason: null,
});

/** What a page may have taught us that the community's row does not say yet. */
export const newNames = (known: Names, read: Names | undefined): Names | undefined => {
  if (!read) return undefined;
  const { name, districtName, bizcircleName } = known;
  const names = {
    name: read.name || name,
    districtName: read.districtName || districtName,
    bizcircleName: read.bizcircleName || bizcircleName,
  };
  const isSame = names.name === name && names.districtName === districtName && names.bizcircleName === bizcircleName;
  return isSame ? undefined : names;
};

/** Read so lately that the site need not be asked again. */
export const isFresh = ({ lastReadAtMs }: TrackedResblock, minIntervalMs: number, now: Date) =>
  lastReadAtMs !== null && Math.abs(now.getTime() - lastReadAtMs) < minIntervalMs;

const stateAfter: Record<Outcome, ResblockState> = {
  OK: 'OK',
  OK_EMPTY: 'OK',
  BLOCKED: 'BLOCKED',
  INCOMPLETE: 'INCOMPLETE',
  FAILED: 'FAILED',
  GONE: 'FAILED',
};

/** How a community stands after a crawl of it. Whoever was kept away by the breaker has not read it. */
export function afterCrawl(
  before: TrackedResblock,
  { outcome, reason }: Ending,
  { houseCount, asked }: { houseCount: number; asked: boolean },
  now: Date,
): TrackedResblock {
  const nowMs = now.getTime();
  const state = stateAfter[outcome];
  return {
    ...before,
    houseCount,
    state,
    stateReason: reason,
    lastReadAtMs: asked ? nowMs : before.lastReadAtMs,
    lastCompleteAtMs: state === 'OK' ? nowMs : before.lastCompleteAtMs,
    firstCompleteAtMs: before.firstCompleteAtMs ?? (state === 'OK' ? nowMs : null),
  };
}

export const asResblock = (
  { addedAtMs: _added, lastReadAtMs: _read, firstCompleteAtMs: _first, lastCompleteAtMs, ...same }: TrackedResblock,
  site: { resblockUrl(resblockId: string): string },
): Resblock => ({
  ...same,
  url: site.resblockUrl(same.resblockId),
  lastCompleteAt: lastCompleteAtMs,
});
