/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { describeNamed, describePlayers, describeSilence } from 'web/features/stack/server/players.tsx';

const today = (hours: number, minutes: number) => new Date(2026, 10, 22, hours, minutes).getTime();
const ten = today(21, 10);
const seen = (online: number | null, idleStopAt = today(21, 34), now = ten, stopsAt: number | null = null) =>
  describePlayers({ online, seenAt: ten, lastPlayedAt: today(21, 4), idleStopAt }, stopsAt, now);

describe('the players of a server', () => {
  it('are counted', () => {
    expect([seen(1), seen(12)]).toEqual(['1 player', '12 players']);
  });

  it('are unknown, and the server out of order, when it has sent no word', () => {
    expect(describeSilence({ seenAt: ten }, today(21, 30))).toBe(
      'The server last reported at 21:10. Restart it if players cannot join. Unless it answers, it is stopped within half an hour.',
    );
  });

  it('show since when the server is empty, and when it stops', () => {
    expect(seen(0)).toBe('Empty since 21:04 · stops at 21:34 unless someone joins');
    expect(seen(0, ten)).toBe('Empty since 21:04 · about to stop');
    expect(seen(0, ten, today(21, 14))).toBe('Empty since 21:04 · about to stop');
  });

  it('leave out a stop that the scheduled one precedes', () => {
    expect(seen(0, today(21, 34), ten, today(21, 30))).toBe('Empty since 21:04');
    expect(seen(0, today(21, 34), ten, today(22, 0))).toBe('Empty since 21:04 · stops at 21:34 unless someone joins');
  });

  it('do not announce a stop after an old count', () => {
    expect(seen(0, ten, today(21, 15))).toBe('Empty since 21:04');
    expect(seen(null, ten, today(23, 0))).toBe('The game is not responding');
  });

  it('are unknown when the game is not responding, which stops the server as well', () => {
    expect(seen(null)).toBe('The game is not responding · stops at 21:34 unless someone joins');
  });

  it('are named with the times since when they are on, and the others counted', () => {
    const named = [
      { name: 'Anna', since: today(20, 14) },
      { name: '小明 B', since: today(20, 31) - 24 * 60 * 60_000 },
    ];
    const players = (online: number | null) => ({ online, seenAt: ten, lastPlayedAt: ten, idleStopAt: ten, named });
    expect(describeNamed(players(2), ten)).toBe(': Anna since 20:14, 小明 B since yesterday 20:31');
    expect(describeNamed(players(3), ten)).toBe(': Anna since 20:14, 小明 B since yesterday 20:31 and 1 more');
    expect(describeNamed({ ...players(3), named: [] }, ten)).toBe('');
    expect(describeNamed(players(null), ten)).toBe('');
  });
});
