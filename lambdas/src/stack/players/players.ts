import { minuteMs } from 'shared-types/rules/time';
import * as z from 'zod';

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
}

/** Returns when the server asks to be stopped, unless a player joins before. */
export const idleStopMs = ({ lastPlayedAtMs, idleMinutes }: PlayerCount) =>
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

/** The report that a server sends once a minute: see infra/src/game-server/scripts/stop-when-idle.sh. */
export const PlayersReport = z.object({
  stackName: z.string(),
  stackId: z.string(),
  atSeconds: count,
  online: count.nullable(),
  lastPlayedSeconds: count,
  idleMinutes: z.number().positive(),
});

/** EventBridge delivers no older event of a server: see infra/src/domains/stack.ts. */
export const maxDeliveryMs = 6 * minuteMs;

/**
 * Takes the times of a server whose clock is right. A clock that is ahead would block all later reports. A clock that is
 * far behind would make its server look silent. So the reports of both count as made now.
 */
export function playerCountOf(report: z.infer<typeof PlayersReport>, now: Date): PlayerCount {
  const { stackId, online, idleMinutes } = report;
  const atMs = report.atSeconds * 1000;
  const isLate = now.getTime() - atMs > maxDeliveryMs;
  const seenAtMs = isLate ? now.getTime() : Math.min(atMs, now.getTime());
  const sincePlayedMs = Math.max(0, atMs - report.lastPlayedSeconds * 1000);
  const lastPlayedAtMs = isLate ? seenAtMs - sincePlayedMs : Math.min(report.lastPlayedSeconds * 1000, seenAtMs);
  return { seenAtMs, stackId, online, lastPlayedAtMs, idleMinutes };
}
