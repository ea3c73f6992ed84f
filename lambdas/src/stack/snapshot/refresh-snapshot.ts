import { hasFailed } from 'shared-types/rules/stack-status';
import { AppError } from '../../platform/app-error.ts';
import type { Stack, StackReader } from '../ports.ts';
import { deletedAtMs, failureReason, isFresh, maxAgeMs, snapshotOf, type StackSnapshot } from './snapshot.ts';
import type { SnapshotStore } from './snapshot-store.ts';

/** The number of events that are searched for the reason of a failure. */
const maxEvents = 100;

/** The state of a stack at one moment, according to CloudFormation. */
export type ObservedStack =
  | { kind: 'absent' }
  /** CloudFormation was throttled or denied access. The stack may or may not exist. */
  | { kind: 'unreachable'; problem: string }
  | {
      kind: 'present';
      status: string;
      /** The action that takes this step has created it. */
      isOurs: boolean;
      /** CloudFormation's reason for a failed status. */
      problem: string;
    };

export interface RefreshedSnapshot {
  stack: Stack | undefined;
  observed: ObservedStack;
}

export interface RefreshPorts {
  store: Pick<SnapshotStore, 'acquireSnapshotLease' | 'putSnapshot'>;
  stacks: StackReader;
  now: () => Date;
}

interface RefreshOptions {
  stackName: string;
  actionId: string;
  /** The latest snapshot, of a page or of another step. */
  known: StackSnapshot | undefined;
  /** When this action began or made its last change. */
  sinceMs: number;
}

/** Reads the stack for a step of an action. Steps and pages share their snapshots. */
export async function refreshSnapshot(
  { store, stacks, now }: RefreshPorts,
  { stackName, actionId, known, sinceMs }: RefreshOptions,
): Promise<RefreshedSnapshot> {
  async function describe(): Promise<StackSnapshot> {
    const at = now();
    const hasLease = await store.acquireSnapshotLease(stackName, at.getTime());
    const snapshot = snapshotOf(await stacks.findStack(stackName), known, at);
    // A read without the lease is one too many, so it blocks the next interval as well.
    await store.putSnapshot(stackName, snapshot, hasLease ? undefined : at.getTime() + 2 * maxAgeMs);
    return snapshot;
  }
  const found = await problemIfUnavailable(async () => {
    const { stack } = known && known.seenAtMs > sinceMs && isFresh(known, now()) ? known : await describe();
    const events = stack && hasFailed(stack.status) ? await stacks.listEvents(stack.stackId, maxEvents) : [];
    return { stack: stack ?? undefined, events };
  });
  if ('problem' in found) return { stack: undefined, observed: { kind: 'unreachable', problem: found.problem } };
  const { stack, events } = found;
  if (!stack) return { stack, observed: { kind: 'absent' } };
  const isOurs = stack.launchedBy === actionId;
  return { stack, observed: { kind: 'present', status: stack.status, isOurs, problem: failureReason(stack, events) } };
}

/** Finds when the stack of the snapshot was deleted; undefined when CloudFormation does not know. */
export async function findDeletionTime(
  stacks: Pick<StackReader, 'listEvents'>,
  snapshot: StackSnapshot | undefined,
): Promise<number | undefined> {
  const { stackId = null } = snapshot ?? {};
  if (stackId === null) return undefined;
  const found = await problemIfUnavailable(async () => ({ events: await stacks.listEvents(stackId, maxEvents) }));
  return 'problem' in found ? undefined : deletedAtMs(found.events);
}

/** Returns the answer of a service, or the reason why it is unavailable. */
export async function problemIfUnavailable<Answer extends object>(
  ask: () => Promise<Answer>,
): Promise<Answer | { problem: string }> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') return { problem: error.message };
    throw error;
  }
}
