import type { StackAction } from 'shared-types/contract/stack';
import { mayCostMoney } from 'shared-types/rules/stack-status';
import { AppError } from '../../platform/app-error.ts';
import { type Action, asActionLog, mayInterrupt, newAction, scheduledStopMs } from './action.ts';
import type { ConfiguredStack } from '../env.ts';
import { lockHolder, recoverExpiredAction } from './recovery.ts';
import { readSnapshot } from '../snapshot/snapshot-cache.ts';
import type { StackPorts } from '../ports.ts';
import type { StepInput } from './step-input.ts';

/** A step of an interrupted action may go on for so long, though nobody waits for it any more. */
export const maxStepMs = 30_000;

/** Others may begin or end something between our look and our write: then we look again. */
const maxTries = 4;

interface ActionRequest {
  action: StackAction;
  by: string;
  /** Nobody waits for it: it takes over from nothing. */
  neverInterrupts?: true;
}

/** Begins an action, for a person, the schedule or an idle server: one at a time for each stack, but that a stop takes over. */
export async function beginAction(
  ports: StackPorts,
  { name: stackName, maxUptimeHours }: ConfiguredStack,
  wanted: ActionRequest,
): Promise<Action> {
  for (let tries = 0; tries < maxTries; tries++) {
    const { interrupted, starts } = await resolveConflict(ports, stackName, wanted);
    const at = ports.now();
    const action = newAction({ actionId: ports.newId(), stackName, action: wanted.action, by: wanted.by }, at);
    if (!(await ports.store.begin(action, { interrupted, starts }))) continue;
    if (interrupted) await ports.executions.stop(interrupted.actionId, `Stopped by ${wanted.by}.`);
    const input = firstStepInput(action, {
      stopsAtMs: wanted.action === 'STOP' ? null : scheduledStopMs(maxUptimeHours, at),
      quietUntilMs: interrupted ? at.getTime() + maxStepMs : 0,
    });
    await startExecutions(ports, action, input);
    return action;
  }
  await refuseWhileLogIsLost(ports, stackName);
  throw new AppError('unavailable', 'Too much happens at once. Try again in a moment.', { retryAfterSeconds: 1 });
}

const firstStepInput = (
  { actionId, stackName, action, by, actionTimeMs }: Action,
  own: Pick<StepInput, 'stopsAtMs' | 'quietUntilMs'>,
): StepInput => ({
  actionId,
  stackName,
  action,
  by,
  notBefore: new Date(actionTimeMs).toISOString(),
  plannedBy: null,
  deleteRetried: false,
  unreachable: 0,
  ...own,
});

/** The stop that a start plans is an execution of its own, which waits, and survives whatever happens to the start. */
const scheduledStopInput = (input: StepInput, atMs: number): StepInput => ({
  ...input,
  actionId: `${input.actionId}-stop`,
  action: 'STOP',
  by: 'schedule',
  notBefore: new Date(atMs).toISOString(),
  plannedBy: input.actionId,
  stopsAtMs: null,
});

/** The planned stop first: nothing is started that nothing would stop. */
async function startExecutions({ store, executions, now }: StackPorts, action: Action, input: StepInput) {
  const inputs = [...(input.stopsAtMs === null ? [] : [scheduledStopInput(input, input.stopsAtMs)]), input];
  for (const each of inputs) {
    if (await executions.start(each)) continue;
    const reason = 'The workflow could not be started. Try again in a moment.';
    await store.finish(action, { syncStatus: 'FAILED', reason }, { nowMs: now().getTime(), launch: null });
    throw new AppError('unavailable', reason, { retryAfterSeconds: 5 });
  }
}

/** What the write has to hold against, if the action may begin at all. */
async function resolveConflict(
  ports: StackPorts,
  stackName: string,
  { action, neverInterrupts: isPatient }: ActionRequest,
) {
  const state = await ports.store.getState(stackName, 5);
  const wasLeft = await recoverExpiredAction(ports, stackName, state);
  const current = wasLeft ? undefined : lockHolder(state);
  if (current && (isPatient || !mayInterrupt(action, current.action))) {
    throw new AppError('conflict', `${current.action} of ${stackName} is under way. Wait until it has ended.`, {
      current: asActionLog(current),
    });
  }
  const starts = action === 'STOP' ? undefined : await enforceRunningLimit(ports, stackName);
  return { interrupted: current, starts };
}

/** An action whose log is lost cannot go on, but that it has just begun looks the same: its lease has to run out. */
async function refuseWhileLogIsLost({ store, now }: StackPorts, stackName: string) {
  const state = await store.getState(stackName, 5);
  const leftMs = state.lock.leaseUntilMs - now().getTime();
  if (state.lock.holder === null || leftMs <= 0 || lockHolder(state)) return;
  const retryAfterSeconds = Math.ceil(leftMs / 1000);
  throw new AppError(
    'unavailable',
    `Something is under way with ${stackName}, and its log is lost. Try again in ${retryAfterSeconds} seconds.`,
    { retryAfterSeconds },
  );
}

/** How many starts there were, when the limit matters: another one meanwhile makes us count again. */
async function enforceRunningLimit(ports: StackPorts, stackName: string): Promise<number | undefined> {
  const { store, configured, maxRunningStacks } = ports;
  if (maxRunningStacks >= configured.length) return undefined;
  const starts = await store.getStartCount();
  const others = await Promise.all(
    configured
      .filter(({ name }) => name !== stackName)
      .map(async ({ name }) => ((await countsAsRunning(ports, name)) ? [name] : [])),
  );
  const running = others.flat();
  if (running.length < maxRunningStacks) return starts;
  const most = maxRunningStacks === 1 ? 'one stack' : `${maxRunningStacks} stacks`;
  throw new AppError('tooMany', `Only ${most} may run at a time. Stop ${running.join(' or ')} first.`, {
    retryAfterSeconds: 60,
  });
}

async function countsAsRunning(ports: StackPorts, stackName: string): Promise<boolean> {
  const state = await ports.store.getState(stackName, 5);
  const current = lockHolder(state);
  if (current && current.action !== 'STOP') return true;
  const { stack } = await readSnapshot(ports, stackName, state.snapshot);
  return stack !== null && mayCostMoney(stack.status);
}
