import type { Action, ActionResult, StackCreation } from './action.ts';
import { lockHolder } from './recovery.ts';
import { nextStep, type ActionProgress, type Verdict } from './next-step.ts';
import {
  findDeletionTime,
  type Observation,
  refreshSnapshot,
  problemIfUnavailable,
} from '../snapshot/refresh-snapshot.ts';
import { resumeScheduledStop } from '../schedule/scheduled-stop.ts';
import type { CreateResult, DeleteResult, StackState, StepPorts } from '../ports.ts';
import type { StepInput, StepOutput } from './step-input.ts';

const later: Verdict = { kind: 'wait', seconds: 60 };
const over: Verdict = { kind: 'done' };

/** One step of an action: looks at the stack, does what is next, and says whether the workflow is to come again. */
export const stepWorker =
  (ports: StepPorts) =>
  async (input: StepInput): Promise<StepOutput> => {
    const state = await ports.store.getState(input.stackName, 5);
    const holder = lockHolder(state);
    const mine = holder?.actionId === input.actionId ? holder : undefined;
    // Somebody has stopped it, or it has ended and this is an echo.
    if (!mine && input.plannedBy === null) return outputOf(input, over);
    const { stackName, actionId, notBefore } = input;
    const sinceMs = mine?.syncTimeMs ?? Date.parse(notBefore);
    const seen = await refreshSnapshot(ports, { stackName, actionId, known: state.snapshot, sinceMs });
    const action = mine ?? (await resumeScheduledStop(ports, input, state, seen));
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
  const { store, now } = ports;
  const { action, seen } = at;
  const progress = progressOf(input, at);
  const verdict = nextStep(progress, seen.observed, now());
  const launch = launchOf(input, at, verdict);
  const step = (launched: StackCreation | null) => ({ nowMs: now().getTime(), launch: launched });

  async function settle(ending: ActionResult, decided: Verdict) {
    await store.finish(action, ending, step(launch));
    return outputOf(input, decided);
  }
  const fail = (reason: string) => settle({ syncStatus: 'FAILED', reason }, { kind: 'failed', reason });

  if (verdict.kind === 'done') return settle({ syncStatus: 'SUCCEEDED', reason: null }, verdict);
  if (verdict.kind === 'failed') return fail(verdict.reason);
  const lastGoneMs = verdict.kind === 'create' ? await findDeletionTime(ports.stacks, at.state.snapshot) : undefined;
  // Whoever has lost the lock changes nothing any more.
  if (!(await store.renewLease(action, { ...step(launch), lastGoneMs }))) return outputOf(input, over);
  if (verdict.kind === 'wait') {
    const unreachable = seen.observed.kind === 'unreachable' ? input.unreachable + 1 : 0;
    return outputOf({ ...input, unreachable }, verdict);
  }

  const answer = await problemIfUnavailable(() => change(ports, input, at, verdict));
  if ('problem' in answer) {
    // It could be seen, but not asked to do something.
    const decided = nextStep(progress, { kind: 'unreachable', problem: answer.problem }, now());
    if (decided.kind === 'failed') return fail(decided.reason);
    return outputOf({ ...input, unreachable: input.unreachable + 1 }, decided);
  }
  if (answer.kind === 'refused') return fail(answer.reason);
  // From here on the stack is another: what was seen before this moment says nothing of it.
  await store.renewLease(action, step('stackId' in answer ? { ...launchBy(input), stackId: answer.stackId } : null));
  const deleteRetried = input.deleteRetried || (verdict.kind === 'delete' && verdict.again);
  return outputOf({ ...input, unreachable: 0, deleteRetried }, lookAgain);
}

function change(
  { stacks, configured }: StepPorts,
  { stackName, actionId }: StepInput,
  { seen }: At,
  { kind }: Extract<Verdict, { kind: 'create' | 'delete' }>,
): Promise<CreateResult | DeleteResult> {
  if (kind === 'delete') return stacks.deleteStack(seen.stack?.stackId ?? stackName);
  const parameters = configured.find(({ name }) => name === stackName)?.parameters ?? {};
  return stacks.createStack(stackName, parameters, actionId);
}

const lookAgain: Verdict = { kind: 'wait', seconds: 10 };

const progressOf = (input: StepInput, { action, state }: At): ActionProgress => ({
  action: input.action,
  hasCreatedStack: state.lock.launch?.actionId === input.actionId,
  deleteRetried: input.deleteRetried,
  unreachable: input.unreachable,
  quietUntilMs: input.quietUntilMs,
  actionTimeMs: action.actionTimeMs,
});

const launchBy = ({ actionId, stopsAtMs }: StepInput) => ({ actionId, stopsAtMs });

/** What is to be remembered of the stack that this start has created, or has found running. */
function launchOf(input: StepInput, { state, seen: { stack } }: At, verdict: Verdict): StackCreation | null {
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
