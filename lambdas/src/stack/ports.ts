import type { PresignedPost } from 'shared-types/contract/endpoint';
import type { ActionLog, StackEvent } from 'shared-types/contract/stack';
import type { CommandOutput } from 'shared-types/contract/stack/console';
import type { GameId } from 'shared-types/rules/stack/game';
import type { StepInput } from './step-input.ts';

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

/** Reads from CloudFormation. Both calls throw `unavailable` when it is throttled, down or denies access. */
export interface StackReader {
  /** Returns undefined only when CloudFormation says that the stack does not exist. */
  findStack(stackName: string): Promise<Stack | undefined>;
  /** Lists the events, newest first, also for a deleted stack; empty once CloudFormation has forgotten them. */
  listEvents(stackId: string, limit: number): Promise<StackEvent[]>;
}

export type CreateResult =
  | { kind: 'begun'; stackId: string }
  | { kind: 'exists' }
  | { kind: 'refused'; reason: string };
export type DeleteResult = { kind: 'begun' } | { kind: 'refused'; reason: string };

/** Changes stacks: only the step function may. Both calls throw `unavailable` as above. */
export interface StackWriter {
  createStack(
    stack: { name: string; game: GameId },
    parameters: Record<string, string>,
    actionId: string,
  ): Promise<CreateResult>;
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

/** The command to report the players now. */
export interface ReportCommand {
  /** Sends it. The answer is the report. */
  ask(instanceId: string): Promise<void>;
  /** Sends it, and tells after some seconds whether the server has taken it. */
  isTaken(instanceId: string): Promise<boolean>;
}

/** Says in the game in how many minutes the server stops. Returns false when the server has not taken the command after some seconds. */
export type WarningCommand = (instanceId: string, minutes: number) => Promise<boolean>;

export interface ArchiveBucket {
  /** Returns the address of the archive, which works for some minutes. */
  urlOf(stackName: string, game: GameId, archive: { archiveId: string; atMs: number }): Promise<string>;
  remove(stackName: string, archiveId: string): Promise<void>;
}

/** EC2's own words for the machine of a server; unknown while EC2 does not answer. */
export type MachineState = 'gone' | 'impaired' | 'works' | 'unknown';

/** The file of a world in a bucket. */
export interface WorldFile {
  bytes: number;
  etag: string;
  /** The start of the file. */
  start: Uint8Array;
  /** The end of the file, with the list of its files unless that is very long. */
  end: Uint8Array;
}

/** The files of worlds that come from elsewhere. All throw `unavailable` when S3 does not answer. */
export interface WorldFiles {
  formFor(userId: string, uploadId: string, bytes: number): Promise<PresignedPost>;
  findUpload(userId: string, uploadId: string): Promise<WorldFile | undefined>;
  /** Copies an upload into the bucket of the archives. Returns false when it is gone, or another file by now. */
  keepUpload(userId: string, uploadId: string, etag: string, to: ArchivePlace): Promise<boolean>;
  /** Copies an archive. Returns false when it is gone. */
  copy(from: ArchivePlace, to: ArchivePlace): Promise<boolean>;
}

export interface ArchivePlace {
  stackName: string;
  archiveId: string;
}

/** The console of the game on a server. */
export interface GameConsole {
  /** Asks for the log, types a line or sets the lists of players. Returns the command's id, or undefined when SSM does not take it. */
  send(instanceId: string, verb: 'log' | 'command' | 'players', data?: string): Promise<string | undefined>;
  outputOf(instanceId: string, commandId: string): Promise<CommandOutput>;
}
