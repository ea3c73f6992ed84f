import { describe, expect, it } from '@jest/globals';
import {
  describeActor,
  failureCause,
  serverAddress,
  describeEffect,
  describeCost,
  describeEffects,
  describePlannedStop,
  describePlayers,
  runningAction,
  describeStack,
} from 'web/features/stack/messages';
import { event, info, log } from '../../../../support/site/stacks.ts';

const stack = (stackStatus: string, creationTime = 0) => info({ stackStatus, creationTime });

describe('how a stack stands', () => {
  it('is not left to a colour: a green ROLLBACK_COMPLETE is a start that failed', () => {
    expect(describeStack(stack('ROLLBACK_COMPLETE'), undefined)).toBe(
      'The start failed and was rolled back: nothing is running.',
    );
  });

  it.each([
    [null, 'Not running.'],
    [stack('CREATE_COMPLETE'), 'Running.'],
    [stack('UPDATE_ROLLBACK_COMPLETE'), 'Running.'],
    [stack('CREATE_IN_PROGRESS'), 'Starting: the server is being set up.'],
    [stack('DELETE_IN_PROGRESS'), 'Stopping: the world is saved, the server is being taken down.'],
    [stack('DELETE_FAILED'), 'The stop failed, and part of the server is still there. It may cost money.'],
  ])('is one plain sentence: %#', (given, sentence) => {
    expect(describeStack(given, undefined)).toBe(sentence);
  });

  it.each([
    ['START', null, 'Starting: the server is about to be set up.'],
    ['START', stack('CREATE_IN_PROGRESS', 2_000), 'Starting: the server is being set up.'],
    ['START', stack('ROLLBACK_COMPLETE', 500), 'Starting: what an earlier start left is being cleared away.'],
    ['START', stack('ROLLBACK_IN_PROGRESS', 2_000), 'Starting: it failed, and what was made is being removed.'],
    ['START', stack('DELETE_IN_PROGRESS'), 'Starting: what was there is being taken down first; the world is kept.'],
    ['START', stack('CREATE_COMPLETE'), 'Starting: the server is up.'],
    ['RESTART', stack('CREATE_COMPLETE', 500), 'Restarting: the server is about to be taken down.'],
    ['RESTART', stack('CREATE_COMPLETE', 2_000), 'Restarting: the server is up.'],
    ['STOP', stack('CREATE_IN_PROGRESS'), 'Stopping: the server is still being set up, and will then be taken down.'],
    ['STOP', stack('ROLLBACK_COMPLETE', 2_000), 'Stopping: what an earlier start left is being cleared away.'],
    ['STOP', null, 'Stopping: the server is gone.'],
  ] as const)('says what is going on during a %s: %#', (action, given, sentence) => {
    expect(describeStack(given, log({ action, actionTime: 1_000 }))).toBe(sentence);
  });
});

describe('an action', () => {
  it('is under way while its log says so', () => {
    const running = log({ actionTime: 5 });
    expect(runningAction([log({ syncStatus: 'ABORTED' }), running, log({ syncStatus: 'FAILED' })])).toBe(running);
    expect(runningAction([log({ syncStatus: 'TIMED_OUT' })])).toBeUndefined();
  });

  it('says what it would do now', () => {
    expect(describeEffect('STOP', { standing: 'running' })).toBe(
      'Stop takes the server down and cuts off whoever plays; the world is kept.',
    );
    expect(describeEffect('RESTART', { standing: 'running' })).toMatch(
      /^Restart takes the server down .* Then it sets the server up/,
    );
    expect(describeEffect('STOP', { standing: 'absent', running: log() })).toBe(
      'Stop breaks off the start and takes down what is there; the world is kept.',
    );
    expect(describeEffect('RESTART', { standing: 'absent' })).toBe(
      'Restart sets the server up, which takes some minutes.',
    );
    expect(describeEffects({ standing: 'halfGone' })).toBe(
      'Start can do nothing before a Stop has removed that. Stop tries again to remove that. Restart stops it, then starts it.',
    );
  });

  it('says that a start of what runs puts off its planned stop, if it has one', () => {
    expect(describeEffect('START', { standing: 'running', stopsAt: 5 })).toBe(
      'Start leaves it running, and puts off when it stops by itself.',
    );
    expect(describeEffect('START', { standing: 'running', stopsAt: null })).toBe(
      'Start changes nothing: it runs already.',
    );
    expect(describeEffect('START', { standing: 'starting', stopsAt: 5 })).toBe('Start waits until that has ended.');
  });

  it('names who asked for it', () => {
    expect(describeActor(log({ by: 'Ann' }))).toBe('by Ann');
    expect(describeActor(log({ by: 'schedule' }))).toBe('by schedule');
    expect(describeActor(log({ by: 'idle' }))).toBe('because nobody played');
  });
});

describe('the cause of a failure', () => {
  const events = [
    event(5, 'survival', 'ROLLBACK_IN_PROGRESS', 'The following resource(s) failed to create: [Server, Disk].'),
    event(4, 'Disk', 'CREATE_FAILED', 'Resource creation cancelled'),
    event(3, 'Server', 'CREATE_FAILED', 'no capacity'),
    event(2, 'Group', 'CREATE_FAILED', 'Resource creation cancelled'),
    event(1, 'Group', 'CREATE_FAILED'),
  ];

  it('is what failed first, and not what was broken off because of it', () => {
    expect(failureCause(events, 'rolledBack')).toBe('Server: no capacity');
  });

  it('of a stop is what could not be deleted', () => {
    expect(failureCause([event(6, 'Group', 'DELETE_FAILED', 'in use'), ...events], 'halfGone')).toBe('Group: in use');
  });

  it('is nothing for a server that is up', () => {
    expect(failureCause(events, 'running')).toBeUndefined();
  });
});

describe('money', () => {
  const hour = 3_600_000;
  it.each([
    [0.1, 3 * hour, 'about $0.30 so far'],
    [0.0416, 2 * hour + hour / 2, 'about $0.10 so far'],
    [0.0416, hour / 5, 'less than $0.01 so far'],
    [0.1, hour / 10, 'about $0.01 so far'],
    [0.1, -hour, 'less than $0.01 so far'],
  ])('at %d an hour after %d ms: %s', (hourlyPrice, now, text) => {
    expect(describeCost(info({ hourlyPrice }), now)).toBe(text);
  });

  it('is not spoken of when the price is unknown', () => {
    expect(describeCost(info(), hour)).toBeUndefined();
  });
});

const output = (outputKey: string, outputValue: string) => ({ outputKey, outputValue });

describe('a planned stop', () => {
  it.each<[Parameters<typeof describePlannedStop>[0], string]>([
    ['running', 'stops by itself at 23:10, sooner when nobody plays'],
    ['starting', 'stops by itself at 23:10, sooner when nobody plays'],
    ['broken', 'stops by itself at 23:10'],
    ['halfMade', 'tries to stop by itself at 23:10'],
    ['halfGone', 'tries to stop by itself at 23:10'],
  ])('is told of a stack that is %s', (standing, text) => {
    expect(describePlannedStop(standing, '23:10')).toBe(text);
  });
});

describe('where to connect', () => {
  it('is the address and the port among the outputs', () => {
    const outputs = [output('ServerPort', '19132'), output('Zone', 'a'), output('ServerAddress', '18.177.42.9')];
    expect(serverAddress(outputs)).toBe('18.177.42.9:19132');
  });

  it('is the address alone where there is no port, and nothing without an address', () => {
    expect(serverAddress([output('ServerAddress', '18.177.42.9')])).toBe('18.177.42.9');
    expect(serverAddress([output('ServerPort', '19132')])).toBeUndefined();
  });
});

const today = (hours: number, minutes: number) => new Date(2026, 10, 22, hours, minutes).getTime();
const ten = today(21, 10);
const seen = (online: number | null, idleStopAt = today(21, 34), now = ten) =>
  describePlayers({ online, seenAt: ten, lastPlayedAt: today(21, 4), idleStopAt }, now);

describe('who plays', () => {
  it('is counted', () => {
    expect([seen(1), seen(12)]).toEqual(['1 player', '12 players']);
  });

  it('is nobody since a time, and what comes of that', () => {
    expect(seen(0)).toBe('Nobody has played since 21:04: it stops at 21:34 unless somebody plays');
    expect(seen(0, ten)).toBe('Nobody has played since 21:04: it is about to stop');
    expect(seen(0, ten, today(21, 14))).toBe('Nobody has played since 21:04: it is about to stop');
  });

  it('is not said to be about to stop when that was counted long ago', () => {
    expect(seen(0, ten, today(21, 15))).toBe('Nobody has played since 21:04');
    expect(seen(null, ten, today(23, 0))).toBe('The game does not answer');
  });

  it('is not told of a game that does not answer, which is stopped as well', () => {
    expect(seen(null)).toBe('The game does not answer: it stops at 21:34 unless somebody plays');
  });
});
