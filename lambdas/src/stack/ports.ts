import type { ActionLog, StackAccess, StackEvent } from 'shared-types/contract/stack';
import type { RecordEvent } from '../platform/audit/audit-trail.ts';
import type { User } from '../platform/http/session.ts';
import type { StepInput } from './actions/step-input.ts';
import type { ConfiguredStack } from './stack-list-store.ts';
import type { Stack } from './snapshot/snapshot.ts';
import type { Archive } from './worlds/archive.ts';
import type { StackStore } from './store.ts';

/** Reads from CloudFormation. Both calls throw `unavailable` when it is throttled, down or denies access. */
export interface StackReader {
  /** Undefined only when CloudFormation says that the stack does not exist. */
  findStack(stackName: string): Promise<Stack | undefined>;
  /** Newest first, also for a deleted stack; empty once CloudFormation has forgotten them. */
  listEvents(stackId: string, limit: number): Promise<StackEvent[]>;
}

export type CreateResult =
  | { kind: 'begun'; stackId: string }
  | { kind: 'exists' }
  | { kind: 'refused'; reason: string };
export type DeleteResult = { kind: 'begun' } | { kind: 'refused'; reason: string };

/** Changes stacks: only the step function may. Both calls throw `unavailable` as above. */
export interface StackWriter {
  createStack(stackName: string, parameters: Record<string, string>, actionId: string): Promise<CreateResult>;
  deleteStack(stackId: string): Promise<DeleteResult>;
}

export interface Execution {
  status: ActionLog['syncStatus'];
  cause: string | null;
}

/** The executions of the workflow in Step Functions, named by their action's id. */
export interface Executions {
  /**
   * Starts an execution. A second start with the same input does nothing. Returns false when Step Functions refuses, and
   * throws `unavailable` when it is unknown whether the execution began.
   */
  start(input: StepInput): Promise<boolean>;
  /** Stops an execution, best effort: without the lock it changes nothing more. */
  stop(actionId: string, cause: string): Promise<void>;
  find(actionId: string): Promise<Execution | undefined>;
}

/**
 * Asks a server to archive its world: at a stop, which also ends the game, or of a running game. The server tells the
 * result by an event. Returns false when SSM does not take the command, as for a server that it does not know (yet).
 */
export type ArchiveCommand = (instanceId: string, mode: 'stop' | 'live', archiveId: string) => Promise<boolean>;

export interface ArchiveBucket {
  /** Returns the address of the archive, which works for some minutes. */
  urlOf(stackName: string, archive: Archive): Promise<string>;
  remove(stackName: string, archiveId: string): Promise<void>;
}

/** The hours that servers may run in a calendar month (UTC). */
export interface ServerHourLimits {
  /** The servers that one user has started run for so long at most. */
  person: number;
  /** All servers together run for so long at most. */
  site: number;
}

export interface StackPorts {
  store: StackStore;
  stacks: StackReader;
  executions: Executions;
  configured: () => Promise<readonly ConfiguredStack[]>;
  maxRunningStacks: number;
  serverHourLimits: ServerHourLimits;
  accessOf: (user: User) => Promise<StackAccess>;
  now: () => Date;
  newId: () => string;
  wait: (ms: number) => Promise<void>;
}

export interface WorldPorts extends StackPorts {
  sendArchiveCommand: ArchiveCommand;
  archiveBucket: Pick<ArchiveBucket, 'urlOf'>;
}

export interface ServerEventPorts extends StackPorts {
  audit: RecordEvent;
  archiveBucket: Pick<ArchiveBucket, 'remove'>;
}

export interface StepPorts {
  audit: RecordEvent;
  store: StackStore;
  stacks: StackReader & StackWriter;
  sendArchiveCommand: ArchiveCommand;
  configured: () => Promise<readonly ConfiguredStack[]>;
  now: () => Date;
}
