import * as z from 'zod';
import { difficulties, gameModes } from '../rules/stack/world.ts';
import { endpoint, Month, nothing, TimeMs } from './endpoint.ts';

export const StackAction = z.enum(['START', 'RESTART', 'STOP']);
export type StackAction = z.infer<typeof StackAction>;

export const StackEvent = z.object({
  timestamp: TimeMs,
  resourceType: z.string(),
  logicalResourceId: z.string(),
  resourceStatus: z.string(),
  reason: z.string().nullable(),
});
export type StackEvent = z.infer<typeof StackEvent>;

/** The player count that the server reports once a minute. */
export const PlayersSeen = z.object({
  /** Null when the game did not answer. */
  online: z.int().nonnegative().nullable(),
  seenAt: TimeMs,
  /** For a server without players so far, the start of its count. */
  lastPlayedAt: TimeMs,
  /** When the server is stopped unless a player joins before. */
  idleStopAt: TimeMs,
  /** The server has sent no report for four minutes. */
  isSilent: z.boolean().optional(),
});
export type PlayersSeen = z.infer<typeof PlayersSeen>;

/** A stack according to CloudFormation, with its price. */
export const StackInfo = z.object({
  stackName: z.string(),
  stackStatus: z.string(),
  stackStatusReason: z.string().nullable(),
  creationTime: TimeMs,
  updateTime: TimeMs.nullable(),
  outputs: z.array(z.object({ outputKey: z.string(), outputValue: z.string() })),
  events: z.array(StackEvent),
  /** The time of the scheduled stop. */
  stopsAt: TimeMs.nullable(),
  /** In US dollars, from the deployment's configuration. */
  hourlyPrice: z.number().nonnegative().nullable(),
  /** Missing until the first report of the server. */
  players: PlayersSeen.optional(),
});
export type StackInfo = z.infer<typeof StackInfo>;

export const ActionLog = z.object({
  action: StackAction,
  actionTime: TimeMs,
  syncStatus: z.enum(['RUNNING', 'SUCCEEDED', 'FAILED', 'TIMED_OUT', 'ABORTED']),
  syncTime: TimeMs,
  reason: z.string().nullable(),
  /** A user's name, 'schedule', 'hours' for a month's server hours that are used up, or 'idle'. */
  by: z.string(),
});
export type ActionLog = z.infer<typeof ActionLog>;

/** The permission to start, restart and stop: everyone has it, only the people on the owner's list have it, or the user lacks it. */
export const StackAccess = z.enum(['everyone', 'listed', 'none']);
export type StackAccess = z.infer<typeof StackAccess>;

/** `awsStackInfo` is null only when CloudFormation says that the stack does not exist. */
const described = { awsStackInfo: StackInfo.nullable(), actionLogs: z.array(ActionLog) };
const begun = { response: z.object({ data: ActionLog }) };

export const stackApi = {
  /** The configured names. */
  listStacks: endpoint('GET /api/minecraft_bedrock/v2', {
    response: z.object({ data: z.array(z.string()), access: StackAccess }),
  }),
  /** For a card: the outputs, which include the address, no events, and the last 5 actions. */
  describeStack: endpoint('GET /api/minecraft_bedrock/v2/{stackName}/description', {
    response: z.object({ data: z.object(described) }),
  }),
  /** For a page: outputs, the last 50 events and the last 20 actions. `lastEvents` also has those of a deleted stack. */
  getStackDetail: endpoint('GET /api/minecraft_bedrock/v2/{stackName}/detail', {
    response: z.object({ data: z.object({ ...described, lastEvents: z.array(StackEvent), access: StackAccess }) }),
  }),
  startStack: endpoint('POST /api/minecraft_bedrock/v2/{stackName}/start', { ...begun, audit: 'stackStarted' }),
  restartStack: endpoint('POST /api/minecraft_bedrock/v2/{stackName}/restart', { ...begun, audit: 'stackRestarted' }),
  /** Interrupts a start or a restart in progress. */
  stopStack: endpoint('POST /api/minecraft_bedrock/v2/{stackName}/stop', { ...begun, audit: 'stackStopped' }),
  /** The hours of this calendar month (UTC) of the servers that the user has started, and how many are allowed. */
  getServerHours: endpoint('GET /api/minecraft_bedrock/hours', {
    response: z.object({ hours: z.number().nonnegative(), hourLimit: z.number().positive() }),
  }),
  /** The uptime of each stack in this calendar month (UTC), by its action log. */
  getStackCosts: endpoint('GET /api/costs/stack', {
    access: 'owner',
    response: z.object({
      month: Month,
      /** The hours that all servers together may run in the month. */
      hourLimit: z.number().positive(),
      stacks: z.array(
        z.object({
          stackName: z.string(),
          hours: z.number().nonnegative(),
          actions: z.int().nonnegative(),
          hourlyPrice: z.number().nonnegative().nullable(),
        }),
      ),
    }),
  }),
};

/** An archive is made when the server stops, when it boots before the game starts, or while the game runs. */
export const ArchiveReason = z.enum(['stop', 'boot', 'live']);
export type ArchiveReason = z.infer<typeof ArchiveReason>;

/** The site chooses the id of an archive. Only an archive at boot gets its id from the server, by the time of the boot. */
export const ArchiveId = z.string().regex(/^[0-9A-Za-z-]{0,30}\d[0-9A-Za-z-]{0,30}$/, 'must be the id of an archive');

export const WorldArchive = z.object({
  archiveId: z.string(),
  time: TimeMs,
  bytes: z.int().positive(),
  reason: ArchiveReason,
  /** The version of the game; empty when it is unknown. */
  version: z.string(),
  levelName: z.string(),
});
export type WorldArchive = z.infer<typeof WorldArchive>;

/** The settings of a new world. They become parameters of the game server's template. */
export const NewWorldSettings = z.strictObject({
  name: z.string().regex(/^[A-Za-z0-9._-]([A-Za-z0-9 ._-]{0,38}[A-Za-z0-9._-])?$/),
  seed: z.string().regex(/^[A-Za-z0-9-]{0,40}$/),
  gameMode: z.enum(gameModes),
  difficulty: z.enum(difficulties),
});
export type NewWorldSettings = z.infer<typeof NewWorldSettings>;

export const StackWorld = z.object({
  /** The newest archive comes first. */
  archives: z.array(WorldArchive),
  /** The world that the next start begins with, when it is not the present one. `archiveId` is null for a new world. */
  next: z.object({ archiveId: z.string().nullable(), time: TimeMs, by: z.string() }).nullable(),
  /** Why the newest state of the world has no archive; null when it has one or the stack has no world yet. */
  problem: z.object({ time: TimeMs, reason: z.string(), isLost: z.boolean() }).nullable(),
});
export type StackWorld = z.infer<typeof StackWorld>;

const changed = { response: nothing };

/** The calls about the worlds of stacks. */
export const stackWorldApi = {
  getWorld: endpoint('GET /api/minecraft_bedrock/v2/{stackName}/world', {
    response: z.object({ data: StackWorld }),
  }),
  /** Archives the world of a running server. The archive appears in the list when it is complete. */
  archiveWorld: endpoint('POST /api/minecraft_bedrock/v2/{stackName}/world/archives', {
    ...changed,
    audit: 'worldArchived',
  }),
  /** An address that works for five minutes. */
  getArchiveUrl: endpoint('GET /api/minecraft_bedrock/v2/{stackName}/world/archives/{archiveId}', {
    params: { archiveId: ArchiveId },
    response: z.object({ url: z.string() }),
  }),
  /** Chooses the world that the next start begins with: the world of this archive, or a new world if `archiveId` is null. */
  chooseWorld: endpoint('PUT /api/minecraft_bedrock/v2/{stackName}/world/next', {
    body: z.strictObject({ archiveId: ArchiveId.nullable(), settings: NewWorldSettings.optional() }),
    ...changed,
    audit: 'worldChosen',
  }),
  /** Withdraws the choice, so that the next start continues with the present world. */
  keepWorld: endpoint('DELETE /api/minecraft_bedrock/v2/{stackName}/world/next', { ...changed, audit: 'worldChosen' }),
};
