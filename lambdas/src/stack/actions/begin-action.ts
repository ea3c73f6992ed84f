import type { StackAction } from 'shared-types/contract/stack';
import { mayCostMoney } from 'shared-types/rules/stack-status';
import { AppError } from '../../platform/app-error.ts';
import { type Action, asActionLog, mayInterrupt, newAction, stopsAtMs } from './action.ts';
import type { ConfiguredStack } from '../env.ts';
import { holderOf, settleLeftover } from './recovery.ts';
import { look } from '../snapshot/snapshot-cache.ts';
import type { StackPorts } from '../ports.ts';
import type { StepInput } from './step-input.ts';

/** A step of an interrupted action may go on for so long, though nobody waits for it any more. */
export const longestStepMs = 30_000;

/** Others may begin or end something between our look and our write: then we look again. */
const mostTries = 4;

interface Wanted {
  action: StackAction;
  by: string;
  /** Nobody waits for it: it takes over from nothing. */
  isPatient?: true;
}

/** Begins an action, for a person, the schedule or an idle server: one at a time for each stack, but that a stop takes over. */
export async function beginAction(
  ports: StackPorts,
  { name: stackName, maxUptimeHours }: ConfiguredStack,
  wanted: Wanted,
): Promise<Action> {
  for (let tries = 0; tries < mostTries; tries++) {
    const { interrupted, starts } = await refuseOrGiveWay(ports, stackName, wanted);
    const at = ports.now();
    const action = newAction({ actionId: ports.newId(), stackName, action: wanted.action, by: wanted.by }, at);
    if (!(await ports.store.begin(action, { interrupted, starts }))) continue;
    if (interrupted) await ports.executions.stop(interrupted.actionId, `Stopped by ${wanted.by}.`);
    const input = inputOf(action, {
      stopsAtMs: wanted.action === 'STOP' ? null : stopsAtMs(maxUptimeHours, at),
      quietUntilMs: interrupted ? at.getTime() + longestStepMs : 0,
    });
    await startExecutions(ports, action, input);
    return action;
  }
  await refuseWithoutLog(ports, stackName);
  throw new AppError('unavailable', 'Too much happens at once. Try again in a moment.', { retryAfterSeconds: 1 });
}

const inputOf = (
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
const plannedStopOf = (input: StepInput, atMs: number): StepInput => ({
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
  const inputs = [...(input.stopsAtMs === null ? [] : [plannedStopOf(input, input.stopsAtMs)]), input];
  for (const each of inputs) {
    if (await executions.start(each)) continue;
    const reason = 'The workflow could not be started. Try again in a moment.';
    await store.settle(action, { syncStatus: 'FAILED', reason }, { nowMs: now().getTime(), launch: null });
    throw new AppError('unavailable', reason, { retryAfterSeconds: 5 });
  }
}

/** What the write has to hold against, if the action may begin at all. */
async function refuseOrGiveWay(ports: StackPorts, stackName: string, { action, isPatient }: Wanted) {
  const state = await ports.store.getState(stackName, 5);
  const wasLeft = await settleLeftover(ports, stackName, state);
  const current = wasLeft ? undefined : holderOf(state);
  if (current && (isPatient || !mayInterrupt(action, current.action))) {
    throw new AppError('conflict', `${current.action} of ${stackName} is under way. Wait until it has ended.`, {
      current: asActionLog(current),
    });
  }
  const starts = action === 'STOP' ? undefined : await refuseOneTooMany(ports, stackName);
  return { interrupted: current, starts };
}

/** An action whose log is lost cannot go on, but that it has just begun looks the same: its lease has to run out. */
async function refuseWithoutLog({ store, now }: StackPorts, stackName: string) {
  const state = await store.getState(stackName, 5);
  const leftMs = state.lock.leaseUntilMs - now().getTime();
  if (state.lock.holder === null || leftMs <= 0 || holderOf(state)) return;
  const retryAfterSeconds = Math.ceil(leftMs / 1000);
  throw new AppError(
    'unavailable',
    `Something is under way with ${stackName}, and its log is lost. Try again in ${retryAfterSeconds} seconds.`,
    { retryAfterSeconds },
  );
}

/** How many starts there were, when the limit matters: another one meanwhile makes us count again. */
async function refuseOneTooMany(ports: StackPorts, stackName: string): Promise<number | undefined> {
  const { store, configured, maxRunningStacks } = ports;
  if (maxRunningStacks >= configured.length) return undefined;
  const starts = await store.getStarts();
  const others = await Promise.all(
    configured
      .filter(({ name }) => name !== stackName)
      .map(async ({ name }) => ((await runs(ports, name)) ? [name] : [])),
  );
  const running = others.flat();
  if (running.length < maxRunningStacks) return starts;
  const most = maxRunningStacks === 1 ? 'one stack' : `${maxRunningStacks} stacks`;
  throw new AppError('tooMany', `Only ${most} may run at a time. Stop ${running.join(' or ')} first.`, {
    retryAfterSeconds: 60,
  });
}

async function runs(ports: StackPorts, stackName: string): Promise<boolean> {
  const state = await ports.store.getState(stackName, 5);
  const current = holderOf(state);
  if (current && current.action !== 'STOP') return true;
  const { stack } = await look(ports, stackName, state.sight);
  return stack !== null && mayCostMoney(stack.status);
}
