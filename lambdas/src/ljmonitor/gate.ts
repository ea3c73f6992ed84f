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
}

export const openGate: Gate = {
  nextRequestAtMs: 0,
  holder: null,
  holderUntilMs: 0,
  lastHolder: null,
  breakerUntilMs: 0,
  failures: 0,
};

/** What somebody finds who wants to ask. */
export type Turn =
  | { kind: 'mine'; gate: Gate }
  | { kind: 'later'; atMs: number }
  | { kind: 'blocked'; untilMs: number }
  | { kind: 'asked' };

/** A request takes ten seconds at most; whoever holds the gate longer has died. */
export const turnMs = 20_000;
/** Most requests are over long before that. */
const lookAgainMs = 250;

/** Why the gate did not open. */
export function turnRefused(gate: Gate, holder: string, nowMs: number): Turn {
  if (gate.breakerUntilMs > nowMs) return { kind: 'blocked', untilMs: gate.breakerUntilMs };
  if (gate.holder === null && gate.lastHolder === holder) return { kind: 'asked' };
  const isHeld = gate.holder !== null && gate.holderUntilMs > nowMs;
  return { kind: 'later', atMs: isHeld ? Math.min(nowMs + lookAgainMs, gate.holderUntilMs) : gate.nextRequestAtMs };
}

/** How the gate is left for the next one. */
export interface Leaving {
  nextRequestAtMs: number;
  breakerUntilMs: number;
  failures: number;
}

const hour = 3_600_000;
const firstBreak = 6 * hour;
const longestBreak = 24 * hour;

/** Up to half of the pace more, by chance, so that we do not knock like a clock. */
export const pauseMs = (paceMs: number, chance: number) => Math.round(paceMs * (1 + chance / 2));

export function leavingOf(gate: Gate, found: { blocked: boolean; pauseMs: number }, nowMs: number): Leaving {
  const nextRequestAtMs = nowMs + found.pauseMs;
  if (!found.blocked) return { nextRequestAtMs, breakerUntilMs: 0, failures: 0 };
  const breakMs = Math.min(firstBreak * 2 ** Math.min(gate.failures, 10), longestBreak);
  return { nextRequestAtMs, breakerUntilMs: nowMs + breakMs, failures: gate.failures + 1 };
}
