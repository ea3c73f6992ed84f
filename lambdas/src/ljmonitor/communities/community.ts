import type { Resblock, ResblockState } from 'shared-types/contract/ljmonitor';
import type { CommunityNames, SiteOrigin } from '../listing-site/site-adapter.ts';
import { type FirstReading, isBeforeExactReading } from './first-reading.ts';

/** A community that is tracked, and the state of its last readings. */
export interface TrackedResblock extends CommunityNames, FirstReading {
  resblockId: string;
  /** The site that the community is read from. Its sister site lists other houses under the same ids. */
  origin: SiteOrigin;
  /** The time at which the community was moved here from another site; null if it was never moved. */
  siteChangedAtMs: number | null;
  addedAtMs: number;
  houseCount: number;
  lastCompleteAtMs: number | null;
  /** The time at which a crawl that asked the site last ended, successfully or not. */
  lastReadAtMs: number | null;
  /** The user who handed in the pages of the last complete reading; null when the site itself was read. */
  lastCompleteBy: string | null;
  state: ResblockState;
  stateReason: string | null;
}

const noNames: CommunityNames = { name: '', districtName: '', bizcircleName: '' };

export const newResblock = (
  resblockId: string,
  names: CommunityNames | undefined,
  houseCount: number,
  now: Date,
  origin: SiteOrigin = null,
): TrackedResblock => ({
  ...(names ?? noNames),
  resblockId,
  origin,
  siteChangedAtMs: null,
  addedAtMs: now.getTime(),
  houseCount,
  lastCompleteAtMs: null,
  firstCompleteAtMs: null,
  unproven: null,
  lastReadAtMs: null,
  lastCompleteBy: null,
  state: 'NEW',
  stateReason: null,
});

/** Returns the names to store, or undefined when the page says nothing new. */
export const changedNames = (known: CommunityNames, read: CommunityNames | undefined): CommunityNames | undefined => {
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

/**
 * Returns the time before which only another site has shown the houses of the community, while its own site has not
 * shown all of them. It is undefined after that, and for a community that was never moved.
 */
export const otherSiteBeforeMs = (resblock: TrackedResblock) =>
  isBeforeExactReading(resblock) ? (resblock.siteChangedAtMs ?? undefined) : undefined;

/** A block ends the reading of the community that met it, so the next chance is not left out for it. */
export const wasReadRecently = ({ state, lastReadAtMs }: TrackedResblock, minIntervalMs: number, now: Date) =>
  state !== 'BLOCKED' && lastReadAtMs !== null && Math.abs(now.getTime() - lastReadAtMs) < minIntervalMs;

export const toWireResblock = (
  {
    addedAtMs: _added,
    siteChangedAtMs: _changed,
    lastReadAtMs: _read,
    firstCompleteAtMs: _first,
    unproven: _unproven,
    lastCompleteAtMs,
    lastCompleteBy: by,
    origin,
    ...same
  }: TrackedResblock,
  site: { resblockUrl(resblockId: string, origin?: SiteOrigin): string },
  userId: string,
): Resblock => ({
  ...same,
  url: site.resblockUrl(same.resblockId, origin),
  lastCompleteAt: lastCompleteAtMs,
  lastCompleteBy: by === null ? 'site' : by === userId ? 'you' : 'otherUser',
});
