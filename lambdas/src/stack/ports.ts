import type { StackEvent } from 'shared-types/contract/stack';
import type { Action, ActionResult, StackCreation, StackLock } from './actions/action.ts';
import type { ConfiguredStack } from './env.ts';
import type { PlayerCount } from './players/players.ts';
import type { EventsSnapshot, StackSnapshot, Stack } from './snapshot/snapshot.ts';
import type { StepInput } from './actions/step-input.ts';

/** CloudFormation, to look at. Both throw `unavailable` when it is throttled, down or refuses to tell. */
export interface StackReader {
  /** Undefined only when there is no such stack (any more). */
  findStack(stackName: string): Promise<Stack | undefined>;
  /** Newest first, of a deleted stack too; none when they are forgotten by now. */
  listEvents(stackId: string, limit: number): Promise<StackEvent[]>;
}

export type CreateResult =
  | { kind: 'begun'; stackId: string }
  | { kind: 'exists' }
  | { kind: 'refused'; reason: string };
export type DeleteResult = { kind: 'begun' } | { kind: 'refused'; reason: string };

/** CloudFormation, to change: only the step function may. Both throw `unavailable` as above. */
export interface StackWriter {
  createStack(stackName: string, parameters: Record<string, string>, actionId: string): Promise<CreateResult>;
  deleteStack(stackId: string): Promise<DeleteResult>;
}

export interface Execution {
  status: 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED';
  cause: string | null;
}

/** The workflow's executions, each by its action's id. */
export interface Executions {
  /** Starting twice is starting once. False when the workflow refuses; throws `unavailable` when nobody knows. */
  start(input: StepInput): Promise<boolean>;
  /** Whatever comes of it: an execution without the lock does nothing more. */
  stop(actionId: string, cause: string): Promise<void>;
  find(actionId: string): Promise<Execution | undefined>;
}

/** All that is known of one stack, in one read. */
export interface StackState {
  lock: StackLock;
  snapshot: StackSnapshot | undefined;
  players: PlayerCount | undefined;
  /** Newest first. */
  actions: Action[];
}

export interface ActionStore {
  getState(stackName: string, actions: number): Promise<StackState>;
  /** Takes the lock and writes the log, all or nothing; `interrupted` loses its lock and is ABORTED. False when somebody was faster. */
  begin(action: Action, over: { interrupted: Action | undefined; starts: number | undefined }): Promise<boolean>;
  /** One step further. False when somebody else has the lock by now. */
  renewLease(
    action: Action,
    step: { nowMs: number; launch: StackCreation | null; lastGoneMs?: number | undefined },
  ): Promise<boolean>;
  /** Ends the log and gives the lock back. False when somebody else has the lock by now. */
  finish(action: Action, ending: ActionResult, step: { nowMs: number; launch: StackCreation | null }): Promise<boolean>;
  /** A lease that ran out: one of those who look asks what became of its holder. */
  claimExpiredAction(stackName: string, lock: StackLock, untilMs: number): Promise<boolean>;
  /** Gives the lock back for a holder whose log is lost. False when somebody else has it by now. */
  releaseLock(stackName: string, holder: string): Promise<boolean>;
  /** Those of a span of time and the last one before it, oldest first. */
  listActions(stackName: string, fromMs: number): Promise<Action[]>;
  /** Counts all starts of all stacks, so that two of them cannot both be the last that fits. */
  getStartCount(): Promise<number>;
}

export interface SightStore {
  /** One of those who look asks CloudFormation. */
  acquireSnapshotLease(stackName: string, nowMs: number): Promise<boolean>;
  /** `untilMs`: until then nobody else asks, for this one had no claim and has taken their turn. */
  putSnapshot(stackName: string, sight: StackSnapshot, untilMs?: number): Promise<void>;
  putPlayerCount(stackName: string, players: PlayerCount): Promise<void>;
  findEvents(stackId: string): Promise<EventsSnapshot | undefined>;
  acquireEventsLease(stackId: string, nowMs: number): Promise<boolean>;
  putEvents(stackId: string, sight: EventsSnapshot): Promise<void>;
}

export type StackStore = ActionStore & SightStore;

export interface StackPorts {
  store: StackStore;
  stacks: StackReader;
  executions: Executions;
  configured: readonly ConfiguredStack[];
  maxRunningStacks: number;
  now: () => Date;
  newId: () => string;
  wait: (ms: number) => Promise<void>;
}

export interface StepPorts {
  store: StackStore;
  stacks: StackReader & StackWriter;
  configured: readonly ConfiguredStack[];
  now: () => Date;
}
