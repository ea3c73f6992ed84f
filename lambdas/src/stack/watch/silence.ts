import { isUp } from 'shared-types/rules/stack-status';
import { minuteMs } from 'shared-types/rules/time';
import { leaseLeftMs } from '../actions/action.ts';
import { silentAfterMs } from '../players/players.ts';
import type { MachineState, Stack } from '../ports.ts';
import type { StoredStackState } from '../state-store.ts';

/** A server that restarts by itself reports again within this time. After it, a silent server is stopped unless it takes commands. */
const patienceMs = 9 * minuteMs;
/**
 * After this time it is stopped in any case, so that it is gone half an hour after its last report: nobody can tell whether
 * someone plays there, and each hour costs money.
 */
const lastPatienceMs = 24 * minuteMs;

/** The interval of the retries of a failed stop is an hour at most. */
const maxRetryPauseMs = 120 * minuteMs;

type SilenceStep =
  | { kind: 'none' }
  | { kind: 'tell'; lastWordMs: number }
  | { kind: 'wake' }
  | { kind: 'stop'; evenIfItTakesCommands: boolean };

const none: SilenceStep = { kind: 'none' };

/**
 * Returns when the first report of a server is due that is up and has not reported yet. It is undefined when it is not
 * expected.
 */
export function firstReportDueMs(
  { lock, players, actions: [last] }: Pick<StoredStackState, 'lock' | 'players' | 'actions'>,
  { stackId, status }: Pick<Stack, 'stackId' | 'status'>,
): number | undefined {
  if (!isUp(status) || lock.launch?.stackId !== stackId || players?.stackId === stackId) return undefined;
  return last && last.syncStatus !== 'RUNNING' ? last.syncTimeMs + silentAfterMs : undefined;
}

/** Decides what the site does about the silence of a server. */
export function silenceStep(
  { lock, players, silence, actions }: Pick<StoredStackState, 'lock' | 'players' | 'silence' | 'actions'>,
  stackId: string,
  now: Date,
): SilenceStep {
  const nowMs = now.getTime();
  // An action in progress replaces the server, stops it or waits for its first report.
  if (lock.launch?.stackId !== stackId || (lock.holder !== null && leaseLeftMs(lock, now) > 0)) return none;
  const [last] = actions;
  const isRetried = last?.action === 'STOP' && last.syncStatus === 'FAILED';
  if (isRetried && nowMs < last.syncTimeMs + maxRetryPauseMs) return none;
  const reportedMs = players?.stackId === stackId ? players.seenAtMs : 0;
  const lastWordMs = Math.max(reportedMs, last?.syncTimeMs ?? nowMs);
  if (nowMs < lastWordMs + silentAfterMs) return none;
  if (silence?.stackId !== stackId || silence.lastWordMs !== lastWordMs) return { kind: 'tell', lastWordMs };
  // The watchdog counts from its own news: it may have been away as long as the server's reports.
  const silentMs = nowMs - silence.toldAtMs;
  return silentMs < patienceMs ? { kind: 'wake' } : { kind: 'stop', evenIfItTakesCommands: silentMs >= lastPatienceMs };
}

/** Returns the last report of a server that is silent and still has time to answer; undefined for another one. */
export function silentSinceMs(step: SilenceStep, { silence }: Pick<StoredStackState, 'silence'>): number | undefined {
  if (step.kind === 'tell') return step.lastWordMs;
  return step.kind === 'wake' ? silence?.lastWordMs : undefined;
}

/** EC2 has no machine any more, or the machine has failed EC2's checks for longer than a restart takes. */
export const isDead = ({ kind }: SilenceStep, machine: MachineState) =>
  machine === 'gone' || (kind === 'stop' && machine === 'impaired');
