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
  told: undefined,
});
const due = (given: ReturnType<typeof state>) => dueWarning(given, 'arn:one', now);

describe('the warning before a scheduled stop', () => {
  it('comes at fifteen and at five minutes, and says how many are left, also when the watchdog looks late', () => {
    expect(due(state(15.5 * minute))).toBeUndefined();
    expect(due(state(15.4 * minute))).toEqual({ warningId: `warned-15-${now.getTime() + 15.4 * minute}`, minutes: 15 });
    expect(due(state(13.1 * minute))?.minutes).toBe(13);
    expect(due(state(13 * minute))).toBeUndefined();
    expect(due(state(5.4 * minute))?.minutes).toBe(5);
    expect(due(state(3.1 * minute))?.minutes).toBe(3);
    expect(due(state(3 * minute))).toBeUndefined();
  });

  it('comes once for each planned stop of a server', () => {
    const told = due(state(15 * minute))?.warningId ?? '';
    const again = (leftMs: number, stackId: string) =>
      dueWarning({ ...state(leftMs), told: { stackId, newsIds: [told] } }, 'arn:one', now);
    expect(again(15 * minute, 'arn:one')).toBeUndefined();
    // The stop was moved.
    expect(again(14.5 * minute, 'arn:one')).toBeDefined();
    expect(again(15 * minute, 'arn:other')).toBeDefined();
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
