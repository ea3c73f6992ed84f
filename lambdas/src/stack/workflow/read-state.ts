import { problemIfUnavailable } from '../snapshot/refresh-snapshot.ts';
import { isRecent, type StackSnapshot } from '../snapshot/snapshot.ts';
import {
  type EventsPorts,
  notResponding,
  readEvents,
  readSnapshot,
  type SnapshotPorts,
} from '../snapshot/snapshot-cache.ts';
import type { StateStore } from '../state-store.ts';
import { recoverExpiredAction, type RecoveryPorts } from './recovery.ts';

type StoredPorts = RecoveryPorts & { store: Pick<StateStore, 'getState'> };

export type ReadPorts = StoredPorts & SnapshotPorts;

/** CloudFormation usually answers sooner. A page shows the stored state rather than wait longer for another reader. */
const maxWaitMs = 2_000;

/** A snapshot for a page. `outdatedSinceMs` is its time if CloudFormation is unavailable. */
interface ShownSnapshot {
  snapshot: StackSnapshot;
  outdatedSinceMs: number | undefined;
}

/** Reads what is stored about a stack and what CloudFormation says. */
export async function readState(ports: ReadPorts, stackName: string, maxActions: number) {
  const state = await readStored(ports, stackName, maxActions);
  return { state, snapshot: await readSnapshot(ports, stackName, state.snapshot) };
}

/**
 * Reads a stack for a page: while CloudFormation is unavailable or may not be asked, its last answer. An action needs
 * `readState`.
 */
export async function readShownState(
  ports: ReadPorts,
  stackName: string,
  { maxActions, mayAsk = () => true }: { maxActions: number; mayAsk?: (() => boolean) | undefined },
) {
  const state = await readStored(ports, stackName, maxActions);
  const { snapshot } = state;
  return { state, ...(mayAsk() ? await readShownSnapshot(ports, stackName, snapshot) : storedOnly(ports, snapshot)) };
}

function storedOnly({ now }: Pick<ReadPorts, 'now'>, snapshot: StackSnapshot | undefined): ShownSnapshot {
  if (!snapshot) throw notResponding();
  return { snapshot, outdatedSinceMs: isRecent(snapshot, now()) ? undefined : snapshot.seenAtMs };
}

/** Reads what is stored about a stack, after the recovery of an action whose lease has expired. */
export async function readStored(ports: StoredPorts, stackName: string, maxActions: number) {
  const state = await ports.store.getState(stackName, maxActions);
  return (await recoverExpiredAction(ports, stackName, state)) ? ports.store.getState(stackName, maxActions) : state;
}

async function readShownSnapshot(
  ports: SnapshotPorts,
  stackName: string,
  known: StackSnapshot | undefined,
): Promise<ShownSnapshot> {
  // Without a stored answer there is nothing else to show.
  if (!known) return { snapshot: await readSnapshot(ports, stackName), outdatedSinceMs: undefined };
  const found = await problemIfUnavailable(async () => ({
    snapshot: await readSnapshot(ports, stackName, known, maxWaitMs),
  }));
  return 'problem' in found
    ? { snapshot: known, outdatedSinceMs: known.seenAtMs }
    : { ...found, outdatedSinceMs: undefined };
}

/** Reads the events for the page of a stack, newest first: while CloudFormation is unavailable, the stored ones. */
export async function readShownEvents(ports: EventsPorts, { snapshot, outdatedSinceMs }: ShownSnapshot) {
  const { stackId, stack, seenAtMs } = snapshot;
  if (stackId === null) return { events: [], outdatedSinceMs };
  // When CloudFormation has not described the stack, the page does not wait for a second failure.
  if (outdatedSinceMs === undefined) {
    const found = await problemIfUnavailable(async () => ({ events: await readEvents(ports, stackId, stack) }));
    if (!('problem' in found)) return { ...found, outdatedSinceMs };
  }
  const stored = await ports.store.findEvents(stackId);
  return { events: stored?.events ?? [], outdatedSinceMs: outdatedSinceMs ?? stored?.seenAtMs ?? seenAtMs };
}
