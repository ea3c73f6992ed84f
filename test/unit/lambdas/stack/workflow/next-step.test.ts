import { describe, expect, it } from '@jest/globals';
import type { ObservedStack } from 'lambdas/stack/snapshot/refresh-snapshot';
import { type ActionProgress, nextStep, type NextStep } from 'lambdas/stack/workflow/next-step';

const startedAt = new Date('2026-03-01T20:00:00Z');
const now = new Date('2026-03-01T20:05:00Z');
const progress = (change: Partial<ActionProgress>): ActionProgress => ({
  action: 'START',
  hasCreatedStack: false,
  deleteRetried: false,
  unreachable: 0,
  quietUntilMs: 0,
  actionTimeMs: startedAt.getTime(),
  ...change,
});
const present = (status: string, isOurs = false): ObservedStack => ({
  kind: 'present',
  status,
  isOurs,
  problem: 'Server: no capacity.',
});
const verdict = (change: Partial<ActionProgress>, observed: ObservedStack, at = now) =>
  nextStep(progress(change), observed, at);

type Cell = NextStep['kind'];

/** The decision of `nextStep` for every CloudFormation status, for a start and for a stop. */
const table: [status: string, start: Cell, stop: Cell][] = [
  ['CREATE_IN_PROGRESS', 'wait', 'delete'],
  ['CREATE_COMPLETE', 'done', 'delete'],
  ['UPDATE_COMPLETE', 'done', 'delete'],
  ['ROLLBACK_IN_PROGRESS', 'wait', 'wait'],
  ['ROLLBACK_COMPLETE', 'delete', 'delete'],
  ['CREATE_FAILED', 'delete', 'delete'],
  ['ROLLBACK_FAILED', 'delete', 'delete'],
  ['DELETE_IN_PROGRESS', 'wait', 'wait'],
  ['DELETE_FAILED', 'failed', 'delete'],
  ['UPDATE_ROLLBACK_COMPLETE', 'done', 'delete'],
  ['IMPORT_COMPLETE', 'done', 'delete'],
  ['IMPORT_ROLLBACK_COMPLETE', 'done', 'delete'],
  ['REVIEW_IN_PROGRESS', 'delete', 'delete'],
  ['UPDATE_IN_PROGRESS', 'wait', 'wait'],
  ['UPDATE_COMPLETE_CLEANUP_IN_PROGRESS', 'wait', 'wait'],
  ['UPDATE_ROLLBACK_IN_PROGRESS', 'wait', 'wait'],
  ['UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS', 'wait', 'wait'],
  ['IMPORT_IN_PROGRESS', 'wait', 'wait'],
  ['IMPORT_ROLLBACK_IN_PROGRESS', 'wait', 'wait'],
  ['UPDATE_FAILED', 'failed', 'delete'],
  ['UPDATE_ROLLBACK_FAILED', 'failed', 'delete'],
  ['IMPORT_ROLLBACK_FAILED', 'failed', 'delete'],
];

describe('nextStep', () => {
  it.each(table)('decides at %s: start %s, stop and restart %s', (status, start, stop) => {
    expect(verdict({ action: 'START' }, present(status)).kind).toBe(start);
    expect(verdict({ action: 'STOP' }, present(status)).kind).toBe(stop);
    expect(verdict({ action: 'RESTART' }, present(status)).kind).toBe(stop);
  });

  it('creates a missing stack, and ends a stop of one', () => {
    expect(verdict({ action: 'START' }, { kind: 'absent' })).toEqual({ kind: 'create' });
    expect(verdict({ action: 'RESTART' }, { kind: 'absent' })).toEqual({ kind: 'create' });
    expect(verdict({ action: 'STOP' }, { kind: 'absent' })).toEqual({ kind: 'done' });
  });

  it.each(['START', 'RESTART'] as const)('ends a %s by the status of the stack that it created', (action) => {
    expect(verdict({ action, hasCreatedStack: true }, present('CREATE_IN_PROGRESS', true)).kind).toBe('wait');
    expect(verdict({ action, hasCreatedStack: true }, present('CREATE_COMPLETE', true)).kind).toBe('done');
    expect(verdict({ action, hasCreatedStack: true }, present('ROLLBACK_IN_PROGRESS', true)).kind).toBe('wait');
    for (const status of ['ROLLBACK_COMPLETE', 'CREATE_FAILED', 'ROLLBACK_FAILED'])
      expect(verdict({ action, hasCreatedStack: true }, present(status, true))).toEqual({
        kind: 'failed',
        reason: 'The stack could not be created. Server: no capacity.',
      });
    expect(verdict({ action, hasCreatedStack: true }, { kind: 'absent' })).toEqual({
      kind: 'failed',
      reason: 'The stack was deleted while it was starting.',
    });
  });

  it('retries a failed deletion once, and then fails with its reason', () => {
    expect(verdict({ action: 'STOP' }, present('DELETE_FAILED'))).toEqual({ kind: 'delete', again: true });
    expect(verdict({ action: 'STOP', deleteRetried: true }, present('DELETE_FAILED'))).toEqual({
      kind: 'failed',
      reason: 'The stack cannot be deleted. Server: no capacity.',
    });
    expect(verdict({ action: 'START' }, present('DELETE_FAILED'))).toMatchObject({
      reason: 'The stack cannot be deleted. Server: no capacity.',
    });
  });

  it('fails with the name of a status that it cannot repair', () => {
    expect(verdict({}, present('UPDATE_ROLLBACK_FAILED'))).toMatchObject({
      reason: 'The stack is UPDATE_ROLLBACK_FAILED. Server: no capacity.',
    });
    expect(verdict({}, present('SOMETHING_NEW')).kind).toBe('failed');
  });

  it.each(['START', 'RESTART', 'STOP'] as const)(
    'never takes an unavailable CloudFormation for a missing stack: %s',
    (action) => {
      const silence: ObservedStack = { kind: 'unreachable', problem: 'CloudFormation is throttled.' };
      const waits = Array.from({ length: 12 }, (_, unreachable) => verdict({ action, unreachable }, silence));
      expect(waits.map((each) => (each.kind === 'wait' ? each.seconds : each.kind))).toEqual([
        10, 20, 40, 60, 60, 60, 60, 60, 60, 60, 60, 60,
      ]);
      expect(verdict({ action, unreachable: 12 }, silence)).toEqual({
        kind: 'failed',
        reason: 'CloudFormation is throttled.',
      });
    },
  );

  it('waits with the end of a stop while an interrupted start may still create the stack', () => {
    const quietUntilMs = now.getTime() + 1;
    expect(verdict({ action: 'STOP', quietUntilMs }, { kind: 'absent' }).kind).toBe('wait');
    expect(verdict({ action: 'STOP', quietUntilMs }, { kind: 'absent' }, new Date(quietUntilMs)).kind).toBe('done');
    expect(verdict({ action: 'STOP', quietUntilMs }, present('CREATE_COMPLETE')).kind).toBe('delete');
  });

  it('gives up after an hour and names the status that it waited for', () => {
    const late = new Date('2026-03-01T21:00:00Z');
    expect(verdict({}, present('CREATE_IN_PROGRESS', true), late)).toEqual({
      kind: 'failed',
      reason: 'Gave up after an hour: the stack is still CREATE_IN_PROGRESS.',
    });
    expect(verdict({}, present('CREATE_COMPLETE'), late).kind).toBe('done');
    expect(verdict({ action: 'STOP' }, present('CREATE_COMPLETE'), late).kind).toBe('delete');
  });
});
