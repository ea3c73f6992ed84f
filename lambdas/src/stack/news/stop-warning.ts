import { minuteMs } from 'shared-types/rules/time';
import type { StoredStackState } from '../state-store.ts';

/**
 * Players are warned this number of minutes before a scheduled stop. The stop itself counts the last half minute down.
 */
export const warningMinutes = [15, 5] as const;

export type WarningMinutes = (typeof warningMinutes)[number];

/** Returns the warning whose minute it is. The watchdog looks once a minute, and only players need a warning. */
export function dueWarning(
  { lock: { launch, holder }, players }: Pick<StoredStackState, 'lock' | 'players'>,
  stackId: string,
  now: Date,
): WarningMinutes | undefined {
  if (holder !== null || launch?.stackId !== stackId || launch.stopsAtMs === null) return undefined;
  if (players?.stackId !== stackId || !players.online) return undefined;
  const leftMs = launch.stopsAtMs - now.getTime();
  return warningMinutes.find((minutes) => leftMs <= minutes * minuteMs && leftMs > (minutes - 1) * minuteMs);
}
