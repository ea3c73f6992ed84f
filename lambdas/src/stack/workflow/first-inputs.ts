import type { Action } from '../actions/action.ts';
import type { StepInput } from '../step-input.ts';

const firstStepInput = (
  { actionId, stackName, action, by, userId, actionTimeMs, stopsAtMs }: Action,
  quietUntilMs: number,
): StepInput => ({
  actionId,
  stackName,
  action,
  by,
  userId,
  notBefore: new Date(actionTimeMs).toISOString(),
  plannedBy: null,
  deleteRetried: false,
  unreachable: 0,
  failures: 0,
  archive: { tries: 0, sentAtMs: null },
  stopsAtMs,
  quietUntilMs,
});

/** A scheduled stop is a separate waiting execution, so it does not depend on the execution of the start. */
const scheduledStopInput = (input: StepInput, atMs: number, by: string): StepInput => ({
  ...input,
  actionId: `${input.actionId}-stop`,
  action: 'STOP',
  by,
  userId: null,
  notBefore: new Date(atMs).toISOString(),
  plannedBy: input.actionId,
  stopsAtMs: null,
});

/**
 * Returns the inputs of the executions that carry an action out. The scheduled stop comes first, so that no server can
 * start without one.
 */
export function firstInputs(action: Action, quietUntilMs: number, stopBy: 'schedule' | 'hours'): StepInput[] {
  const input = firstStepInput(action, quietUntilMs);
  return input.stopsAtMs === null ? [input] : [scheduledStopInput(input, input.stopsAtMs, stopBy), input];
}
