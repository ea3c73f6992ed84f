import { hasFailed } from 'shared-types/rules/stack-status';
import { AppError } from '../../platform/app-error.ts';
import type { ObservedStack } from '../actions/next-step.ts';
import type { StackReader, StepPorts } from '../ports.ts';
import {
  deletedAtMs,
  maxAgeMs,
  isFresh,
  failureReason,
  type StackSnapshot,
  snapshotOf,
  type Stack,
} from './snapshot.ts';

const eventsToExplain = 100;

export interface Observation {
  stack: Stack | undefined;
  observed: ObservedStack;
}

interface Looking {
  stackName: string;
  actionId: string;
  /** What was seen last, by whomever. */
  known: StackSnapshot | undefined;
  /** When this action last did something, or began. */
  sinceMs: number;
}

/** What a step sees. It takes the word of a page that has looked since its last step, and pages take its word. */
export async function refreshSnapshot(
  { store, stacks, now }: StepPorts,
  { stackName, actionId, known, sinceMs }: Looking,
): Promise<Observation> {
  async function ask(): Promise<StackSnapshot> {
    const at = now();
    const isMyTurn = await store.acquireSnapshotLease(stackName, at.getTime());
    const sight = snapshotOf(await stacks.findStack(stackName), known, at);
    // Out of turn, one has had the next turn, too.
    await store.putSnapshot(stackName, sight, isMyTurn ? undefined : at.getTime() + 2 * maxAgeMs);
    return sight;
  }
  const found = await problemIfUnavailable(async () => {
    const { stack } = known && known.seenAtMs > sinceMs && isFresh(known, now()) ? known : await ask();
    const events = stack && hasFailed(stack.status) ? await stacks.listEvents(stack.stackId, eventsToExplain) : [];
    return { stack: stack ?? undefined, events };
  });
  if ('problem' in found) return { stack: undefined, observed: { kind: 'unreachable', problem: found.problem } };
  const { stack, events } = found;
  if (!stack) return { stack, observed: { kind: 'absent' } };
  const isOurs = stack.launchedBy === actionId;
  return { stack, observed: { kind: 'present', status: stack.status, isOurs, problem: failureReason(stack, events) } };
}

/** When the stack that was seen last was gone, as far as CloudFormation tells. */
export async function findDeletionTime(
  stacks: StackReader,
  sight: StackSnapshot | undefined,
): Promise<number | undefined> {
  const { stackId = null } = sight ?? {};
  if (stackId === null) return undefined;
  const found = await problemIfUnavailable(async () => ({ events: await stacks.listEvents(stackId, eventsToExplain) }));
  return 'problem' in found ? undefined : deletedAtMs(found.events);
}

/** CloudFormation's answer, or why there was none. */
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
