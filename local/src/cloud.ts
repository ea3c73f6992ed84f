/** What the parts of the local cloud know of each other. */
import type { AppConfig } from 'infra/config';
import type { ModelCall } from './fakes/openai/model.ts';
import type { ModelMode } from './fakes/openai/modes.ts';

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
export type JsonObject = { [name: string]: Json };

/** One resource of the synthesized template, with every intrinsic in it resolved. */
export interface Resource {
  logicalId: string;
  /** As CloudFormation spells it: `AWS::SQS::Queue`. */
  type: string;
  properties: JsonObject;
  /** What `Ref` gives: a name, an id, an address or an ARN, by type. */
  ref: string;
  /** What `Fn::GetAtt` gives, by attribute. */
  attributes: Record<string, string>;
}

export interface Clock {
  /** The product's time: the machine's, moved by what tests asked for. */
  now(): number;
  advance(ms: number): void;
}

/** The clock's offset, readable by every thread. */
export type ClockBuffer = SharedArrayBuffer;

export interface Functions {
  /**
   * Invokes and waits, as `RequestResponse` does. A function that throws, times out or dies rejects with a `FunctionError`.
   * Functions are known by their ARN, since this is what integrations, mappings and schedules carry.
   */
  invoke(functionArn: string, event: Json): Promise<Json>;
  /** What the function has written to its console, last lines last. */
  output(functionArn: string): string[];
  /** How many invocations are under way, of all functions. */
  running(): number;
  /** Ends its instances at once, whatever they are doing: what a crash is to whoever waits for them. */
  crash(functionArn: string): void;
  close(): Promise<void>;
}

/** How Lambda reports a failed invocation. */
export class FunctionError extends Error {
  override name = 'FunctionError';
  readonly errorType: string;
  readonly trace: string[];

  constructor(errorType: string, errorMessage: string, trace: string[] = []) {
    super(errorMessage);
    this.errorType = errorType;
    this.trace = trace;
  }
}

export interface Scheduler {
  /** The schedules' logical ids. */
  readonly names: string[];
  /** Invokes the schedule's target now; without a name, every schedule's. */
  runNow(name?: string): Promise<void>;
  close(): void;
}

/** What an AWS SDK client of the runtime itself is made with: it may do everything. */
export interface AwsAccess {
  endpoint: string;
  region: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
}

export interface ListingSite {
  origin: string;
  readonly mode: string;
  setMode(mode: string): void;
  close(): Promise<void>;
}

/** The stand-in for a language model. */
export interface ModelStandIn {
  origin: string;
  readonly mode: string;
  setMode(mode: ModelMode): void;
  /** How many there were so far. */
  readonly count: number;
  /** The last of them. */
  calls(): readonly ModelCall[];
}

/** The stand-in for Google's sign-in. */
export interface GoogleStandIn {
  /** What the site must know of it, in place of what the owner wrote down of Google. */
  settings: Omit<AppConfig['google'], 'origin'>;
  /** Those whom it offers, and how many browsers each has let ask about them. */
  accounts(): { email: string; name: string; consents: number }[];
  close(): Promise<void>;
}

/**
 * What CloudFormation can be told to do with the next operation: `createFails` fails on a resource and rolls back,
 * `deleteFails` cannot delete one, `slow` takes ten times as long. `throttled` refuses every call while it lasts.
 */
export const stackModes = ['normal', 'createFails', 'deleteFails', 'throttled', 'slow'] as const;
export type StackMode = (typeof stackModes)[number];

/** A stack that has come up. */
export interface RunningStack {
  stackName: string;
  stackId: string;
  sinceMs: number;
  /** After so long without players its server asks for a stop. */
  idleMinutes: number;
}

/** Who plays on the game servers: they are imitated, so nobody does unless one says so. */
export interface Players {
  count(stackName: string): number;
  setCount(stackName: string, count: number): void;
}

/** CloudFormation and Step Functions, for those who watch them from outside. */
export interface Stacks {
  cloudFormation: {
    readonly mode: StackMode;
    setMode(mode: StackMode): void;
    /** How often each operation was called on each stack since the start: `DescribeStacks bedrock-survival`. */
    calls(): Record<string, number>;
    running(): RunningStack[];
  };
  players: Players;
  /** Those that the site may start. */
  names: string[];
  executions(): readonly { name: string; status: string; transitions: number }[];
}

/** A mail with a code, as it would reach a person. */
export interface Mail {
  to: string;
  code: string;
  time: number;
}

/** A mail with words. */
export interface Letter {
  to: string;
  subject: string;
  text: string;
  time: number;
}

/** What a person without a mailbox or a phone may see of the accounts. */
export interface Accounts {
  /** Oldest first. */
  readonly mails: readonly (Mail | Letter)[];
  /** What somebody's authenticator shows, or shows next when this code was used already. */
  totp(username: string): string | undefined;
  /** Whoever has one, or is setting it up. */
  authenticators(): string[];
}

/** All of it, as the gateway, the edge and the control page are given it. */
export interface Cloud {
  resources: Resource[];
  /** The file or folder that CDK would upload as this object of the assets bucket (`<hash>.zip` is the folder `asset.<hash>`). */
  assetPath: (objectKey: string) => string;
  clock: Clock;
  functions: Functions;
  scheduler: Scheduler;
  aws: AwsAccess;
  accounts: Accounts;
  /** The built-in listing site; absent when LISTING_ORIGIN points elsewhere. */
  listing: ListingSite | undefined;
  /** The built-in model; absent when OPENAI_API_KEY or OPENAI_BASE_URL names a real one. */
  model: ModelStandIn | undefined;
  /** The stand-in for Google; absent when GOOGLE_CLIENT_ID names a client of the real one. */
  google: GoogleStandIn | undefined;
  stacks: Stacks;
  dataDir: string;
}

/** A mistake of the person who starts the site: shown as one sentence, without a stack trace. */
export class StartError extends Error {
  override name = 'StartError';
}
