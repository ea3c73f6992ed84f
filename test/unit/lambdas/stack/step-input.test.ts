import { describe, expect, it } from '@jest/globals';
import { StepInput } from 'lambdas/stack/step-input';

/** The input of a scheduled stop. Once a site is deployed, executions with it may sleep for a month. */
const input = {
  actionId: 'action-1-stop',
  stackName: 'game',
  action: 'STOP',
  by: 'schedule',
  userId: null,
  notBefore: '2026-11-22T20:00:00.000Z',
  plannedBy: 'action-1',
  stopsAtMs: null,
  quietUntilMs: 0,
  deleteRetried: false,
  unreachable: 0,
  failures: 0,
  archive: { tries: 0, sentAtMs: null },
};

describe('the input of a sleeping execution', () => {
  it('is understood, and has every field', () => {
    expect(StepInput.parse(input)).toEqual(input);
    expect(Object.keys(input).toSorted()).toEqual(Object.keys(StepInput.shape).toSorted());
  });
});
