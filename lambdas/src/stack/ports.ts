import type { PresignedPost } from 'shared-types/contract/endpoint';
import type { ActionLog, StackEvent } from 'shared-types/contract/stack';
import type { CommandOutput } from 'shared-types/contract/stack/console';
import type { PeopleRights } from 'shared-types/contract/stack/rights';
import type { GameId } from 'shared-types/rules/stack/game';
import type { RecordEvent } from '../platform/audit/audit-trail.ts';
import type { User } from '../platform/http/session.ts';
import type { NewsDesk } from '../platform/news/tell-news.ts';
import type { MachineState } from './watch/silence.ts';
import type { StepInput } from './step-input.ts';
import type { WarningMinutes } from './news/stop-warning.ts';
import type { ConfiguredStack } from './stack-list-store.ts';
import type { License } from './license/license.ts';
import type { UserRights } from './rights/rights.ts';
import type { Stack } from './snapshot/snapshot.ts';
import type { Archive } from './worlds/archive.ts';
import type { StackStore } from './store.ts';

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

/** Says in the game in how many minutes the server stops. */
export type WarningCommand = (instanceId: string, minutes: WarningMinutes) => Promise<void>;

export interface ArchiveBucket {
  /** Returns the address of the archive, which works for some minutes. */
  urlOf(stackName: string, game: GameId, archive: Archive): Promise<string>;
  remove(stackName: string, archiveId: string): Promise<void>;
}

/** The hours that servers may run in a calendar month (UTC). */
export interface ServerHourLimits {
  /** The hours that all servers of one user have together. */
  person: number;
  /** The hours that all servers of the site have together. */
  site: number;
}

export interface StackPorts {
  store: StackStore;
  stacks: StackReader;
  executions: Executions;
  configured: () => Promise<readonly ConfiguredStack[]>;
  maxRunningStacks: number;
  serverHourLimits: ServerHourLimits;
  /** The license that the owner has to accept before the first start; null for a game without one. */
  license: License | null;
  rightsOf: (user: User) => Promise<UserRights>;
  isOwner: (user: User) => Promise<boolean>;
  news: Pick<NewsDesk, 'tell' | 'tryToTell'>;
  now: () => Date;
  newId: () => string;
  wait: (ms: number) => Promise<void>;
}

export interface RightsPorts extends StackPorts {
  /** The rights for a stack for which the owner has chosen none. */
  configuredRights: PeopleRights;
}

export interface LinkPorts extends StackPorts {
  /** 256 random bits. */
  newToken: () => string;
}

export interface WorldPorts extends StackPorts {
  sendArchiveCommand: ArchiveCommand;
  archiveBucket: Pick<ArchiveBucket, 'urlOf'>;
}

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

export interface TransferPorts extends StackPorts {
  worldFiles: WorldFiles;
}

/** The console of the game on a server. */
export interface GameConsole {
  /** Asks for the log, types a line or sets the lists of players. Returns the command's id, or undefined when SSM does not take it. */
  send(instanceId: string, verb: 'log' | 'command' | 'players', data?: string): Promise<string | undefined>;
  outputOf(instanceId: string, commandId: string): Promise<CommandOutput>;
}

export interface ConsolePorts extends StackPorts {
  gameConsole: GameConsole;
}

export interface ServerEventPorts extends StackPorts {
  reportCommand: ReportCommand;
  /** Asks EC2 about an instance. */
  machineState: (instanceId: string) => Promise<MachineState>;
  gameConsole: Pick<GameConsole, 'send'>;
  warnPlayers: WarningCommand;
  audit: RecordEvent;
  archiveBucket: Pick<ArchiveBucket, 'remove'>;
}

export interface StepPorts {
  audit: RecordEvent;
  news: Pick<NewsDesk, 'tell' | 'tryToTell'>;
  store: StackStore;
  stacks: StackReader & StackWriter;
  sendArchiveCommand: ArchiveCommand;
  configured: () => Promise<readonly ConfiguredStack[]>;
  now: () => Date;
}
