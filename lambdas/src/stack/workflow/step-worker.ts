import { gameOf } from 'shared-types/rules/stack/game';
import { isUp } from 'shared-types/rules/stack-status';
import type { NewsDesk } from '../../platform/news/tell-news.ts';
import { type Action, type ActionResult, lockHolder, type StackCreation } from '../actions/action.ts';
import type { ActionStore } from '../actions/action-store.ts';
import { allowListParameter } from '../console/player-lists.ts';
import { failedNews, stoppedNews } from '../news/server-news.ts';
import type { CreateResult, DeleteResult, Stack, StackReader, StackWriter } from '../ports.ts';
import {
  findDeletionTime,
  problemIfUnavailable,
  type RefreshedSnapshot,
  type RefreshPorts,
  refreshSnapshot,
} from '../snapshot/refresh-snapshot.ts';
import type { StackList } from '../stack-list.ts';
import type { StateStore, StoredStackState } from '../state-store.ts';
import type { StepInput, StepOutput } from '../step-input.ts';
import { worldParameters } from '../worlds/archive.ts';
import { type FinalArchivePorts, makeFinalArchive } from '../worlds/final-archive.ts';
import type { WorldStore } from '../worlds/world-store.ts';
import { type ActionProgress, nextStep, type NextStep } from './next-step.ts';
import { resumeScheduledStop, type ScheduledStopPorts } from './scheduled-stop.ts';

interface ChangePorts extends StackList {
  store: Pick<WorldStore, 'getWorld'>;
  stacks: StackWriter;
}

type AdvancePorts = ChangePorts &
  FinalArchivePorts & {
    store: Pick<ActionStore, 'finish' | 'renewLease'>;
    stacks: Pick<StackReader, 'listEvents'>;
    news: Pick<NewsDesk, 'tryToTell'>;
  };

type StepPorts = RefreshPorts & ScheduledStopPorts & AdvancePorts & { store: Pick<StateStore, 'getState'> };

const waitForOtherAction: NextStep = { kind: 'wait', seconds: 60 };
const pollAgain: NextStep = { kind: 'wait', seconds: 10 };
const done: NextStep = { kind: 'done' };

/** Takes one step of an action: refreshes the snapshot, does what nextStep decides, and tells the workflow to go on. */
export const stepWorker =
  (ports: StepPorts) =>
  async (input: StepInput): Promise<StepOutput> => {
    const state = await ports.store.getState(input.stackName, 5);
    const holder = lockHolder(state);
    const own = holder?.actionId === input.actionId ? holder : undefined;
    // The action was interrupted, or it has ended and Step Functions repeats the step.
    if (!own && input.plannedBy === null) return outputOf(input, done);
    const { stackName, actionId, notBefore } = input;
    const sinceMs = own?.syncTimeMs ?? Date.parse(notBefore);
    const observation = await refreshSnapshot(ports, { stackName, actionId, known: state.snapshot, sinceMs });
    const action = own ?? (await resumeScheduledStop(ports, input, state, observation));
    if (action === 'over') return outputOf(input, done);
    if (action === 'later') return outputOf(input, waitForOtherAction);
    return advance(ports, input, { action, state, observation });
  };

interface StepContext {
  action: Action;
  state: StoredStackState;
  observation: RefreshedSnapshot;
}

async function advance(ports: AdvancePorts, input: StepInput, context: StepContext): Promise<StepOutput> {
  const { store, now } = ports;
  const { action, observation } = context;
  const progress = progressOf(input, context);
  const verdict = nextStep(progress, observation.observed, now());
  const created = stackCreationOf(input, context, verdict);
  const step = (stackCreation: StackCreation | null) => ({ nowMs: now().getTime(), stackCreation });

  async function finish(result: ActionResult, decided: NextStep) {
    await store.finish(action, result, step(created));
    return outputOf(input, decided);
  }
  async function fail(reason: string) {
    const again = plannedAgain(input, context, created);
    // The news comes first: after a crash, or while it cannot be stored, Step Functions repeats the step for a minute. Whoever
    // recovers the action after that tells it without this reason.
    const isTold = await ports.news.tryToTell(failedNews(action, reason, now()));
    // The next try of a stop tells it if it fails, too. News must not keep a server running, which costs money.
    if (!isTold && !again) throw new Error('the failure could not be told');
    if (!again) return finish({ syncStatus: 'FAILED', reason }, { kind: 'failed', reason });
    const minutes = again.seconds / 60;
    const text = `${reason} The next try is in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
    await finish({ syncStatus: 'FAILED', reason: text }, done);
    return outputOf(again.input, { kind: 'wait', seconds: again.seconds });
  }

  const hasStopped = observation.observed.kind === 'absent' && verdict.kind !== 'wait' && action.action !== 'START';
  // A stop does not wait for its news.
  if (hasStopped) await ports.news.tryToTell(stoppedNews(action, now()));
  if (verdict.kind === 'done') return finish({ syncStatus: 'SUCCEEDED', reason: null }, verdict);
  if (verdict.kind === 'failed') return fail(verdict.reason);
  const lastGoneMs =
    verdict.kind === 'create' ? await findDeletionTime(ports.stacks, context.state.snapshot) : undefined;
  // Without the lock the action changes nothing more.
  if (!(await store.renewLease(action, { ...step(created), lastGoneMs }))) return outputOf(input, done);
  if (verdict.kind === 'wait') {
    const unreachable = observation.observed.kind === 'unreachable' ? input.unreachable + 1 : 0;
    return outputOf({ ...input, unreachable }, verdict);
  }

  const { stack } = observation;
  if (verdict.kind === 'delete' && stack && isUp(stack.status)) {
    const archive = await makeFinalArchive(ports, input, context.state, stack);
    if (archive) return outputOf({ ...input, unreachable: 0, archive }, pollAgain);
  }
  const answer = await problemIfUnavailable(() => change(ports, input, context, verdict));
  if ('problem' in answer) {
    const decided = nextStep(progress, { kind: 'unreachable', problem: answer.problem }, now());
    if (decided.kind === 'failed') return fail(decided.reason);
    return outputOf({ ...input, unreachable: input.unreachable + 1 }, decided);
  }
  if (answer.kind === 'refused') return fail(answer.reason);
  // The change makes older snapshots useless: the new syncTimeMs tells the next step to take a later one.
  await store.renewLease(action, step('stackId' in answer ? { ...creationBy(input), stackId: answer.stackId } : null));
  const deleteRetried = input.deleteRetried || (verdict.kind === 'delete' && verdict.again);
  return outputOf({ ...input, unreachable: 0, deleteRetried }, pollAgain);
}

const retrySeconds = [60, 300, 1800];
const maxRetrySeconds = 3600;

/**
 * Returns the input of the next try of a failed stop. The server costs money until it is gone, and perhaps no page
 * shows the failure. The stop becomes a scheduled one for the same stack. A stack that the site may not delete is not
 * tried again.
 */
function plannedAgain(input: StepInput, { state, observation }: StepContext, created: StackCreation | null) {
  const plannedBy = input.plannedBy ?? (created ?? state.lock.launch)?.actionId ?? null;
  if (input.action !== 'STOP' || plannedBy === null || observation.stack?.launchedBy === null) return undefined;
  const progress = { deleteRetried: false, unreachable: 0, archive: { tries: 0, sentAtMs: null } };
  return {
    input: { ...input, ...progress, plannedBy, failures: input.failures + 1 },
    seconds: retrySeconds[input.failures] ?? maxRetrySeconds,
  };
}

async function change(
  { stacks, configured, store }: ChangePorts,
  { stackName, actionId }: StepInput,
  { observation, state }: StepContext,
  { kind }: Extract<NextStep, { kind: 'create' | 'delete' }>,
): Promise<CreateResult | DeleteResult> {
  if (kind === 'delete') {
    if (observation.stack?.launchedBy === null)
      return {
        kind: 'refused',
        reason: 'The site did not start this stack, so it does not delete it. Delete it in AWS.',
      };
    return stacks.deleteStack(observation.stack?.stackId ?? stackName);
  }
  const stack = (await configured()).find(({ name }) => name === stackName);
  return stacks.createStack(
    { name: stackName, game: gameOf(stack ?? {}) },
    {
      ...stack?.parameters,
      ...worldParameters(await store.getWorld(stackName), state.players !== undefined),
      ...allowListParameter(state.playerLists),
    },
    actionId,
  );
}

const hasCreatedStack = ({ actionId }: StepInput, { lock }: StoredStackState) => lock.launch?.actionId === actionId;

const progressOf = (input: StepInput, { action, state }: StepContext): ActionProgress => ({
  action: input.action,
  hasCreatedStack: hasCreatedStack(input, state),
  deleteRetried: input.deleteRetried,
  unreachable: input.unreachable,
  quietUntilMs: input.quietUntilMs,
  actionTimeMs: action.actionTimeMs,
});

const creationBy = ({ actionId, stopsAtMs }: StepInput) => ({ actionId, stopsAtMs });

/**
 * Returns the stack that this start has created or has found running, or that this stop has cut off, until it is
 * stored.
 */
function stackCreationOf(
  input: StepInput,
  { state, observation: { stack } }: StepContext,
  verdict: NextStep,
): StackCreation | null {
  if (!stack || hasCreatedStack(input, state)) return null;
  if (input.action === 'STOP') return cutOff(stack, state);
  const isOurs = stack.launchedBy === input.actionId;
  return isOurs || verdict.kind === 'done' ? { ...creationBy(input), stackId: stack.stackId } : null;
}

/** Returns the stack of a start that was interrupted before it could store its creation. */
const cutOff = ({ launchedBy, stackId }: Stack, { lock: { launch } }: StoredStackState): StackCreation | null =>
  launchedBy === null || launch?.stackId === stackId ? null : { actionId: launchedBy, stackId, stopsAtMs: null };

const outputOf = (input: StepInput, verdict: NextStep): StepOutput => ({
  ...input,
  verdict: verdict.kind === 'done' || verdict.kind === 'failed' ? verdict.kind : 'wait',
  waitSeconds: verdict.kind === 'wait' ? verdict.seconds : 0,
  reason: verdict.kind === 'failed' ? verdict.reason : '',
});
