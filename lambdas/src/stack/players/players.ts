import * as z from 'zod';

/** Who plays, as the server itself has counted. */
export interface PlayerCount {
  seenAtMs: number;
  /** The server that says so: another one's word is not shown. */
  stackId: string;
  /** Null when the game did not answer. */
  online: number | null;
  lastPlayedAtMs: number;
  /** Without players for so long, the server asks to be stopped. */
  idleMinutes: number;
}

const minuteMs = 60_000;

/** When a server begins to ask for its stop, unless somebody plays before. */
export const idleStopMs = ({ lastPlayedAtMs, idleMinutes }: PlayerCount) =>
  Math.round(lastPlayedAtMs + idleMinutes * minuteMs);

const count = z.int().nonnegative();

/** What a server says once a minute: see infra/src/game-server/stop-when-idle.sh. */
export const PlayersReport = z.object({
  stackName: z.string(),
  stackId: z.string(),
  atSeconds: count,
  online: count.nullable(),
  lastPlayedSeconds: count,
  idleMinutes: z.number().positive(),
});

/** A clock that is ahead must not keep out what comes later. */
export function playerCountOf(said: z.infer<typeof PlayersReport>, now: Date): PlayerCount {
  const { stackId, online, idleMinutes } = said;
  const seenAtMs = Math.min(said.atSeconds * 1000, now.getTime());
  return { seenAtMs, stackId, online, lastPlayedAtMs: Math.min(said.lastPlayedSeconds * 1000, seenAtMs), idleMinutes };
}
