import { minuteMs } from 'shared-types/rules/time';
import { silentAfterMs } from '../players/players.ts';
import type { ArchiveCommand, Stack } from '../ports.ts';
import { instanceOf } from '../snapshot/snapshot.ts';
import type { StoredStackState } from '../state-store.ts';
import type { StepInput } from '../step-input.ts';
import type { World } from './archive.ts';
import type { WorldStore } from './world-store.ts';

/** A world of 500 MB takes about two minutes. A server that has told nothing by then has failed. */
const patience = { tries: 3, waitMs: 5 * minuteMs };
/** A server that was silent before is probably dead. Its world stays on the file system, where the next start archives it. */
const patienceWithSilent = { tries: 1, waitMs: minuteMs };

type ServerState = Pick<StoredStackState, 'lock' | 'players' | 'actions'>;

type Progress = StepInput['archive'];

export type FinalArchiveStep = { kind: 'send' } | { kind: 'wait' } | { kind: 'over'; problem: string | null };

type StopInput = Pick<StepInput, 'archive' | 'actionId' | 'by' | 'userId'>;

/** An empty server has said so itself, and reports no players from then on. */
function wasSilent({ by, userId, archive: { sentAtMs } }: StopInput, heardMs: number | undefined, now: Date): boolean {
  const reason = userId === null ? by : undefined;
  if (reason === 'silence' || reason === 'idle') return reason === 'silence';
  return heardMs !== undefined && (sentAtMs ?? now.getTime()) - heardMs >= silentAfterMs;
}

/**
 * Decides whether a stop asks for the archive (again), waits for it, or deletes the stack. `heardMs` is the time of the
 * server's last report, if it is known.
 */
export function finalArchiveStep(
  input: StopInput,
  world: World,
  heardMs: number | undefined,
  now: Date,
): FinalArchiveStep {
  const {
    archive: { tries, sentAtMs },
    actionId: archiveId,
  } = input;
  if (world.archives.some((archive) => archive.archiveId === archiveId)) return { kind: 'over', problem: null };
  const { failure } = world;
  const failed = failure?.archiveId === archiveId && failure.atMs >= (sentAtMs ?? 0) ? failure.reason : undefined;
  const { tries: maxTries, waitMs } = wasSilent(input, heardMs, now) ? patienceWithSilent : patience;
  const isOverdue = sentAtMs === null || now.getTime() - sentAtMs > waitMs;
  if (failed === undefined && !isOverdue) return { kind: 'wait' };
  if (tries < maxTries) return { kind: 'send' };
  return { kind: 'over', problem: failed ?? 'The server did not respond.' };
}

/** Returns the time of a server's last report, or of the end of its start when it has made none. It is undefined when neither is known. */
function lastHeardMs(
  { lock: { launch }, players, actions }: ServerState,
  { stackId }: Pick<Stack, 'stackId'>,
): number | undefined {
  if (players?.stackId === stackId) return players.seenAtMs;
  const start = actions.find(({ actionId }) => launch?.stackId === stackId && actionId === launch.actionId);
  return start?.syncStatus === 'SUCCEEDED' ? start.syncTimeMs : undefined;
}

export interface FinalArchivePorts {
  store: Pick<WorldStore, 'getWorld' | 'putFailure'>;
  sendArchiveCommand: ArchiveCommand;
  now: () => Date;
}

/**
 * Archives the world of a running server before its stack is deleted. Returns the progress while that is under way, and
 * undefined when the stack is to be deleted: with its archive, or without one when the server cannot make it.
 */
export async function makeFinalArchive(
  { store, sendArchiveCommand, now }: FinalArchivePorts,
  input: StepInput,
  state: ServerState,
  stack: Stack,
): Promise<Progress | undefined> {
  const { stackName, actionId, archive: progress } = input;
  const instanceId = instanceOf(stack);
  const step: FinalArchiveStep =
    instanceId === undefined
      ? { kind: 'over', problem: 'This stack has no server of this site.' }
      : finalArchiveStep(input, await store.getWorld(stackName), lastHeardMs(state, stack), now());
  if (step.kind === 'wait') return progress;
  if (step.kind === 'over') {
    if (step.problem === null) return undefined;
    const failure = { archiveId: actionId, atMs: now().getTime(), reason: step.problem, isLost: true };
    await store.putFailure(stackName, failure);
    return undefined;
  }
  const sentAtMs = now().getTime();
  const isSent = await sendArchiveCommand(instanceId ?? '', 'stop', actionId);
  return { tries: progress.tries + 1, sentAtMs: isSent ? sentAtMs : null };
}
