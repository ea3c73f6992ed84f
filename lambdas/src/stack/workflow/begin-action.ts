import type { StackAction } from 'shared-types/contract/stack';
import { isUp, mayCostMoney } from 'shared-types/rules/stack-status';
import { describeActor } from 'shared-types/rules/stack/actor';
import { AppError } from '../../platform/app-error.ts';
import { type Action, asActionLog, leaseLeftMs, lockHolder, mayInterrupt, newAction } from '../actions/action.ts';
import type { ActionStore } from '../actions/action-store.ts';
import { type PlanPorts, planStop } from '../hours/server-hours.ts';
import { type LicensePorts, requireLicense } from '../license/require-license.ts';
import type { Executions } from '../ports.ts';
import { readSnapshot, type SnapshotPorts } from '../snapshot/snapshot-cache.ts';
import type { StackList } from '../stack-list.ts';
import type { ConfiguredStack } from '../stack-list-store.ts';
import type { StateStore } from '../state-store.ts';
import { firstInputs } from './first-inputs.ts';
import { recoverExpiredAction, type RecoveryPorts } from './recovery.ts';

/** A step of an interrupted action may still run for this time. It is the timeout of the step function. */
export const maxStepMs = 30_000;

/** Another action may begin or end between our read and our write. Then we read again. */
const maxTries = 4;

type ConflictPorts = RecoveryPorts & { store: Pick<StateStore, 'getState'> };

interface StartPorts {
  store: Pick<ActionStore, 'finish'>;
  executions: Pick<Executions, 'start'>;
  now: () => Date;
}

type StatePorts = SnapshotPorts & { store: Pick<StateStore, 'getState'> };

type RunningPorts = StatePorts & StackList & { maxRunningStacks: number };

type LimitPorts = LicensePorts & PlanPorts & RunningPorts & { store: Pick<ActionStore, 'getStartCount'> };

export type BeginPorts = ConflictPorts &
  StartPorts &
  LimitPorts & {
    store: Pick<ActionStore, 'begin'>;
    executions: Pick<Executions, 'stop'>;
    newId: () => string;
  };

interface ActionRequest {
  action: StackAction;
  by: string;
  /** Missing for the request of an idle server. */
  userId?: string | null;
  /** Interrupts no other action, although it is a stop. */
  neverInterrupts?: true;
  /** The time until which the server is wanted, if it is not as long as possible. */
  untilMs?: number;
  /** The start of a running stack that moves its scheduled stop. */
  move?: StopMove;
}

export interface StopMove {
  /** The time of the scheduled stop that the user has seen. */
  fromMs: number;
  untilMs: number;
}

/**
 * Begins an action for a user, the schedule or an idle server. A stack has one action at a time; only a stop interrupts
 * another one.
 */
export async function beginAction(ports: BeginPorts, stack: ConfiguredStack, request: ActionRequest): Promise<Action> {
  const { name: stackName } = stack;
  for (let tries = 0; tries < maxTries; tries++) {
    const interrupted = await resolveConflict(ports, stackName, request);
    const { starts, stopsAtMs, stopBy } = await enforceLimits(ports, stack, request);
    const at = ports.now();
    const { action: requested, by, userId = null } = request;
    const action = newAction({ actionId: ports.newId(), stackName, action: requested, by, userId, stopsAtMs }, at);
    const conditions = { interrupted, starts, stopsAtMs: request.move?.fromMs };
    if (!(await ports.store.begin(action, conditions))) continue;
    if (interrupted)
      await ports.executions.stop(interrupted.actionId, `Stopped ${describeActor({ by, isBySite: userId === null })}.`);
    await startExecutions(ports, action, { quietUntilMs: interrupted ? at.getTime() + maxStepMs : 0, stopBy });
    return action;
  }
  await refuseWhileLogIsLost(ports, stackName);
  throw new AppError('unavailable', 'Other actions started at the same time. Try again in a moment.', {
    retryAfterSeconds: 1,
  });
}

async function startExecutions(
  { store, executions, now }: StartPorts,
  action: Action,
  { quietUntilMs, stopBy }: { quietUntilMs: number; stopBy: 'schedule' | 'hours' },
) {
  const inputs = firstInputs(action, quietUntilMs, stopBy);
  for (const each of inputs) {
    if (await executions.start(each)) continue;
    const reason = 'The workflow could not be started. Try again in a moment.';
    const step = { nowMs: now().getTime(), stackCreation: null };
    await store.finish(action, { syncStatus: 'FAILED', reason }, step);
    throw new AppError('unavailable', reason, { retryAfterSeconds: 5 });
  }
}

/** Throws when another action is in progress; otherwise returns the one that is interrupted. */
async function resolveConflict(
  ports: ConflictPorts,
  stackName: string,
  { action, neverInterrupts, move }: ActionRequest,
) {
  const state = await ports.store.getState(stackName, 5);
  const isRecovered = await recoverExpiredAction(ports, stackName, state);
  const current = isRecovered ? undefined : lockHolder(state);
  if (current && (neverInterrupts || !mayInterrupt(action, current.action))) {
    throw new AppError(
      'conflict',
      `The ${current.action.toLowerCase()} of ${stackName} is in progress. Wait until it ends.`,
      {
        current: asActionLog(current),
      },
    );
  }
  if (move && state.lock.launch?.stopsAtMs !== move.fromMs)
    throw new AppError('conflict', 'The stop was moved in the meantime. Check its new time, then try again.');
  return current;
}

/** An action whose log is lost looks like an action that is just beginning, so its lease has to expire first. */
async function refuseWhileLogIsLost({ store, now }: StatePorts, stackName: string) {
  const state = await store.getState(stackName, 5);
  const leftMs = leaseLeftMs(state.lock, now());
  if (state.lock.holder === null || leftMs === 0 || lockHolder(state)) return;
  const retryAfterSeconds = Math.ceil(leftMs / 1000);
  throw new AppError(
    'unavailable',
    `An action of ${stackName} is in progress, but its log is lost. Try again in ${retryAfterSeconds} seconds.`,
    { retryAfterSeconds },
  );
}

/** Throws when a limit refuses a start. No limit refuses a stop, or a sooner one. The write fails if another stack starts after the starts were counted here. */
async function enforceLimits(
  ports: LimitPorts,
  { name: stackName, maxUptimeHours }: ConfiguredStack,
  { action, userId = null, move, untilMs }: ActionRequest,
) {
  if (action === 'STOP') return { starts: undefined, stopsAtMs: null, stopBy: 'schedule' as const };
  if (move && move.untilMs <= move.fromMs)
    return { starts: undefined, stopsAtMs: move.untilMs, stopBy: 'schedule' as const };
  // A server that runs already may stay up.
  if (!move) await requireLicense(ports);
  const starts = await ports.store.getStartCount();
  await enforceRunningLimit(ports, stackName);
  const plan = await planStop(ports, { stackName, maxUptimeHours, userId, untilMs: move?.untilMs ?? untilMs });
  const isTooSoon = move
    ? plan.stopsAtMs <= move.fromMs
    : action === 'START' && (await runsUntil(ports, stackName, plan.stopsAtMs));
  if (isTooSoon)
    throw new AppError('tooMany', 'The server cannot stay up longer: it already stops as late as the limits allow.', {
      retryAfterSeconds: 60,
    });
  return { starts, ...plan };
}

/** Returns whether the server runs already and is stopped no sooner than this, so that another start could only shorten it. */
async function runsUntil(ports: StatePorts, stackName: string, stopsAtMs: number): Promise<boolean> {
  const { lock, snapshot } = await ports.store.getState(stackName, 0);
  const { launch } = lock;
  if (!launch || launch.stopsAtMs === null || launch.stopsAtMs < stopsAtMs) return false;
  const { stack } = await readSnapshot(ports, stackName, snapshot);
  return stack?.stackId === launch.stackId && isUp(stack.status);
}

async function enforceRunningLimit(ports: RunningPorts, stackName: string): Promise<void> {
  const { maxRunningStacks } = ports;
  const configured = await ports.configured();
  if (maxRunningStacks >= configured.length) return;
  const others = await Promise.all(
    configured
      .filter(({ name }) => name !== stackName)
      .map(async ({ name }) => ((await countsAsRunning(ports, name)) ? [name] : [])),
  );
  const running = others.flat();
  if (running.length < maxRunningStacks) return;
  const limit = maxRunningStacks === 1 ? 'one stack' : `${maxRunningStacks} stacks`;
  throw new AppError('tooMany', `Only ${limit} may run at a time. Stop ${running.join(' or ')} first.`, {
    retryAfterSeconds: 60,
  });
}

async function countsAsRunning(ports: StatePorts, stackName: string): Promise<boolean> {
  const state = await ports.store.getState(stackName, 5);
  const current = lockHolder(state);
  if (current && current.action !== 'STOP') return true;
  const { stack } = await readSnapshot(ports, stackName, state.snapshot);
  return stack !== null && mayCostMoney(stack.status);
}
