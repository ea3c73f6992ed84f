import {
  ArchiveId,
  ArchiveReason,
  type NewWorldSettings,
  type StackWorld,
  type WorldArchive,
} from 'shared-types/contract/stack';
import { keptForeignWorlds } from 'shared-types/rules/stack/world';
import { dayMs } from 'shared-types/rules/time';
import * as z from 'zod';
import { maxDeliveryMs } from '../players/players.ts';

/** A copy of a stack's world in the bucket. */
export interface Archive {
  archiveId: string;
  atMs: number;
  bytes: number;
  reason: ArchiveReason;
  /** The version of the game that has saved the world; empty when it is unknown. */
  version: string;
  levelName: string;
  /** The file of an uploaded world, or the stack that a world was copied from. */
  origin?: string | undefined;
  /** The settings of a world that was made on the page. Another one has those of the deployment. */
  settings?: NewWorldSettings | undefined;
}

/** The world that the next start begins with, until another one is chosen. A server applies each choice once. */
export interface WorldChoice {
  /** The id by which the file system remembers that the choice was applied; empty for no choice. */
  requestId: string;
  /** The archive, or 'new' for an empty world. */
  source: string;
  by: string;
  atMs: number;
  settings: NewWorldSettings | null;
  /** The settings of the world that is there until the choice is applied. */
  before: NewWorldSettings | null;
  isApplied: boolean;
}

/** Returns the settings of the present world; null for those of the deployment. */
export const presentSettings = ({ choice }: Pick<World, 'choice'>): NewWorldSettings | null =>
  (choice?.isApplied ? choice.settings : choice?.before) ?? null;

/** Returns the settings of the world that came by this choice: the last one, or any before it. */
export const settingsOfWorld = ({ choice }: Pick<World, 'choice'>, requestId: string): NewWorldSettings | null =>
  (choice?.requestId === requestId ? choice.settings : choice?.before) ?? null;

/** The last archive that could not be made. */
export interface ArchiveFailure {
  archiveId: string;
  atMs: number;
  reason: string;
  /** The stack was deleted all the same, so the newest state of its world has no archive. */
  isLost: boolean;
}

/** The records of a stack's world outside its file system. */
export interface World {
  /** Newest first. */
  archives: Archive[];
  choice: WorldChoice | undefined;
  failure: ArchiveFailure | undefined;
}

const ofServer = { stackName: z.string(), stackId: z.string() };

/** The events of infra/src/game-server/scripts/world.sh. */
export const ArchivedEvent = z.object({
  ...ofServer,
  archiveId: ArchiveId,
  reason: ArchiveReason.exclude(['upload', 'copy']),
  atSeconds: z.int().nonnegative(),
  bytes: z.int().positive(),
  levelName: z.string().max(200),
  version: z.string().max(40),
  /** The choice by which the world came; empty for none. */
  requestId: z.string().max(40),
});
export const ArchiveFailedEvent = z.object({ ...ofServer, archiveId: ArchiveId, reason: z.string().max(300) });
export const WorldChangedEvent = z.object({ ...ofServer, requestId: z.string() });

export const archiveKey = (stackName: string, archiveId: string) => `${stackName}/${archiveId}.mcworld`;

/**
 * The times in the events come from the server's clock. A time in the future would hide all later archives, and one in the past
 * would replace the newest archive of that day or week.
 */
export const archiveOf = (
  { archiveId, reason, atSeconds, bytes, levelName, version }: z.infer<typeof ArchivedEvent>,
  now: Date,
): Archive => {
  const nowMs = now.getTime();
  const atMs = Math.max(nowMs - maxDeliveryMs, Math.min(atSeconds * 1000, nowMs));
  return { archiveId, reason, bytes, levelName, version, atMs };
};

/** The world comes from elsewhere, so it is no state of this stack's own world. */
export const isForeign = ({ reason }: Archive) => reason === 'upload' || reason === 'copy';

const keptLast = 5;
const keptDays = 7;
/**
 * So no number of archives that a server in wrong hands announces replaces the last one of the week before, for 30 days: the site
 * takes none with a time of another week.
 */
const keptWeeks = 7;

const dayOf = (ms: number) => Math.floor(ms / dayMs);
/** 1 January 1970 was a Thursday, and a week begins on Monday. */
const weekOf = (ms: number) => Math.floor((dayOf(ms) + 3) / 7);

/**
 * Returns the archives to delete: all but the last 5, the newest one of each of the last 7 days and of each of the last
 * 7 weeks (UTC), and the one that the next start needs. `archives` are newest first. Worlds from elsewhere count for
 * themselves, so that no number of them replaces an archive of the stack's own world; the last 5 of them are kept.
 */
export function archivesToDelete(archives: readonly Archive[], needed: string | undefined, now: Date): Archive[] {
  const nowMs = now.getTime();
  const own = archives.filter((archive) => !isForeign(archive));
  const newestOf = (period: (ms: number) => number, kept: number) =>
    [...Map.groupBy(own, ({ atMs }) => period(atMs))]
      .filter(([index]) => index > period(nowMs) - kept)
      .flatMap(([, [newest]]) => newest ?? []);
  const kept = new Set([
    ...own.slice(0, keptLast),
    ...archives.filter(isForeign).slice(0, keptForeignWorlds),
    ...newestOf(dayOf, keptDays),
    ...newestOf(weekOf, keptWeeks),
    ...archives.filter(({ archiveId }) => archiveId === needed),
  ]);
  return archives.filter((archive) => !kept.has(archive));
}

/** The newest state of the world has no archive: the last one failed, and none has come since. */
const missingArchive = ({ archives, failure }: World): ArchiveFailure | undefined =>
  failure && failure.atMs >= (archives.find((archive) => !isForeign(archive))?.atMs ?? 0) ? failure : undefined;

/** Returns the parameters of the game server's template that say which world it begins with. */
export const worldParameters = ({ archives, choice }: World, hasPlayed: boolean): Record<string, string> => ({
  WorldRequest: choice?.requestId ?? '',
  WorldSource: choice?.source ?? '',
  WorldKnown: String(hasPlayed || archives.some((archive) => !isForeign(archive))),
  ...(choice?.settings && {
    ServerName: choice.settings.name,
    LevelSeed: choice.settings.seed,
    GameMode: choice.settings.gameMode,
    Difficulty: choice.settings.difficulty,
  }),
});

function asWorldArchive(archive: Archive): WorldArchive {
  const { atMs, settings: _, ...shown } = archive;
  return { ...shown, time: atMs };
}

/** Returns the world as the API shows it. */
export function asStackWorld(world: World): StackWorld {
  const { choice } = world;
  const problem = missingArchive(world);
  return {
    archives: world.archives.map(asWorldArchive),
    next:
      choice && !choice.isApplied
        ? { archiveId: choice.source === 'new' ? null : choice.source, time: choice.atMs, by: choice.by }
        : null,
    problem: problem ? { time: problem.atMs, reason: problem.reason, isLost: problem.isLost } : null,
  };
}
