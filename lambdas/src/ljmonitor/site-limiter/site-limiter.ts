import { remainingMs } from '../../platform/remaining-time.ts';
import {
  type CircuitBreakerState,
  isCircuitOpen,
  nextCircuitBreakerState,
  type SiteSignal,
} from './circuit-breaker.ts';

/** The limits on requests to one site: one at a time, at a pace, within a daily quota, and none while it blocks. */
export interface SiteLimiterState extends CircuitBreakerState {
  nextRequestAtMs: number;
  /** The request that holds the slot, and the time by which its answer must be there. */
  holder: string | null;
  holderUntilMs: number;
  /** The last request: a message that is delivered twice does not ask the site again. */
  lastHolder: string | null;
  /** The hashes of the cookies that the site has got. A new one is tried at once. */
  triedCookies: ReadonlySet<string>;
  /** The number of pages requested on `requestsDay`, a day such as '2026-03-01'. */
  requests: number;
  requestsDay: string;
}

export const initialLimiterState: SiteLimiterState = {
  nextRequestAtMs: 0,
  holder: null,
  holderUntilMs: 0,
  lastHolder: null,
  breakerUntilMs: 0,
  failures: 0,
  cause: null,
  trialUntilMs: 0,
  triedCookies: new Set(),
  requests: 0,
  requestsDay: '',
};

export interface DailyQuota {
  perDay: number;
  day: string;
}

/** The answer to a request for a slot. `repeated`: the same holder has already asked the site. */
export type Slot =
  | { kind: 'granted'; state: SiteLimiterState }
  | { kind: 'later'; atMs: number }
  | { kind: 'blocked'; state: SiteLimiterState }
  | { kind: 'quotaUsed' }
  | { kind: 'repeated' };

/** A request takes at most ten seconds. A holder that keeps the slot longer has died. */
export const maxSlotMs = 20_000;
/** The longest Retry-After of the site that the worker honors. */
export const maxWaitMs = 15 * 60_000;
/** Most requests end long before their slot expires. */
const recheckMs = 250;

/** Explains why the slot was not granted. */
export function slotRefusal(state: SiteLimiterState, holder: string, { perDay, day }: DailyQuota, nowMs: number): Slot {
  if (isCircuitOpen(state, nowMs)) return { kind: 'blocked', state };
  if (state.holder === null && state.lastHolder === holder) return { kind: 'repeated' };
  if (state.requestsDay >= day && state.requests >= perDay) return { kind: 'quotaUsed' };
  const isHeld = state.holder !== null && remainingMs(state.holderUntilMs, maxSlotMs, nowMs) > 0;
  return { kind: 'later', atMs: isHeld ? Math.min(nowMs + recheckMs, state.holderUntilMs) : state.nextRequestAtMs };
}

/** Adds up to half of the pace at random, so that requests do not come at regular intervals. */
export const pauseWithJitter = (paceMs: number, random: number) => Math.round(paceMs * (1 + random / 2));

/** The part of the state that a finished request changes. */
export interface AfterRequest extends CircuitBreakerState {
  nextRequestAtMs: number;
  cookieHash?: string | undefined;
}

export const afterRequest = (
  state: SiteLimiterState,
  { signal, pauseMs }: { signal: SiteSignal; pauseMs: number },
  nowMs: number,
): AfterRequest => ({ nextRequestAtMs: nowMs + pauseMs, ...nextCircuitBreakerState(state, signal, nowMs) });
