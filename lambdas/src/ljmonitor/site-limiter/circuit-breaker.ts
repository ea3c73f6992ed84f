import { hourMs } from 'shared-types/rules/time';
import type { Refusal } from '../listing-site/site-adapter.ts';
import { remainingMs } from '../../platform/remaining-time.ts';

/** The reasons why the circuit is open. A redirect to an unknown address concerns one page and opens nothing. */
export const blockCauses = ['blocked', 'login', 'banned', 'throttled'] as const satisfies readonly Refusal[];
export type BlockCause = (typeof blockCauses)[number];

/** The tool's view of a request to the site: a cause opens the circuit, 'ok' closes it, 'unknown' changes no count. */
export type SiteSignal = 'ok' | 'unknown' | BlockCause;

export interface CircuitBreakerState {
  /** While this time lies ahead, the circuit is open and the site is not asked. */
  breakerUntilMs: number;
  /** Consecutive blocks. */
  failures: number;
  /** The cause of the last block. It stays until the site shows a page again. */
  cause: BlockCause | null;
  /** The end of the pause that a trial request interrupts; 0 without a trial. */
  trialUntilMs: number;
}

const firstBackoffMs = 6 * hourMs;
export const maxBackoffMs = 24 * hourMs;

/** Doubles with every consecutive block: 6 h, 12 h, then 24 h. */
const backoffMs = (failures: number) => Math.min(firstBackoffMs * 2 ** Math.min(failures, 10), maxBackoffMs);

export const isCircuitOpen = ({ breakerUntilMs }: Pick<CircuitBreakerState, 'breakerUntilMs'>, nowMs: number) =>
  remainingMs(breakerUntilMs, maxBackoffMs, nowMs) > 0;

export function nextCircuitBreakerState(
  { failures, cause, trialUntilMs }: Omit<CircuitBreakerState, 'breakerUntilMs'>,
  signal: SiteSignal,
  nowMs: number,
): CircuitBreakerState {
  if (signal === 'ok') return { breakerUntilMs: 0, failures: 0, cause: null, trialUntilMs: 0 };
  // A trial that found out nothing leaves the pause as it was.
  if (signal === 'unknown') return { breakerUntilMs: trialUntilMs, failures, cause, trialUntilMs: 0 };
  return { breakerUntilMs: nowMs + backoffMs(failures), failures: failures + 1, cause: signal, trialUntilMs: 0 };
}

/** Returns true when the first of a series of blocks happened in this time, its ends included, and the pause goes on. */
export function openedSince(state: CircuitBreakerState, sinceMs: number, nowMs: number) {
  const openedAtMs = state.breakerUntilMs - firstBackoffMs;
  return isCircuitOpen(state, nowMs) && state.failures === 1 && openedAtMs >= sinceMs && openedAtMs <= nowMs;
}
