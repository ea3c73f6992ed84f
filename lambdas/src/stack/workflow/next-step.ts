import type { StackAction } from 'shared-types/contract/stack';
import { cannotCreate, cannotDelete } from 'shared-types/rules/stack/failure';
import { isFailedStart, isInReview, isInTransition, isUp } from 'shared-types/rules/stack-status';
import type { ObservedStack } from '../snapshot/refresh-snapshot.ts';

/** The progress of an action that the stack itself does not show. */
export interface ActionProgress {
  action: StackAction;
  hasCreatedStack: boolean;
  /** The action has requested the deletion a second time after it failed. */
  deleteRetried: boolean;
  /** The number of consecutive times that CloudFormation was unavailable. */
  unreachable: number;
  /** Until then an interrupted start may still create the stack. */
  quietUntilMs: number;
  actionTimeMs: number;
}

export type NextStep =
  | { kind: 'create' }
  | { kind: 'delete'; again: boolean }
  | { kind: 'wait'; seconds: number }
  | { kind: 'done' }
  | { kind: 'failed'; reason: string };

const pollSeconds = 10;
const maxBackoffSeconds = 60;
/** With the backoff, the action fails after about ten minutes. */
const maxUnreachable = 12;
const maxActionMs = 3_600_000;

const create: NextStep = { kind: 'create' };
const remove: NextStep = { kind: 'delete', again: false };
const wait: NextStep = { kind: 'wait', seconds: pollSeconds };
const done: NextStep = { kind: 'done' };
const failed = (reason: string): NextStep => ({ kind: 'failed', reason });

/** Decides the next step of an action, or its result. */
export function nextStep(progress: ActionProgress, observed: ObservedStack, now: Date): NextStep {
  const verdict = decide(progress, observed, now);
  const isLate = now.getTime() >= progress.actionTimeMs + maxActionMs;
  if (verdict.kind !== 'wait' || !isLate) return verdict;
  return failed(`Gave up after an hour: ${describeObserved(observed)}.`);
}

function decide(progress: ActionProgress, observed: ObservedStack, now: Date): NextStep {
  if (observed.kind === 'unreachable') return retryWithBackoff(progress.unreachable, observed.problem);
  if (observed.kind === 'absent')
    return progress.action === 'STOP' ? whenDeleted(progress, now) : whenMissing(progress);
  return isStopping(progress, observed.isOurs) ? stop(progress, observed) : start(observed);
}

/** A restart stops the stack that it found, and is a start once that stack is deleted. */
const isStopping = ({ action }: ActionProgress, isOurs: boolean) =>
  action === 'STOP' || (action === 'RESTART' && !isOurs);

function retryWithBackoff(failures: number, problem: string): NextStep {
  if (failures >= maxUnreachable) return failed(problem);
  return { kind: 'wait', seconds: Math.min(pollSeconds * 2 ** failures, maxBackoffSeconds) };
}

const whenDeleted = ({ quietUntilMs }: ActionProgress, now: Date): NextStep =>
  now.getTime() < quietUntilMs ? wait : done;

const whenMissing = ({ hasCreatedStack }: ActionProgress): NextStep =>
  hasCreatedStack ? failed('The stack was deleted while it was starting.') : create;

type Present = Extract<ObservedStack, { kind: 'present' }>;

function start({ status, isOurs, problem }: Present): NextStep {
  if (isUp(status)) return done;
  if (isFailedStart(status)) return isOurs ? failed(`${cannotCreate} ${problem}`) : remove;
  if (isInReview(status)) return remove;
  if (status === 'DELETE_FAILED') return failed(`${cannotDelete} ${problem}`);
  return isInTransition(status) ? wait : failed(`The stack is ${status}. ${problem}`);
}

function stop({ deleteRetried }: ActionProgress, { status, problem }: Present): NextStep {
  if (status === 'DELETE_FAILED')
    return deleteRetried ? failed(`${cannotDelete} ${problem}`) : { kind: 'delete', again: true };
  // CloudFormation cancels a creation that is deleted.
  const mustEnd = isInTransition(status) && !isInReview(status) && status !== 'CREATE_IN_PROGRESS';
  return mustEnd ? wait : remove;
}

const describeObserved = (observed: ObservedStack) =>
  observed.kind === 'present'
    ? `the stack is still ${observed.status}`
    : observed.kind === 'absent'
      ? 'there is still no stack'
      : observed.problem;
