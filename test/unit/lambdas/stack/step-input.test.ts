import { describe, expect, it } from '@jest/globals';
import { StepInput } from 'lambdas/stack/step-input';

const beforeArchives = {
  actionId: 'action-1-stop',
  stackName: 'game',
  action: 'STOP',
  by: 'schedule',
  notBefore: '2026-11-22T20:00:00.000Z',
  plannedBy: 'action-1',
  stopsAtMs: null,
  quietUntilMs: 0,
  deleteRetried: false,
  unreachable: 0,
};

/** The input of a scheduled stop as each version has written it. The executions of all of them may still sleep. */
const inputs = {
  'before the archives': beforeArchives,
  'with the archives': { ...beforeArchives, archive: { tries: 0, sentAtMs: null }, failures: 0 },
};

describe('the input of a sleeping execution', () => {
  it.each(Object.entries(inputs))('is understood: %s', (_, input) => {
    expect(StepInput.parse(input)).toMatchObject(input);
  });

  it('of the newest version is in this list', () => {
    const [newest] = Object.values(inputs).slice(-1);
    expect(Object.keys(newest ?? {}).toSorted()).toEqual(Object.keys(StepInput.shape).toSorted());
  });
});
