import * as z from 'zod';
import type { StackRights } from '../rules/stack/rights.ts';
import { bootPhases } from '../rules/stack/boot.ts';
import { gameIds } from '../rules/stack/game.ts';
import { difficulties, gameModes } from '../rules/stack/world.ts';
import { GameLicense } from './stack/license.ts';
import { MissedStart } from './stack/weekly-times.ts';
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
  /** Those of the players whom the game's log names, in the order in which they joined. Missing when it names none. */
  named: z.array(z.object({ name: z.string(), since: TimeMs })).optional(),
  /** The server has sent no report for three minutes. */
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
  /** When the phases of the boot ended so far, in the order of `bootPhases`. Missing until the first one has. */
  boot: z.array(TimeMs).min(1).max(bootPhases.length).optional(),
  /** The registry of the game's image did not answer, so the server runs the image of its last good start. */
  keptImage: z.literal(true).optional(),
  /** The game could not be downloaded, so the server runs a version that was kept at an earlier start. */
  keptGame: z.object({ version: z.string(), keptAt: TimeMs }).optional(),
  /** Missing until the first report of the server. */
  players: PlayersSeen.optional(),
  /** A server that is up and has not reported yet: when its first report is due, and whether it is late. */
  firstReport: z.object({ dueAt: TimeMs, isLate: z.boolean() }).optional(),
});
export type StackInfo = z.infer<typeof StackInfo>;

export const ActionLog = z.object({
  action: StackAction,
  actionTime: TimeMs,
  syncStatus: z.enum(['RUNNING', 'SUCCEEDED', 'FAILED', 'TIMED_OUT', 'ABORTED']),
  syncTime: TimeMs,
  reason: z.string().nullable(),
  /** A user's name, the start link that was used, 'schedule', 'hours' for a month's server hours that are used up, 'idle', or 'silence' of the server. */
  by: z.string(),
  /** No user has asked for the action, so `by` is one of the site's own words. A user may have any name. */
  isBySite: z.literal(true).optional(),
});
export type ActionLog = z.infer<typeof ActionLog>;

/** The permission to start or stop: everyone has it for all stacks, the user has it for some stack, or for none. */
export const StackAccess = z.enum(['everyone', 'listed', 'none']);
export type StackAccess = z.infer<typeof StackAccess>;

/** `awsStackInfo` is null only when CloudFormation says that the stack does not exist. */
const described = {
  /** Missing for Minecraft Bedrock. */
  game: z.enum(gameIds).optional(),
  awsStackInfo: StackInfo.nullable(),
  actionLogs: z.array(ActionLog),
  /** The rights of the user. */
  rights: z.object({ start: z.boolean(), stop: z.boolean(), command: z.boolean() }) satisfies z.ZodType<StackRights>,
  /** CloudFormation is unavailable, and this is what it answered at this time. Missing otherwise. */
  outdatedSince: TimeMs.optional(),
};

/** A site has at most 25 stacks. */
const StackNames = z
  .string()
  .regex(
    /^[A-Za-z0-9-]{1,128}(,[A-Za-z0-9-]{1,128}){0,24}$/,
    'must be the names of 25 stacks at most, separated by commas',
  );

const begun = { response: z.object({ data: ActionLog }) };

export const stackApi = {
  /**
   * The configured names. `describe` names stacks, separated by commas, whose cards are also in the answer, as in
   * `describeStack`. A stack whose state is unknown while CloudFormation is unavailable, or that does not exist, is left out.
   */
  listStacks: endpoint('GET /api/minecraft_bedrock/v2', {
    query: z.strictObject({ describe: StackNames.optional() }),
    response: z.object({
      data: z.array(z.string()),
      /** The games of the stacks, by name, that run another game than Minecraft Bedrock. */
      games: z.record(z.string(), z.enum(gameIds)).optional(),
      access: StackAccess,
      described: z.record(z.string(), z.object(described)).optional(),
    }),
  }),
  /** For a card: the outputs, which include the address, no events, and the last 5 actions. */
  describeStack: endpoint('GET /api/minecraft_bedrock/v2/{stackName}/description', {
    response: z.object({ data: z.object(described) }),
  }),
  /** For a page: outputs, the last 50 events and the last 20 actions. `lastEvents` also has those of a deleted stack. */
  getStackDetail: endpoint('GET /api/minecraft_bedrock/v2/{stackName}/detail', {
    response: z.object({
      data: z.object({
        ...described,
        lastEvents: z.array(StackEvent),
        /** The user is the owner of the site. */
        isOwner: z.boolean(),
        /** Null for a game without one. */
        license: GameLicense.nullable(),
        /** The next start by the weekly times, and the last one if it has not happened. */
        plan: z.object({ nextStart: TimeMs.nullable(), missed: MissedStart.nullable() }),
      }),
    }),
  }),
  startStack: endpoint('POST /api/minecraft_bedrock/v2/{stackName}/start', { ...begun, audit: 'stackStarted' }),
  restartStack: endpoint('POST /api/minecraft_bedrock/v2/{stackName}/restart', { ...begun, audit: 'stackRestarted' }),
  /** Interrupts a start or a restart in progress. */
  stopStack: endpoint('POST /api/minecraft_bedrock/v2/{stackName}/stop', { ...begun, audit: 'stackStopped' }),
  /**
   * Moves the scheduled stop of a running server. `stopsAt` is the time that the page has shown. The answer has the new
   * time, which may be sooner than `until`: no server may run longer than a start would allow now.
   */
  moveStop: endpoint('POST /api/minecraft_bedrock/v2/{stackName}/stopTime', {
    body: z.strictObject({ stopsAt: TimeMs, until: TimeMs }),
    response: z.object({ data: ActionLog, stopsAt: TimeMs }),
    audit: 'stopMoved',
  }),
  /** The hours of this calendar month (UTC) of the servers that the user has started, and how many are allowed. */
  getServerHours: endpoint('GET /api/minecraft_bedrock/hours', {
    response: z.object({
      hours: z.number().nonnegative(),
      hourLimit: z.number().positive(),
      /** The hours that all servers of the site together may run in the month. */
      siteHourLimit: z.number().positive(),
    }),
  }),
  /** The hours that a server has run in this calendar month (UTC), by its action log, whoever started it, and its size. */
  getStackHours: endpoint('GET /api/minecraft_bedrock/v2/{stackName}/hours', {
    response: z.object({
      hours: z.number().nonnegative(),
      /** The size of its next start, by the name of EC2: see rules/stack/server-sizes.ts. */
      instanceType: z.string(),
      hourlyPrice: z.number().nonnegative().nullable(),
      /** The hours after which a start plans the stop at the latest. */
      maxUptimeHours: z.number().positive(),
    }),
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

/**
 * An archive is made when the server stops, when it boots before the game starts, or while the game runs. A world from elsewhere is
 * uploaded, or copied from another server.
 */
export const ArchiveReason = z.enum(['stop', 'boot', 'live', 'upload', 'copy']);
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
  /** The file of an uploaded world, or the stack that a world was copied from. */
  origin: z.string().optional(),
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
