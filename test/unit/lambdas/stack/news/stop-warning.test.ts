import { describe, expect, it } from '@jest/globals';
import { dueWarning } from 'lambdas/stack/news/stop-warning';

const minute = 60_000;
const now = new Date('2026-03-01T20:00:00Z');
const players = (online: number | null, stackId = 'arn:one') => ({
  seenAtMs: now.getTime(),
  stackId,
  online,
  lastPlayedAtMs: now.getTime(),
  idleMinutes: 30,
  named: [],
});
const state = (leftMs: number | null, count = players(2), holder: string | null = null) => ({
  lock: {
    holder,
    leaseUntilMs: 0,
    launch: { actionId: 'A', stackId: 'arn:one', stopsAtMs: leftMs === null ? null : now.getTime() + leftMs },
  },
  players: count,
});
const due = (given: ReturnType<typeof state>) => dueWarning(given, 'arn:one', now);

describe('the warning before a scheduled stop', () => {
  it('comes once at fifteen and once at five minutes, whenever in its minute the watchdog looks', () => {
    for (const offsetMs of [0, 1, 30_000, minute - 1]) {
      const looks = Array.from({ length: 30 }, (_, minutes) => due(state(minutes * minute + offsetMs)));
      expect(looks.filter((each) => each === 15)).toHaveLength(1);
      expect(looks.filter((each) => each === 5)).toHaveLength(1);
    }
    expect(due(state(15 * minute))).toBe(15);
    expect(due(state(5 * minute))).toBe(5);
    expect(due(state(4 * minute))).toBeUndefined();
  });

  it('is for players of this server only, and not while an action is in progress or without a scheduled stop', () => {
    expect(due(state(5 * minute, players(0)))).toBeUndefined();
    expect(due(state(5 * minute, players(null)))).toBeUndefined();
    expect(due(state(5 * minute, players(2, 'arn:other')))).toBeUndefined();
    expect(due(state(5 * minute, players(2), 'B'))).toBeUndefined();
    expect(due(state(null))).toBeUndefined();
    expect(dueWarning(state(5 * minute), 'arn:other', now)).toBeUndefined();
  });
});
