import { minuteMs } from 'shared-types/rules/time';
import type { StackLock } from '../actions/action.ts';
import type { PlayerCount } from '../players/players.ts';
import type { WarningMinutes } from '../ports.ts';

/**
 * Players are warned this number of minutes before a scheduled stop. The stop itself counts the last half minute down.
 */
export const warningMinutes = [15, 5] as const satisfies WarningMinutes[];

/** Returns the warning whose minute it is. The watchdog looks once a minute, and only players need a warning. */
export function dueWarning(
  { lock: { launch, holder }, players }: { lock: StackLock; players: PlayerCount | undefined },
  stackId: string,
  now: Date,
): WarningMinutes | undefined {
  if (holder !== null || launch?.stackId !== stackId || launch.stopsAtMs === null) return undefined;
  if (players?.stackId !== stackId || !players.online) return undefined;
  const leftMs = launch.stopsAtMs - now.getTime();
  return warningMinutes.find((minutes) => leftMs <= minutes * minuteMs && leftMs > (minutes - 1) * minuteMs);
}
