import type { HouseCommunity } from 'shared-types/contract/monitor/pages';
import { minuteMs } from 'shared-types/rules/time';
import { type HousePage, refusalReasons, type SiteAnswer, type SiteOrigin } from '../listing-site/site-adapter.ts';
import type { SiteSignal } from '../site-limiter/circuit-breaker.ts';

/** A house on one site. Its link does not tell its community. */
export interface HousePlace {
  houseId: string;
  origin: SiteOrigin;
}

/** The search for the community of a house. The worker reads the page of the house, as it reads all pages. */
export interface HouseLookup extends HousePlace, HouseCommunity {
  /** Names the attempt, so that the result of an earlier one does not end a later one. */
  lookupId: string;
  startedAtMs: number;
}

/** A lookup that takes longer has failed, or waits behind too many other requests. */
const maxLookupMs = 2 * minuteMs;

export const isExpired = ({ state, startedAtMs }: HouseLookup, now: Date) =>
  state === 'waiting' && Math.abs(now.getTime() - startedAtMs) > maxLookupMs;

export const newHouseLookup = (place: HousePlace, lookupId: string, now: Date): HouseLookup => ({
  ...place,
  lookupId,
  startedAtMs: now.getTime(),
  state: 'waiting',
  resblockId: null,
  reason: null,
});

export const foundCommunity = (resblockId: string): HouseCommunity => ({ state: 'found', resblockId, reason: null });

/** The user's own browser shows what the site does not show to the monitor. */
const wayRound = 'Open the house in your browser and use the link of its community.';

export const refusedLookup = (reason: string): HouseCommunity => ({
  state: 'refused',
  resblockId: null,
  reason: `${reason} ${wayRound}`,
});

export const expiredLookup = refusedLookup('The listing site did not respond in time.');

/** Returns the result of a lookup, and what its answer tells the circuit breaker. */
export function resultOf(
  answer: SiteAnswer<HousePage>,
  houseId: string,
): { found: HouseCommunity; signal: SiteSignal } {
  if (answer.kind === 'notFound')
    return { found: refusedLookup('The listing site does not have this house.'), signal: 'unknown' };
  if (answer.kind === 'failed') return { found: refusedLookup(answer.reason), signal: 'unknown' };
  const refusal = answer.kind === 'refused' ? answer.refusal : answer.page.class;
  if (refusal !== 'house' && refusal !== 'unknown') {
    const signal = refusal === 'redirected' ? 'unknown' : refusal;
    return { found: refusedLookup(refusalReasons[refusal]), signal };
  }
  const page = answer.kind === 'page' ? answer.page : undefined;
  const isAsked = page?.houseId === undefined || page.houseId === houseId;
  if (page?.resblockId === undefined || !isAsked)
    return { found: refusedLookup('The page of the house does not name its community.'), signal: 'unknown' };
  return { found: foundCommunity(page.resblockId), signal: 'ok' };
}
