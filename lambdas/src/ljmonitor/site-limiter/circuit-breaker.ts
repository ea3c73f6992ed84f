import { hourMs } from 'shared-types/rules/time';
import { remainingMs } from '../../platform/remaining-time.ts';

/** The tool's view of a request to the site: 'blocked' opens the circuit, 'ok' closes it, 'unknown' changes no count. */
export type SiteSignal = 'ok' | 'blocked' | 'unknown';

export interface CircuitBreakerState {
  /** While this time lies ahead, the circuit is open and the site is not asked. */
  breakerUntilMs: number;
  /** Consecutive blocks. */
  failures: number;
}

const firstBackoffMs = 6 * hourMs;
export const maxBackoffMs = 24 * hourMs;

/** Doubles with every consecutive block: 6 h, 12 h, then 24 h. */
const backoffMs = (failures: number) => Math.min(firstBackoffMs * 2 ** Math.min(failures, 10), maxBackoffMs);

export const isCircuitOpen = ({ breakerUntilMs }: Pick<CircuitBreakerState, 'breakerUntilMs'>, nowMs: number) =>
  remainingMs(breakerUntilMs, maxBackoffMs, nowMs) > 0;

export function nextCircuitBreakerState(
  { failures }: Pick<CircuitBreakerState, 'failures'>,
  signal: SiteSignal,
  nowMs: number,
): CircuitBreakerState {
  const next: Record<SiteSignal, CircuitBreakerState> = {
    ok: { breakerUntilMs: 0, failures: 0 },
    unknown: { breakerUntilMs: 0, failures },
    blocked: { breakerUntilMs: nowMs + backoffMs(failures), failures: failures + 1 },
  };
  return next[signal];
}

/** True when the first of a series of blocks happened at or after `sinceMs`. */
export const openedSince = (state: CircuitBreakerState, sinceMs: number, nowMs: number) =>
  isCircuitOpen(state, nowMs) && state.failures === 1 && state.breakerUntilMs - firstBackoffMs >= sinceMs;
