import { minuteMs } from 'shared-types/rules/time';
import type { GameId } from 'shared-types/rules/stack/game';
import * as z from 'zod';
import { type NamedPlayer, namedPlayers } from './named-players.ts';

/** The latest player count of a server, as the server itself reported it. */
export interface PlayerCount {
  seenAtMs: number;
  /** The stack of the server. The count of a previous stack is not shown. */
  stackId: string;
  /** Null when the game did not answer. */
  online: number | null;
  lastPlayedAtMs: number;
  /** After this number of minutes without players, the server asks to be stopped. */
  idleMinutes: number;
  /** Those of the players whom the game's log names. */
  named: NamedPlayer[];
}

/** Returns when the server asks to be stopped, unless a player joins before. */
export const idleStopMs = ({ lastPlayedAtMs, idleMinutes }: Pick<PlayerCount, 'lastPlayedAtMs' | 'idleMinutes'>) =>
  Math.round(lastPlayedAtMs + idleMinutes * minuteMs);

/** A server reports once a minute. A server whose last report is older than this is silent. */
export const silentAfterMs = 3 * minuteMs;

/** The last silence of a server that was told. */
export interface Silence {
  stackId: string;
  lastWordMs: number;
  toldAtMs: number;
}

export const isSilent = ({ seenAtMs }: Pick<PlayerCount, 'seenAtMs'>, now: Date) =>
  now.getTime() - seenAtMs >= silentAfterMs;

const count = z.int().nonnegative();

/** The server sends 30,000 bytes at most. */
const maxLogLength = 40_000;

/** The report that a server sends once a minute: see infra/src/game-server/scripts/stop-when-idle.sh. */
export const PlayersReport = z.object({
  stackName: z.string(),
  stackId: z.string(),
  atSeconds: count,
  online: count.nullable(),
  lastPlayedSeconds: count,
  idleMinutes: z.number().positive(),
  /** The lines of the game's log about players who come and go, in base64. The count is worth more than the names. */
  log: z.base64().max(maxLogLength).catch(''),
});

/** EventBridge delivers no older event of a server: see infra/src/domains/stack.ts. */
export const maxDeliveryMs = 6 * minuteMs;

/**
 * Takes the times of a server whose clock is right. A clock that is ahead would block all later reports. A clock that is
 * far behind would make its server look silent. So the reports of both count as made now.
 */
export function playerCountOf(report: z.infer<typeof PlayersReport>, game: GameId, now: Date): PlayerCount {
  const { stackId, online, idleMinutes } = report;
  const atMs = report.atSeconds * 1000;
  const isLate = now.getTime() - atMs > maxDeliveryMs;
  const seenAtMs = isLate ? now.getTime() : Math.min(atMs, now.getTime());
  const sincePlayedMs = Math.max(0, atMs - report.lastPlayedSeconds * 1000);
  const lastPlayedAtMs = isLate ? seenAtMs - sincePlayedMs : Math.min(report.lastPlayedSeconds * 1000, seenAtMs);
  const sinceMs = (ms: number) => Math.min(isLate ? seenAtMs - Math.max(0, atMs - ms) : ms, seenAtMs);
  const named = namedPlayers(game, Buffer.from(report.log, 'base64').toString('utf8'));
  return {
    seenAtMs,
    stackId,
    online,
    lastPlayedAtMs,
    idleMinutes,
    // A log with more players than the game counts is out of step with it.
    named: named.length > (online ?? 0) ? [] : named.map((player) => ({ ...player, sinceMs: sinceMs(player.sinceMs) })),
  };
}
