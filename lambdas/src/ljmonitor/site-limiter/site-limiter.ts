/** What stands at the gate of the site, through which one asks at a time. */
export interface Gate {
  nextRequestAtMs: number;
  /** Who asks just now, and until when the answer must be there. */
  holder: string | null;
  holderUntilMs: number;
  /** Who asked last: what was asked once is not asked again by a message that came twice. */
  lastHolder: string | null;
  breakerUntilMs: number;
  failures: number;
  /** How many pages were asked for on the last day on which any was, and that day: '2026-03-01'. */
  requests: number;
  requestsDay: string;
}

export const openGate: Gate = {
  nextRequestAtMs: 0,
  holder: null,
  holderUntilMs: 0,
  lastHolder: null,
  breakerUntilMs: 0,
  failures: 0,
  requests: 0,
  requestsDay: '',
};

/** How many pages may be asked for in a day, and which day it is. */
export interface Budget {
  perDay: number;
  day: string;
}

/** What somebody finds who wants to ask. */
export type Turn =
  | { kind: 'mine'; gate: Gate }
  | { kind: 'later'; atMs: number }
  | { kind: 'blocked'; untilMs: number }
  | { kind: 'spent' }
  | { kind: 'asked' };

/** A request takes ten seconds at most; whoever holds the gate longer has died. */
export const turnMs = 20_000;
/** The longest that a site may ask us to wait for it. */
export const longestWaitMs = 15 * 60_000;
/** Most requests are over long before that. */
const lookAgainMs = 250;

/** Why the gate did not open. */
export function turnRefused(gate: Gate, holder: string, { perDay, day }: Budget, nowMs: number): Turn {
  if (isBlocked(gate, nowMs)) return { kind: 'blocked', untilMs: gate.breakerUntilMs };
  if (gate.holder === null && gate.lastHolder === holder) return { kind: 'asked' };
  if (gate.requestsDay >= day && gate.requests >= perDay) return { kind: 'spent' };
  const isHeld = gate.holder !== null && isComing(gate.holderUntilMs, turnMs, nowMs);
  return { kind: 'later', atMs: isHeld ? Math.min(nowMs + lookAgainMs, gate.holderUntilMs) : gate.nextRequestAtMs };
}

/** A moment further ahead than any that is set comes from a clock that was ahead: it holds nobody back. */
const isComing = (ms: number, longestMs: number, nowMs: number) => ms > nowMs && ms <= nowMs + longestMs;

/** What a request says of how the site stands to us: nothing where it failed, or where the site asks for patience. */
export type Welcome = 'served' | 'turnedAway' | 'unclear';

/** How the gate is left for the next one. */
export interface Leaving {
  nextRequestAtMs: number;
  breakerUntilMs: number;
  failures: number;
}

const hour = 3_600_000;
const firstBreakMs = 6 * hour;
export const longestBreakMs = 24 * hour;

export const isBlocked = ({ breakerUntilMs }: Pick<Gate, 'breakerUntilMs'>, nowMs: number) =>
  isComing(breakerUntilMs, longestBreakMs, nowMs);

/** Up to half of the pace more, by chance, so that we do not knock like a clock. */
export const pauseMs = (paceMs: number, chance: number) => Math.round(paceMs * (1 + chance / 2));

export function leavingOf(gate: Gate, found: { welcome: Welcome; pauseMs: number }, nowMs: number): Leaving {
  const nextRequestAtMs = nowMs + found.pauseMs;
  if (found.welcome === 'served') return { nextRequestAtMs, breakerUntilMs: 0, failures: 0 };
  if (found.welcome === 'unclear') return { nextRequestAtMs, breakerUntilMs: 0, failures: gate.failures };
  const breakMs = Math.min(firstBreakMs * 2 ** Math.min(gate.failures, 10), longestBreakMs);
  return { nextRequestAtMs, breakerUntilMs: nowMs + breakMs, failures: gate.failures + 1 };
}

/** Whether the site has turned us away since then, and had not before. */
export const blockedFirstSince = (gate: Gate, sinceMs: number, nowMs: number) =>
  isBlocked(gate, nowMs) && gate.failures === 1 && gate.breakerUntilMs - firstBreakMs >= sinceMs;
