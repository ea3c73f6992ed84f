import { AppError } from '../lib/app-error.ts';
import type { Observed } from './next.ts';
import type { StepPorts } from './ports.ts';
import { hasProblem, problemOf, type Sight, sightOf, type Stack } from './sight.ts';

const eventsToExplain = 100;

export interface Observation {
  stack: Stack | undefined;
  observed: Observed;
}

/** What a step sees. Pages that look meanwhile take its word and need not ask themselves. */
export async function observe(
  { store, stacks, now }: StepPorts,
  { stackName, actionId }: { stackName: string; actionId: string },
  before: Sight | undefined,
): Promise<Observation> {
  const at = now();
  const found = await reached(async () => {
    const stack = await stacks.findStack(stackName);
    const events = stack && hasProblem(stack.status) ? await stacks.listEvents(stack.stackId, eventsToExplain) : [];
    return { stack, events };
  });
  if ('problem' in found) return { stack: undefined, observed: { kind: 'unreachable', problem: found.problem } };
  const { stack, events } = found;
  await store.putSight(stackName, sightOf(stack, before, at));
  if (!stack) return { stack, observed: { kind: 'absent' } };
  const isOurs = stack.launchedBy === actionId;
  return { stack, observed: { kind: 'present', status: stack.status, isOurs, problem: problemOf(stack, events) } };
}

/** CloudFormation's answer, or why there was none. */
export async function reached<Answer extends object>(
  ask: () => Promise<Answer>,
): Promise<Answer | { problem: string }> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') return { problem: error.message };
    throw error;
  }
}
