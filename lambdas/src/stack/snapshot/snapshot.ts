import type { StackEvent } from 'shared-types/contract/stack';
import { isInTransition } from 'shared-types/rules/stack-status';
import type { Stack } from '../ports.ts';

/** CloudFormation's latest answer; `stack` is null when no stack existed. */
export interface StackSnapshot {
  seenAtMs: number;
  stack: Stack | null;
  /** The id of the latest existing stack. The events of a deleted stack are found by its id only. */
  stackId: string | null;
}

export interface EventsSnapshot {
  seenAtMs: number;
  events: StackEvent[];
}

/** The cache asks CloudFormation again when a snapshot is older, and no sooner. */
export const maxAgeMs = 5000;

export const isFresh = ({ seenAtMs }: { seenAtMs: number }, now: Date) => now.getTime() - seenAtMs < maxAgeMs;

/** A snapshot is good enough to show while another reader loads a newer one. */
export const isRecent = ({ seenAtMs }: { seenAtMs: number }, now: Date) => now.getTime() - seenAtMs < 2 * maxAgeMs;

export const snapshotOf = (
  stack: Stack | undefined,
  previous: StackSnapshot | undefined,
  now: Date,
): StackSnapshot => ({
  seenAtMs: now.getTime(),
  stack: stack ?? null,
  stackId: stack?.stackId ?? previous?.stackId ?? null,
});

const stackResourceType = 'AWS::CloudFormation::Stack';

/** The events are complete when they end with the status of the stack, and that status is at rest. */
export function areEventsFinal({ events }: EventsSnapshot, stack: Stack | null): boolean {
  const [last] = events;
  const status = stack?.status ?? 'DELETE_COMPLETE';
  return last?.resourceType === stackResourceType && last.resourceStatus === status && !isInTransition(status);
}

/** Returns the instance of a server. A stack that the site did not start may have no such output. */
export const instanceOf = ({ outputs }: Pick<Stack, 'outputs'>): string | undefined =>
  outputs.find(({ outputKey }) => outputKey === 'ServerInstance')?.outputValue;

/** Returns when a stack was deleted, according to its events. */
export const deletedAtMs = (events: StackEvent[]) =>
  events.find(
    ({ resourceType, resourceStatus }) => resourceType === stackResourceType && resourceStatus === 'DELETE_COMPLETE',
  )?.timestamp;

const maxReasonLength = 1000;

/** Returns the reason for a failed status. `events` are those of the stack, newest first. */
export function failureReason({ status, statusReason }: Pick<Stack, 'status' | 'statusReason'>, events: StackEvent[]) {
  const failures = eventsOfLastOperation(events).filter(isCause);
  const named = failures.map(({ logicalResourceId, reason }) => `${logicalResourceId}: ${reason ?? 'no reason given'}`);
  // A creation fails with its first failed resource; a deletion fails with all of them.
  const shown = status === 'DELETE_FAILED' ? named : named.slice(-1);
  const reason = shown.length > 0 ? shown.join(' ') : (statusReason ?? 'CloudFormation gives no reason.');
  return reason.slice(0, maxReasonLength);
}

/** Returns the events since the last operation on the stack began. A rollback belongs to the operation that failed. */
function eventsOfLastOperation(events: StackEvent[]): StackEvent[] {
  const beginning = events.findIndex(
    ({ resourceType, resourceStatus }) =>
      resourceType === stackResourceType && /^(CREATE|DELETE|UPDATE|IMPORT)_IN_PROGRESS$/.test(resourceStatus),
  );
  return beginning < 0 ? events : events.slice(0, beginning);
}

const isCause = ({ resourceType, resourceStatus, reason }: StackEvent) =>
  resourceType !== stackResourceType && resourceStatus.endsWith('_FAILED') && !/cancelled/i.test(reason ?? '');
