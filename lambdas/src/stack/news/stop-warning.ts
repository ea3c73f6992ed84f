import { minuteMs } from 'shared-types/rules/time';
import type { StackLock } from '../actions/action.ts';
import type { PlayerCount } from '../players/players.ts';
import type { ToldNews } from './told-news.ts';

/**
 * Players are warned this number of minutes before a scheduled stop. The stop itself counts the last half minute down.
 */
export const warningMinutes = [15, 5] as const;

/** The watchdog looks once a minute, and some of its looks come late or find a server that does not take the command. */
const [earlyMs, lateMs] = [0.5 * minuteMs, 2 * minuteMs];

interface StopWarning {
  /** One warning of one planned stop. */
  warningId: string;
  /** The minutes that are left, rounded. */
  minutes: number;
}

interface ServerState {
  lock: StackLock;
  players: PlayerCount | undefined;
  told: ToldNews | undefined;
}

/** Returns the warning that players should get now and have not got yet. Only players need one. */
export function dueWarning(
  { lock: { launch, holder }, players, told }: ServerState,
  stackId: string,
  now: Date,
): StopWarning | undefined {
  if (holder !== null || launch?.stackId !== stackId || launch.stopsAtMs === null) return undefined;
  if (players?.stackId !== stackId || !players.online) return undefined;
  const leftMs = launch.stopsAtMs - now.getTime();
  const before = warningMinutes.find(
    (minutes) => leftMs < minutes * minuteMs + earlyMs && leftMs > minutes * minuteMs - lateMs,
  );
  const warningId = `warned-${before}-${launch.stopsAtMs}`;
  const isTold = told?.stackId === stackId && told.newsIds.includes(warningId);
  return before === undefined || isTold ? undefined : { warningId, minutes: Math.round(leftMs / minuteMs) };
}
