import { describe, expect, it } from '@jest/globals';
import { hasEffect, runningAction } from 'web/features/stack/actions';
import { log } from '../../../../support/site/stacks.ts';

describe('an action', () => {
  it('is running while its log says so', () => {
    const running = log({ actionTime: 5 });
    expect(runningAction([log({ syncStatus: 'ABORTED' }), running, log({ syncStatus: 'FAILED' })])).toBe(running);
    expect(runningAction([log({ syncStatus: 'TIMED_OUT' })])).toBeUndefined();
  });

  it.each([
    ['START', { state: 'running' }],
    ['START', { state: 'partlyDeleted' }],
    ['START', { state: 'broken' }],
    ['STOP', { state: 'absent' }],
  ] as const)('has none that changes anything: %s %j', (action, context) => {
    expect(hasEffect(action, context)).toBe(false);
  });

  it.each([
    ['START', { state: 'absent' }],
    ['START', { state: 'running', stopsAt: 5 }],
    ['RESTART', { state: 'absent' }],
    ['STOP', { state: 'running' }],
    ['STOP', { state: 'absent', running: log() }],
  ] as const)('has one that does: %s %j', (action, context) => {
    expect(hasEffect(action, context)).toBe(true);
  });
});
