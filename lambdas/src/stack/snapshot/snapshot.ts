import type { StackEvent, StackInfo } from 'shared-types/contract/stack';
import { isInTransition } from 'shared-types/rules/stack-status';
import type { StackCreation } from '../actions/action.ts';
import type { Boot } from '../players/boot.ts';
import { idleStopMs, isSilent, type PlayerCount } from '../players/players.ts';

/** A stack as CloudFormation describes it. */
export interface Stack {
  stackId: string;
  stackName: string;
  status: string;
  statusReason: string | null;
  creationTimeMs: number;
  updateTimeMs: number | null;
  outputs: { outputKey: string; outputValue: string }[];
  /** The action that created the stack; null for a stack that was created elsewhere. */
  launchedBy: string | null;
}

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

interface StackContext {
  hourlyPrice: number | null;
  launch: StackCreation | null;
  players?: PlayerCount | undefined;
  boot?: Boot | undefined;
  firstReportDueMs?: number | undefined;
  now: Date;
}

/** Returns the stack as the API shows it, without its events. */
export const asStackInfo = (
  stack: Stack,
  { hourlyPrice, launch, players, boot, firstReportDueMs: dueAt, now }: StackContext,
): StackInfo => ({
  stackName: stack.stackName,
  stackStatus: stack.status,
  stackStatusReason: stack.statusReason,
  creationTime: stack.creationTimeMs,
  updateTime: stack.updateTimeMs,
  outputs: stack.outputs,
  events: [],
  stopsAt: launch?.stackId === stack.stackId ? launch.stopsAtMs : null,
  hourlyPrice,
  ...(boot?.stackId === stack.stackId && {
    boot: boot.endsMs,
    ...(boot.keptImage && { keptImage: true }),
    ...(boot.keptGame && { keptGame: { version: boot.keptGame.version, keptAt: boot.keptGame.atMs } }),
  }),
  ...(players?.stackId === stack.stackId && {
    players: {
      online: players.online,
      seenAt: players.seenAtMs,
      lastPlayedAt: players.lastPlayedAtMs,
      idleStopAt: idleStopMs(players),
      isSilent: isSilent(players, now),
    },
  }),
  ...(dueAt !== undefined && { firstReport: { dueAt, isLate: now.getTime() >= dueAt } }),
});

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
