import type { StepPorts } from '../ports.ts';
import type { StepInput } from '../actions/step-input.ts';
import type { Stack } from '../snapshot/snapshot.ts';
import { instanceOf, type World } from './archive.ts';

const maxTries = 3;
/** The server has just left commands unanswered for minutes. */
const triesOfSilentServer = 1;
/** A world of 500 MB takes about two minutes. A server that has told nothing by then has failed. */
const maxSilenceMs = 300_000;

type Progress = StepInput['archive'];

export type FinalArchiveStep = { kind: 'send' } | { kind: 'wait' } | { kind: 'over'; problem: string | null };

/** Decides whether a stop asks for the archive (again), waits for it, or deletes the stack. */
export function finalArchiveStep(
  { archive: { tries, sentAtMs }, actionId: archiveId, by }: Pick<StepInput, 'archive' | 'actionId' | 'by'>,
  world: World,
  now: Date,
): FinalArchiveStep {
  if (world.archives.some((archive) => archive.archiveId === archiveId)) return { kind: 'over', problem: null };
  const { failure } = world;
  const failed = failure?.archiveId === archiveId && failure.atMs >= (sentAtMs ?? 0) ? failure.reason : undefined;
  const isSilent = sentAtMs === null || now.getTime() - sentAtMs > maxSilenceMs;
  if (failed === undefined && !isSilent) return { kind: 'wait' };
  if (tries < (by === 'silence' ? triesOfSilentServer : maxTries)) return { kind: 'send' };
  return { kind: 'over', problem: failed ?? 'The server did not respond.' };
}

type Ports = Pick<StepPorts, 'store' | 'sendArchiveCommand' | 'now'>;

/**
 * Archives the world of a running server before its stack is deleted. Returns the progress while that is under way, and
 * undefined when the stack is to be deleted: with its archive, or without one after three failures.
 */
export async function makeFinalArchive(
  { store, sendArchiveCommand, now }: Ports,
  input: StepInput,
  stack: Stack,
): Promise<Progress | undefined> {
  const { stackName, actionId, archive: progress } = input;
  const instanceId = instanceOf(stack);
  const step: FinalArchiveStep =
    instanceId === undefined
      ? { kind: 'over', problem: 'This server was started by an older version of the site.' }
      : finalArchiveStep(input, await store.getWorld(stackName), now());
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
