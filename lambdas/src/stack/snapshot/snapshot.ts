import type { StackEvent, StackInfo } from 'shared-types/contract/stack';
import { isInTransition } from 'shared-types/rules/stack-status';
import type { StackCreation } from '../actions/action.ts';
import { idleStopMs, type PlayerCount } from '../players/players.ts';

/** A stack as CloudFormation describes it. */
export interface Stack {
  stackId: string;
  stackName: string;
  status: string;
  statusReason: string | null;
  creationTimeMs: number;
  updateTimeMs: number | null;
  outputs: { outputKey: string; outputValue: string }[];
  /** The action that created it; null when it was none of ours. */
  launchedBy: string | null;
}

/** What CloudFormation said when it was last asked; `stack` is null when there was none. */
export interface StackSnapshot {
  seenAtMs: number;
  stack: Stack | null;
  /** Of the last stack that was seen: the events of a deleted one are found by nothing else. */
  stackId: string | null;
}

export interface EventsSnapshot {
  seenAtMs: number;
  events: StackEvent[];
}

/** However many pages look, CloudFormation is asked once in this time. */
export const maxAgeMs = 5000;

export const isFresh = ({ seenAtMs }: { seenAtMs: number }, now: Date) => now.getTime() - seenAtMs < maxAgeMs;

/** Good enough while somebody else asks for a newer one. */
export const isRecent = ({ seenAtMs }: { seenAtMs: number }, now: Date) => now.getTime() - seenAtMs < 2 * maxAgeMs;

export const snapshotOf = (stack: Stack | undefined, before: StackSnapshot | undefined, now: Date): StackSnapshot => ({
  seenAtMs: now.getTime(),
  stack: stack ?? null,
  stackId: stack?.stackId ?? before?.stackId ?? null,
});

const ofStackItself = 'AWS::CloudFormation::Stack';

/** A stack at rest writes no events: they end with the status that it has. */
export function areEventsFinal({ events }: EventsSnapshot, stack: Stack | null): boolean {
  const [last] = events;
  const status = stack?.status ?? 'DELETE_COMPLETE';
  return last?.resourceType === ofStackItself && last.resourceStatus === status && !isInTransition(status);
}

interface Circumstances {
  hourlyPrice: number | null;
  launch: StackCreation | null;
  players?: PlayerCount | undefined;
}

/** For a person; without its events. */
export const asStackInfo = (stack: Stack, { hourlyPrice, launch, players }: Circumstances): StackInfo => ({
  stackName: stack.stackName,
  stackStatus: stack.status,
  stackStatusReason: stack.statusReason,
  creationTime: stack.creationTimeMs,
  updateTime: stack.updateTimeMs,
  outputs: stack.outputs,
  events: [],
  stopsAt: launch?.stackId === stack.stackId ? launch.stopsAtMs : null,
  hourlyPrice,
  ...(players?.stackId === stack.stackId && {
    players: {
      online: players.online,
      seenAt: players.seenAtMs,
      lastPlayedAt: players.lastPlayedAtMs,
      idleStopAt: idleStopMs(players),
    },
  }),
});

/** When a stack was deleted, by its events. */
export const deletedAtMs = (events: StackEvent[]) =>
  events.find(
    ({ resourceType, resourceStatus }) => resourceType === ofStackItself && resourceStatus === 'DELETE_COMPLETE',
  )?.timestamp;

const longestProblem = 1000;

/** Why a stack is in a failed state. `events` are its own, newest first. */
export function failureReason({ status, statusReason }: Pick<Stack, 'status' | 'statusReason'>, events: StackEvent[]) {
  const failures = lastOperation(events).filter(isCause);
  const named = failures.map(({ logicalResourceId, reason }) => `${logicalResourceId}: ${reason ?? 'no reason given'}`);
  // What failed first has made the others fail; what cannot be deleted is all in the way.
  const told = status === 'DELETE_FAILED' ? named : named.slice(-1);
  const words = told.length > 0 ? told.join(' ') : (statusReason ?? 'CloudFormation gives no reason.');
  return words.slice(0, longestProblem);
}

/** The events since the stack itself was last asked to do something: a rollback belongs to what failed. */
function lastOperation(events: StackEvent[]): StackEvent[] {
  const beginning = events.findIndex(
    ({ resourceType, resourceStatus }) =>
      resourceType === ofStackItself && /^(CREATE|DELETE|UPDATE|IMPORT)_IN_PROGRESS$/.test(resourceStatus),
  );
  return beginning < 0 ? events : events.slice(0, beginning);
}

const isCause = ({ resourceType, resourceStatus, reason }: StackEvent) =>
  resourceType !== ofStackItself && resourceStatus.endsWith('_FAILED') && !/cancelled/i.test(reason ?? '');
