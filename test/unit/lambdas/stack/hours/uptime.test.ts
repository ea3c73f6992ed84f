import { describe, expect, it } from '@jest/globals';
import type { Action } from 'lambdas/stack/actions/action';
import { uptimeMs, uptimesOf } from 'lambdas/stack/hours/uptime';

const did = (
  action: Action['action'],
  syncStatus: Action['syncStatus'],
  actionTimeMs: number,
  syncTimeMs: number,
): Action => ({
  actionId: '',
  stackName: 'survival',
  by: 'Ann',
  userId: 'ann',
  stopsAtMs: null,
  reason: null,
  lastGoneMs: null,
  action,
  syncStatus,
  actionTimeMs,
  syncTimeMs,
});

const started = did('START', 'SUCCEEDED', 1000, 1300);
const month = { fromMs: 500, untilMs: 9000 };
const uptime = (actions: Action[], goneSinceMs?: number) => uptimeMs(uptimesOf(actions, goneSinceMs), month);
const ownerOf = (actions: Action[]) => uptimesOf(actions).at(-1)?.userId;

describe('the uptime of a stack', () => {
  it.each<[string, Action[], number]>([
    ['nothing without actions', [], 0],
    ['from its start to the end of its stop', [started, did('STOP', 'SUCCEEDED', 4000, 4200)], 3200],
    ['until now without a stop', [started], 8000],
    ['from the beginning of a start in progress', [did('START', 'RUNNING', 8500, 8600)], 500],
    ['until now while its stop is in progress', [started, did('STOP', 'RUNNING', 8800, 8900)], 8000],
    ['while a start failed and was rolled back', [did('START', 'FAILED', 1000, 1600)], 600],
    [
      'through a restart',
      [started, did('RESTART', 'SUCCEEDED', 2000, 2600), did('STOP', 'SUCCEEDED', 4000, 4200)],
      3200,
    ],
    [
      'through a stop that failed, until one did not',
      [started, did('STOP', 'FAILED', 2000, 2500), did('STOP', 'SUCCEEDED', 3000, 3100)],
      2100,
    ],
    [
      'from a start that a stop interrupted',
      [did('START', 'ABORTED', 1000, 1100), did('STOP', 'SUCCEEDED', 1100, 1500)],
      500,
    ],
    [
      'two separate runs',
      [
        started,
        did('STOP', 'SUCCEEDED', 1500, 1600),
        did('START', 'SUCCEEDED', 3000, 3300),
        did('STOP', 'SUCCEEDED', 3500, 3600),
      ],
      1200,
    ],
    ['until now after an extension that failed', [started, did('START', 'FAILED', 2000, 2600)], 8000],
    [
      'until now after a restart that failed before it ended the server',
      [started, did('RESTART', 'FAILED', 2000, 2600)],
      8000,
    ],
    [
      'until a restart has failed that had ended the server',
      [started, { ...did('RESTART', 'FAILED', 2000, 2600), lastGoneMs: 2200 }],
      1600,
    ],
    [
      'a start that failed after a server that was gone',
      [started, did('STOP', 'SUCCEEDED', 1500, 1600), did('START', 'FAILED', 3000, 3300)],
      900,
    ],
    ['nothing for a stop alone', [did('STOP', 'SUCCEEDED', 2000, 2200)], 0],
    ['from the month’s beginning when it began before', [did('START', 'SUCCEEDED', 100, 400)], 8500],
    ['nothing before the month', [did('START', 'SUCCEEDED', 100, 200), did('STOP', 'SUCCEEDED', 300, 400)], 0],
  ])('counts %s', (_, actions, expected) => {
    expect(uptime(actions)).toBe(expected);
  });

  it('ends at a deletion elsewhere, before the next start', () => {
    const again = did('START', 'SUCCEEDED', 4000, 4300);
    expect(uptime([started, { ...again, lastGoneMs: 2000 }])).toBe(1000 + 5000);
    // The restart itself has deleted the stack, which is no gap.
    expect(uptime([started, { ...again, action: 'RESTART', lastGoneMs: 4100 }])).toBe(8000);
  });

  it('belongs to whoever started it, also after an extension of another person that failed', () => {
    const failed = { ...did('START', 'FAILED', 2000, 2600), userId: 'bob', stopsAtMs: 9000 };
    expect(uptimesOf([started, failed])).toEqual([{ userId: 'ann', fromMs: 1000, untilMs: Infinity, stopsAtMs: null }]);
  });

  it('ends when a reader found the stack missing', () => {
    expect(uptime([started], 1500)).toBe(500);
    expect(uptime([started], 700)).toBe(0);
  });

  it('continues while a start creates the stack that a reader found missing', () => {
    expect(uptime([{ ...started, syncStatus: 'RUNNING' }], 700)).toBe(8000);
  });

  it('belongs to the person who started the stack, and then to the one who extended its time', () => {
    const extended = { ...did('START', 'SUCCEEDED', 4000, 4100), userId: 'bob', stopsAtMs: 9999 };
    const stopped = { ...did('STOP', 'SUCCEEDED', 5000, 5500), userId: 'cy' };
    expect(uptimesOf([{ ...started, stopsAtMs: 7000 }, extended, stopped])).toEqual([
      { userId: 'ann', fromMs: 1000, untilMs: 4000, stopsAtMs: 7000 },
      { userId: 'bob', fromMs: 4000, untilMs: 5500, stopsAtMs: 9999 },
    ]);
  });

  it('stays with whoever extended it when another person shortens it, who needs no hours for that', () => {
    const begun = { ...started, stopsAtMs: 7000 };
    const shortened = { ...did('START', 'SUCCEEDED', 4000, 4100), userId: 'bob', stopsAtMs: 6000 };
    expect(ownerOf([begun, shortened])).toBe('ann');
    expect(ownerOf([begun, { ...shortened, action: 'RESTART' }])).toBe('bob');
    expect(ownerOf([begun, did('STOP', 'SUCCEEDED', 3000, 3100), shortened])).toBe('bob');
  });
});
