import { mayReplace } from 'shared-types/rules/stack/rights';
import { isUp } from 'shared-types/rules/stack-status';
import type { Occurrence } from 'shared-types/rules/stack/weekly-times';
import { AppError } from '../../platform/app-error.ts';
import type { RecordEvent } from '../../platform/audit/audit-trail.ts';
import { siteEvent } from '../../platform/audit/site-event.ts';
import { log } from '../../platform/log.ts';
import type { Action } from '../actions/action.ts';
import type { RightsPorts } from '../rights/rights.ts';
import type { ConfiguredStack } from '../stack-list-store.ts';
import { beginAction, type BeginPorts, type StopMove } from '../workflow/begin-action.ts';
import { moveStop } from '../workflow/move-stop.ts';
import { readState } from '../workflow/read-state.ts';
import { dueOccurrence, type StoredWeeklyTimes } from './weekly-times.ts';
import type { WeeklyTimesStore } from './weekly-times-store.ts';

type StartPorts = BeginPorts & RightsPorts & { audit: RecordEvent };

type NotePorts = StartPorts & { store: Pick<WeeklyTimesStore, 'noteStart'> };

export type WeeklyPorts = NotePorts & { store: Pick<WeeklyTimesStore, 'listWeeklyTimes'> };

/**
 * Starts the servers whose weekly times have begun, at each quarter of an hour. A start that fails, and a refusal that may pass, is
 * tried again at the next quarter, a few times. A start that a limit or a lost right refuses, or that never succeeded, is noted as
 * missed.
 */
export async function startInTime(ports: WeeklyPorts): Promise<void> {
  const configured = await ports.configured();
  const failures: unknown[] = [];
  for (const times of await ports.store.listWeeklyTimes()) {
    const stack = configured.find(({ name }) => name === times.stackName);
    if (!stack) continue;
    // The failure of one stack must not keep the others from starting.
    await startOne(ports, stack, times).catch((error: unknown) => {
      log('error', 'weekly start failed', { key: times.stackName, error });
      failures.push(error);
    });
  }
  if (failures.length > 0) throw failures[0];
}

async function startOne(ports: NotePorts, stack: ConfiguredStack, times: StoredWeeklyTimes): Promise<void> {
  const due = dueOccurrence(times, ports.now());
  if (!due) return;
  const { fromMs: atMs } = due;
  try {
    await ports.store.noteStart(times, await takeStep(ports, stack, times, due));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log('warn', 'weekly start refused', { key: stack.name, reason: error.code });
    // Other refusals are over in a moment, so the next try may succeed.
    if (error.code === 'tooMany' || error.code === 'forbidden')
      await ports.store.noteStart(times, { missed: { atMs, reason: error.message } });
  }
}

type Note = Partial<Pick<StoredWeeklyTimes, 'doneMs' | 'missed'>>;

/** Begins the start that is due, or looks what has become of it. Returns what is to be noted. */
async function takeStep(
  ports: StartPorts,
  stack: ConfiguredStack,
  times: StoredWeeklyTimes,
  { fromMs: atMs, untilMs, isOver }: Occurrence & { isOver: boolean },
): Promise<Note> {
  const done: Note = { doneMs: atMs, missed: null };
  const { state, snapshot } = await readState(ports, stack.name, maxActions);
  const starts = state.actions.filter(isStartSince(atMs));
  const [begun] = starts;
  if (begun && !(hasFailed(begun) && begun === state.actions[0]))
    return begun.syncStatus === 'RUNNING' ? { missed: null } : done;
  const isRunning = state.lock.holder === null && snapshot.stack !== null && isUp(snapshot.stack.status);
  if (isOver) {
    if (isRunning) return done;
    const reason = 'The server could not be started in that time.';
    return { doneMs: atMs, missed: times.missed?.atMs === atMs ? times.missed : { atMs, reason } };
  }
  if (!mayReplace((await ports.rightsOf(times)).of(stack.name)))
    throw new AppError(
      'forbidden',
      'The person who saved the times may not start and stop this server any more. Save them again.',
    );
  if (isRunning) {
    await moveLater(ports, stack, times, { fromMs: state.lock.launch?.stopsAtMs ?? Infinity, untilMs });
    return done;
  }
  if (starts.length >= maxStarts) {
    const reason = ['It failed every time.', begun?.reason].filter(Boolean).join(' The last reason: ');
    return { doneMs: atMs, missed: { atMs, reason } };
  }
  const start = await beginAction(ports, stack, { action: 'START', by: 'schedule', userId: times.userId, untilMs });
  const { actionId: id, stackName: subject, actionTimeMs: timeMs, by: reason } = start;
  await ports.audit(siteEvent({ kind: 'stackStarted', id, subject, timeMs, reason }));
  return { missed: null };
}

/** People act on a server less often than so between two quarters. */
const maxActions = 20;

/** A start that has failed this often fails for a reason that does not pass, and each try costs minutes of a server. */
const maxStarts = 4;

/** Returns whether the weekly times have begun an action as a start since a time. */
const isStartSince =
  (fromMs: number) =>
  ({ action, by, actionTimeMs }: Action) =>
    action === 'START' && by === 'schedule' && actionTimeMs >= fromMs;

const hasFailed = ({ syncStatus }: Action) => syncStatus === 'FAILED' || syncStatus === 'TIMED_OUT';

/** Moves the stop of a server that is up, unless it is later already. */
async function moveLater(ports: StartPorts, stack: ConfiguredStack, { userId }: StoredWeeklyTimes, move: StopMove) {
  if (move.fromMs >= move.untilMs) return;
  await moveStop(ports, stack, { name: 'schedule', userId }, move).catch((error: unknown) => {
    // The server is up, so no start is missed when the limits allow no later stop.
    if (!(error instanceof AppError && error.code === 'tooMany')) throw error;
  });
}
