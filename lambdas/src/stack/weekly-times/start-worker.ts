import { isUp } from 'shared-types/rules/stack-status';
import type { Occurrence } from 'shared-types/rules/stack/weekly-times';
import { AppError } from '../../platform/app-error.ts';
import type { RecordEvent } from '../../platform/audit/audit-trail.ts';
import { siteEvent } from '../../platform/audit/site-event.ts';
import { log } from '../../platform/log.ts';
import { mayReplace } from 'shared-types/rules/stack/rights';
import type { RightsPorts } from '../rights/rights.ts';
import type { ConfiguredStack } from '../stack-list-store.ts';
import { beginAction, type BeginPorts } from '../workflow/begin-action.ts';
import { moveStop } from '../workflow/move-stop.ts';
import { readState } from '../workflow/read-state.ts';
import { dueOccurrence, type StoredWeeklyTimes } from './weekly-times.ts';
import type { WeeklyTimesStore } from './weekly-times-store.ts';

type StartPorts = BeginPorts & RightsPorts & { audit: RecordEvent };

type NotePorts = StartPorts & { store: Pick<WeeklyTimesStore, 'noteStart'> };

export type WeeklyPorts = NotePorts & { store: Pick<WeeklyTimesStore, 'listWeeklyTimes'> };

/**
 * Starts the servers whose weekly times have begun, at each quarter of an hour. A refusal that may pass is tried again at the
 * next quarter. A start that a limit or a lost right refuses, or that never succeeded, is noted as missed.
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
  const { store, now } = ports;
  const due = dueOccurrence(times, now());
  if (!due) return;
  const { fromMs: atMs } = due;
  const isKnown = times.missed?.atMs === atMs;
  if (due.isOver) {
    const reason = 'The server could not be started in that time.';
    await store.noteStart(times, { doneMs: atMs, missed: isKnown ? times.missed : { atMs, reason } });
    return;
  }
  try {
    await begin(ports, stack, times, due);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log('warn', 'weekly start refused', { key: stack.name, reason: error.code });
    // Other refusals are over in a moment, so the next try may succeed.
    if (error.code === 'tooMany' || error.code === 'forbidden')
      await store.noteStart(times, { missed: { atMs, reason: error.message } });
    return;
  }
  await store.noteStart(times, { doneMs: atMs, missed: null });
}

/** Starts the server until the end of its time. When it is up already, its stop moves there unless it is later. */
async function begin(
  ports: StartPorts,
  stack: ConfiguredStack,
  { userId, email }: StoredWeeklyTimes,
  { untilMs }: Occurrence,
): Promise<void> {
  if (!mayReplace((await ports.rightsOf({ email })).of(stack.name)))
    throw new AppError(
      'forbidden',
      'The person who saved the times may not start and stop this server any more. Save them again.',
    );
  const { state, snapshot } = await readState(ports, stack.name, 1);
  if (state.lock.holder === null && snapshot.stack && isUp(snapshot.stack.status)) {
    const stopsAtMs = state.lock.launch?.stopsAtMs ?? Infinity;
    if (stopsAtMs >= untilMs) return;
    await moveStop(ports, stack, { name: 'schedule', userId }, { fromMs: stopsAtMs, untilMs }).catch(
      (error: unknown) => {
        // The server is up, so no start is missed when the limits allow no later stop.
        if (!(error instanceof AppError && error.code === 'tooMany')) throw error;
      },
    );
    return;
  }
  const start = await beginAction(ports, stack, { action: 'START', by: 'schedule', userId, untilMs });
  const { actionId: id, stackName: subject, actionTimeMs: timeMs, by: reason } = start;
  await ports.audit(siteEvent({ kind: 'stackStarted', id, subject, timeMs, reason }));
}
