import { describe, expect, it } from '@jest/globals';
import { describeStack } from 'web/features/stack/describe-stack';
import { sensibleAction } from 'web/features/stack/actions';
import { info, log } from '../../../../support/site/stacks.ts';

const stack = (stackStatus: string, creationTime = 0) => info({ stackStatus, creationTime });

describe('the state of a stack', () => {
  it('does not depend on the color: a green ROLLBACK_COMPLETE is a failed start', () => {
    expect(describeStack(stack('ROLLBACK_COMPLETE'), undefined)).toBe(
      'Start failed: it was rolled back, and nothing is running.',
    );
  });

  it.each([
    [null, 'Not running.'],
    [stack('CREATE_COMPLETE'), 'Running.'],
    [stack('UPDATE_ROLLBACK_COMPLETE'), 'Running.'],
    [stack('CREATE_IN_PROGRESS'), 'Starting: the server is being created.'],
    [stack('DELETE_IN_PROGRESS'), 'Stopping: the server is shutting down; the world is kept.'],
    [stack('DELETE_FAILED'), 'Stop failed: part of the server is still there, which may cost money.'],
  ])('is one sentence: %#', (given, sentence) => {
    expect(describeStack(given, undefined)).toBe(sentence);
  });

  it('says that a server that is up is not responding, unless an action is in progress', () => {
    const players = { online: 1, seenAt: 0, lastPlayedAt: 0, idleStopAt: 0, isSilent: true };
    const silent = { ...stack('CREATE_COMPLETE'), players };
    expect(describeStack(silent, undefined)).toBe('Not responding: the server should be up but reports nothing.');
    expect(sensibleAction(silent, undefined)).toBe('RESTART');
    const restart = log({ action: 'RESTART', actionTime: 1_000 });
    expect(describeStack(silent, restart)).toBe('Restarting: the server is about to shut down.');
    expect(sensibleAction(silent, restart)).toBeUndefined();
    const responding = { ...silent, players: { ...players, isSilent: false } };
    expect(describeStack(responding, undefined)).toBe('Running.');
    expect(sensibleAction(responding, undefined)).toBeUndefined();
  });

  it('says that a server starts until its first report is due, and then that it is not responding', () => {
    const dueAt = 180_000;
    const starting = { ...stack('CREATE_COMPLETE'), firstReport: { dueAt, isLate: false } };
    expect(describeStack(starting, undefined)).toBe('Starting: the server is up and has not reported yet.');
    expect(sensibleAction(starting, undefined)).toBeUndefined();
    const late = { ...starting, firstReport: { dueAt, isLate: true } };
    expect(describeStack(late, undefined)).toBe('Not responding: the server should be up but reports nothing.');
    expect(sensibleAction(late, undefined)).toBe('RESTART');
  });

  it.each([
    ['START', null, 'Starting: the server is about to be created.'],
    ['START', stack('CREATE_IN_PROGRESS', 2_000), 'Starting: the server is being created.'],
    ['START', stack('ROLLBACK_COMPLETE', 500), 'Starting: an earlier failed start is being cleaned up.'],
    ['START', stack('ROLLBACK_IN_PROGRESS', 2_000), 'Starting: it failed, and its resources are being removed.'],
    ['START', stack('DELETE_IN_PROGRESS'), 'Starting: the old server is shutting down first; the world is kept.'],
    ['START', stack('CREATE_COMPLETE', 2_000), 'Starting: the server is up.'],
    // It only moves the stop.
    ['START', stack('CREATE_COMPLETE', 500), 'Running.'],
    ['RESTART', stack('CREATE_COMPLETE', 500), 'Restarting: the server is about to shut down.'],
    ['RESTART', stack('CREATE_COMPLETE', 2_000), 'Restarting: the server is up.'],
    ['STOP', stack('CREATE_IN_PROGRESS'), 'Stopping: the server is still being created and will then shut down.'],
    ['STOP', stack('ROLLBACK_COMPLETE', 2_000), 'Stopping: an earlier failed start is being cleaned up.'],
    ['STOP', null, 'Stopping: the server is gone, finishing up.'],
  ] as const)('describes the phase of a %s: %#', (action, given, sentence) => {
    expect(describeStack(given, log({ action, actionTime: 1_000 }))).toBe(sentence);
  });
});
