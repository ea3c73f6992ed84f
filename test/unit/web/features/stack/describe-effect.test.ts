import { describe, expect, it } from '@jest/globals';
import { describeEffect, describeWhoIsOn } from 'web/features/stack/describe-effect';
import { log } from '../../../../support/site/stacks.ts';

describe('an action', () => {
  it('describes its effect in the current state', () => {
    expect(describeEffect('STOP', { state: 'running' })).toBe(
      'Stop shuts the server down after a countdown in the game, which disconnects its players. The world is kept.',
    );
    expect(describeEffect('STOP', { state: 'running', online: 1 })).toContain('the player on it');
    expect(describeEffect('RESTART', { state: 'running', online: 3 })).toContain('the 3 players on it');
    expect(describeEffect('RESTART', { state: 'running' })).toMatch(
      /^Restart shuts the server down .* Then it starts the server again/,
    );
    expect(describeEffect('STOP', { state: 'absent', running: log() })).toBe(
      'Stop cancels the start and shuts the server down. The world is kept.',
    );
    expect(describeEffect('RESTART', { state: 'absent' })).toBe(
      'Restart creates the server, which takes a few minutes.',
    );
  });

  it('promises nothing that a silent server cannot do', () => {
    const silent = { state: 'running', online: 2, isSilent: true } as const;
    expect(describeEffect('STOP', silent)).toBe(
      'Stop gives the server a minute to answer, then shuts it down anyway. The world stays as it was last saved.',
    );
    expect(describeEffect('RESTART', silent)).toMatch(/as it was last saved\. Then it starts the server again\.$/);
  });

  it('lets a server run longer when it starts a running server with a scheduled stop', () => {
    expect(describeEffect('START', { state: 'running', stopsAt: 5 })).toBe('Start lets the server run longer.');
    expect(describeEffect('START', { state: 'running', stopsAt: null })).toBe(
      'Start has no effect: the server is running.',
    );
    expect(describeEffect('START', { state: 'starting', stopsAt: 5 })).toBe('Start waits until the server is up.');
  });
});

describe('the players whom an action disconnects', () => {
  const playing = { state: 'running', online: 2, named: ['Anna', 'Bo'] } as const;

  it.each([
    [1, ['Anna'], 'Anna is on.'],
    [2, ['Anna', 'Bo'], 'Anna and Bo are on.'],
    [2, ['Anna'], 'Anna and 1 more are on.'],
    [3, ['Anna', 'Bo'], 'Anna, Bo and 1 more are on.'],
    [3, [], undefined],
  ])('are named as far as their names are known: %d, %j', (online, named, text) => {
    for (const action of ['STOP', 'RESTART'] as const)
      expect(describeWhoIsOn(action, { ...playing, online, named })).toBe(text);
  });

  it('are not named for a start, nor when the server does not run or does not say who is on', () => {
    expect(describeWhoIsOn('START', playing)).toBeUndefined();
    expect(describeWhoIsOn('STOP', { ...playing, state: 'stopping' })).toBeUndefined();
    expect(describeWhoIsOn('STOP', { ...playing, isSilent: true })).toBeUndefined();
    expect(describeWhoIsOn('STOP', { ...playing, online: null })).toBeUndefined();
  });
});
