import { describe, expect, it } from '@jest/globals';
import { isUp } from 'shared-types/rules/stack-status';
import { info } from '../../../../support/site/stacks.ts';
import { badgeColor, stackStateOf, stateColor } from 'web/features/stack/state';

/** All statuses of CloudFormation. */
const statuses = [
  ['CREATE_IN_PROGRESS', 'blue', 'starting'],
  ['CREATE_FAILED', 'red', 'partlyCreated'],
  ['CREATE_COMPLETE', 'green', 'running'],
  ['ROLLBACK_IN_PROGRESS', 'blue', 'rollingBack'],
  ['ROLLBACK_FAILED', 'red', 'partlyCreated'],
  ['ROLLBACK_COMPLETE', 'green', 'rolledBack'],
  ['DELETE_IN_PROGRESS', 'blue', 'stopping'],
  ['DELETE_FAILED', 'red', 'partlyDeleted'],
  ['DELETE_COMPLETE', 'green', 'absent'],
  ['UPDATE_IN_PROGRESS', 'blue', 'changing'],
  ['UPDATE_COMPLETE_CLEANUP_IN_PROGRESS', 'blue', 'changing'],
  ['UPDATE_COMPLETE', 'green', 'running'],
  ['UPDATE_FAILED', 'red', 'broken'],
  ['UPDATE_ROLLBACK_IN_PROGRESS', 'blue', 'changing'],
  ['UPDATE_ROLLBACK_FAILED', 'red', 'broken'],
  ['UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS', 'blue', 'changing'],
  ['UPDATE_ROLLBACK_COMPLETE', 'green', 'running'],
  ['REVIEW_IN_PROGRESS', 'blue', 'inReview'],
  ['IMPORT_IN_PROGRESS', 'blue', 'changing'],
  ['IMPORT_COMPLETE', 'green', 'running'],
  ['IMPORT_ROLLBACK_IN_PROGRESS', 'blue', 'changing'],
  ['IMPORT_ROLLBACK_FAILED', 'red', 'broken'],
  ['IMPORT_ROLLBACK_COMPLETE', 'green', 'running'],
] as const;

describe('a status', () => {
  it.each(statuses)('%s is %s, and its state is %s', (status, color, state) => {
    expect(badgeColor(status)).toBe(color);
    expect(stackStateOf(status)).toBe(state);
    expect(isUp(status)).toBe(state === 'running');
  });

  it.each(['', 'NOT_FOUND', 'COMPLETE', 'FAILED', 'create_complete', 'CREATE_COMPLETE_'])('%p is grey', (status) => {
    expect(badgeColor(status)).toBe('grey');
  });

  it('is undefined without a stack', () => {
    expect(stackStateOf(undefined)).toBe('absent');
  });
});

describe('the color of a state', () => {
  const up = info({ stackStatus: 'CREATE_COMPLETE' });
  const action = (name: 'START' | 'STOP' | 'RESTART', since: number) => ({
    action: name,
    actionTime: up.creationTime + since,
  });
  it.each([
    ['a start before its stack exists', null, action('START', 0)],
    ['a start whose server is being created', info({ stackStatus: 'CREATE_IN_PROGRESS' }), action('START', -1)],
    ['a start whose server is up', up, action('START', -1)],
    ['a start that cleans up a failed one first', info({ stackStatus: 'ROLLBACK_COMPLETE' }), action('START', 1)],
    ['a new server that has not reported', { ...up, firstReport: { dueAt: 1, isLate: false } }, undefined],
    ['a stop that has not begun', up, action('STOP', 1)],
    ['a stop whose server is shutting down', info({ stackStatus: 'DELETE_IN_PROGRESS' }), action('STOP', 1)],
    ['a stop whose server is gone', null, action('STOP', 1)],
    ['a restart', up, action('RESTART', 1)],
  ])('is blue in every phase: %s', (_, described, running) => {
    expect(stateColor(described, running)).toBe('blue');
  });

  it('stays green while a start moves the stop of a server that is up', () => {
    expect(stateColor(up, action('START', 1))).toBe('green');
  });

  it.each([
    ['CREATE_COMPLETE', 'green'],
    ['CREATE_IN_PROGRESS', 'blue'],
    ['DELETE_COMPLETE', 'grey'],
    ['DELETE_FAILED', 'red'],
    ['ROLLBACK_IN_PROGRESS', 'red'],
    ['ROLLBACK_COMPLETE', 'red'],
    ['REVIEW_IN_PROGRESS', 'grey'],
    ['UPDATE_ROLLBACK_COMPLETE', 'green'],
  ])('%s is %s to a player', (stackStatus, color) => {
    expect(stateColor(info({ stackStatus }), undefined)).toBe(color);
  });

  it('is grey without a stack, and red while a server that should be up is silent', () => {
    expect(stateColor(null, undefined)).toBe('grey');
    const players = { online: 1, seenAt: 0, lastPlayedAt: 0, idleStopAt: 0, isSilent: true };
    expect(stateColor(info({ stackStatus: 'CREATE_COMPLETE', players }), undefined)).toBe('red');
  });
});
