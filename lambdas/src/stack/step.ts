import type { Action, Ending, Launch } from './action.ts';
import { holderOf } from './leftover.ts';
import { next, type Progress, type Verdict } from './next.ts';
import { type Observation, observe, reached } from './observe.ts';
import { wake } from './planned-stop.ts';
import type { StackState, StepPorts } from './ports.ts';
import type { StepInput, StepOutput } from './step-input.ts';

const later: Verdict = { kind: 'wait', seconds: 60 };
const over: Verdict = { kind: 'done' };

/** One step of an action: looks at the stack, does what is next, and says whether the workflow is to come again. */
export const stackStep =
  (ports: StepPorts) =>
  async (input: StepInput): Promise<StepOutput> => {
    const state = await ports.store.getState(input.stackName, 5);
    const holder = holderOf(state);
    const mine = holder?.actionId === input.actionId ? holder : undefined;
    // Somebody has stopped it, or it has ended and this is an echo.
    if (!mine && input.plannedBy === null) return outputOf(input, over);
    const seen = await observe(ports, input, state.sight);
    const action = mine ?? (await wake(ports, input, state, seen));
    if (action === 'over') return outputOf(input, over);
    if (action === 'later') return outputOf(input, later);
    return advance(ports, input, { action, state, seen });
  };

interface At {
  action: Action;
  state: StackState;
  seen: Observation;
}

async function advance(ports: StepPorts, input: StepInput, at: At): Promise<StepOutput> {
  const { store, stacks, configured, now } = ports;
  const { action, seen } = at;
  const progress = progressOf(input, at);
  const verdict = next(progress, seen.observed, now());
  const launch = launchOf(input, at, verdict);
  const renew = (launched: Launch | null) => store.renew(action, { nowMs: now().getTime(), launch: launched });

  async function settle(ending: Ending, decided: Verdict) {
    await store.settle(action, ending, { nowMs: now().getTime(), launch });
    return outputOf(input, decided);
  }
  const fail = (reason: string) => settle({ syncStatus: 'FAILED', reason }, { kind: 'failed', reason });

  /** CloudFormation could be seen but not asked to do something. */
  function afterSilence(problem: string) {
    const decided = next(progress, { kind: 'unreachable', problem }, now());
    if (decided.kind === 'failed') return fail(decided.reason);
    return outputOf({ ...input, unreachable: input.unreachable + 1 }, decided);
  }

  switch (verdict.kind) {
    case 'done':
      return settle({ syncStatus: 'SUCCEEDED', reason: null }, verdict);
    case 'failed':
      return fail(verdict.reason);
    case 'wait': {
      const unreachable = seen.observed.kind === 'unreachable' ? input.unreachable + 1 : 0;
      return outputOf({ ...input, unreachable }, (await renew(launch)) ? verdict : over);
    }
    case 'create': {
      if (!(await renew(launch))) return outputOf(input, over);
      const parameters = configured.find(({ name }) => name === input.stackName)?.parameters ?? {};
      const answer = await reached(() => stacks.createStack(input.stackName, parameters, input.actionId));
      if ('problem' in answer) return afterSilence(answer.problem);
      if (answer.kind === 'refused') return fail(answer.reason);
      if (answer.kind === 'begun') await renew({ ...launchBy(input), stackId: answer.stackId });
      return outputOf({ ...input, unreachable: 0 }, lookAgain);
    }
    case 'delete': {
      if (!(await renew(launch))) return outputOf(input, over);
      const answer = await reached(() => stacks.removeStack(seen.stack?.stackId ?? input.stackName));
      if ('problem' in answer) return afterSilence(answer.problem);
      if (answer.kind === 'refused') return fail(answer.reason);
      const deleteRetried = input.deleteRetried || verdict.again;
      return outputOf({ ...input, unreachable: 0, deleteRetried }, lookAgain);
    }
  }
}

const lookAgain: Verdict = { kind: 'wait', seconds: 10 };

const progressOf = (input: StepInput, { action, state }: At): Progress => ({
  action: input.action,
  launched: state.lock.launch?.actionId === input.actionId,
  deleteRetried: input.deleteRetried,
  unreachable: input.unreachable,
  quietUntilMs: input.quietUntilMs,
  actionTimeMs: action.actionTimeMs,
});

const launchBy = ({ actionId, stopsAtMs }: StepInput) => ({ actionId, stopsAtMs });

/** What is to be remembered of the stack that this start has created, or has found running. */
function launchOf(input: StepInput, { state, seen: { stack } }: At, verdict: Verdict): Launch | null {
  if (!stack || input.action === 'STOP' || state.lock.launch?.actionId === input.actionId) return null;
  const isOurs = stack.launchedBy === input.actionId;
  return isOurs || verdict.kind === 'done' ? { ...launchBy(input), stackId: stack.stackId } : null;
}

const outputOf = (input: StepInput, verdict: Verdict): StepOutput => ({
  ...input,
  verdict: verdict.kind === 'done' || verdict.kind === 'failed' ? verdict.kind : 'wait',
  waitSeconds: verdict.kind === 'wait' ? verdict.seconds : 0,
  reason: verdict.kind === 'failed' ? verdict.reason : '',
});
