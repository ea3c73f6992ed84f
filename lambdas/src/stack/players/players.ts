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
  /** After so many minutes without players, the server asks to be stopped. */
  idleMinutes: number;
}

/** When the server asks to be stopped, unless a player joins before. */
export const idleStopMs = ({ lastPlayedAtMs, idleMinutes }: PlayerCount) =>
  Math.round(lastPlayedAtMs + idleMinutes * minuteMs);

/** A server reports once a minute. A server whose last report is older than this counts as silent. */
const silentAfterMs = 4 * minuteMs;

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

/** Limits the server's times to `now`: a report from a clock that is ahead would block all later reports. */
export function playerCountOf(report: z.infer<typeof PlayersReport>, now: Date): PlayerCount {
  const { stackId, online, idleMinutes } = report;
  const seenAtMs = Math.min(report.atSeconds * 1000, now.getTime());
  const lastPlayedAtMs = Math.min(report.lastPlayedSeconds * 1000, seenAtMs);
  return { seenAtMs, stackId, online, lastPlayedAtMs, idleMinutes };
}
