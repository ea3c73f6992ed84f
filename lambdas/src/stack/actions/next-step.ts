import type { StackAction } from 'shared-types/contract/stack';
import { isFailedStart, isInReview, isInTransition, isUp } from 'shared-types/rules/stack-status';

/** What CloudFormation says of a stack at one moment. */
export type ObservedStack =
  | { kind: 'absent' }
  /** Throttled or refused: nothing is known, least of all that it does not exist. */
  | { kind: 'unreachable'; problem: string }
  | {
      kind: 'present';
      status: string;
      /** By the action in whose name we look. */
      isOurs: boolean;
      /** Why it is in a failed state, as far as CloudFormation says. */
      problem: string;
    };

/** Where an action stands, as far as the stack itself does not tell. */
export interface ActionProgress {
  action: StackAction;
  /** It has created a stack. */
  hasCreatedStack: boolean;
  /** It has asked once more for a deletion that had failed. */
  deleteRetried: boolean;
  /** How often in a row CloudFormation could not be asked. */
  unreachable: number;
  /** Until then an interrupted start may still be about to create the stack. */
  quietUntilMs: number;
  actionTimeMs: number;
}

export type Verdict =
  | { kind: 'create' }
  | { kind: 'delete'; again: boolean }
  | { kind: 'wait'; seconds: number }
  | { kind: 'done' }
  | { kind: 'failed'; reason: string };

const lookSeconds = 10;
const longestBackoffSeconds = 60;
/** About ten minutes. */
const mostUnreachable = 12;
const longestActionMs = 3_600_000;

const create: Verdict = { kind: 'create' };
const remove: Verdict = { kind: 'delete', again: false };
const wait: Verdict = { kind: 'wait', seconds: lookSeconds };
const done: Verdict = { kind: 'done' };
const failed = (reason: string): Verdict => ({ kind: 'failed', reason });

/** What is to be done next, or how the action has ended. */
export function nextStep(progress: ActionProgress, observed: ObservedStack, now: Date): Verdict {
  const verdict = decide(progress, observed, now);
  const isLate = now.getTime() >= progress.actionTimeMs + longestActionMs;
  if (verdict.kind !== 'wait' || !isLate) return verdict;
  return failed(`Given up after an hour: ${sayingOf(observed)}.`);
}

function decide(progress: ActionProgress, observed: ObservedStack, now: Date): Verdict {
  if (observed.kind === 'unreachable') return afterSilence(progress.unreachable, observed.problem);
  if (observed.kind === 'absent') return progress.action === 'STOP' ? whenGone(progress, now) : whenMissing(progress);
  return isStopping(progress, observed.isOurs) ? stop(progress, observed) : start(observed);
}

/** A restart is a stop until the stack that it has found is gone, and then a start. */
const isStopping = ({ action }: ActionProgress, isOurs: boolean) =>
  action === 'STOP' || (action === 'RESTART' && !isOurs);

function afterSilence(before: number, problem: string): Verdict {
  if (before >= mostUnreachable) return failed(problem);
  return { kind: 'wait', seconds: Math.min(lookSeconds * 2 ** before, longestBackoffSeconds) };
}

const whenGone = ({ quietUntilMs }: ActionProgress, now: Date): Verdict => (now.getTime() < quietUntilMs ? wait : done);

const whenMissing = ({ hasCreatedStack: launched }: ActionProgress): Verdict =>
  launched ? failed('The stack was deleted while it was being started.') : create;

type Present = Extract<ObservedStack, { kind: 'present' }>;

function start({ status, isOurs, problem }: Present): Verdict {
  if (isUp(status)) return done;
  if (isFailedStart(status)) return isOurs ? failed(`The stack could not be created. ${problem}`) : remove;
  if (isInReview(status)) return remove;
  if (status === 'DELETE_FAILED') return failed(`The stack cannot be deleted. ${problem}`);
  return isInTransition(status) ? wait : failed(`The stack is ${status}. ${problem}`);
}

function stop({ deleteRetried }: ActionProgress, { status, problem }: Present): Verdict {
  if (status === 'DELETE_FAILED')
    return deleteRetried ? failed(`The stack cannot be deleted. ${problem}`) : { kind: 'delete', again: true };
  return isInTransition(status) && !isInReview(status) ? wait : remove;
}

const sayingOf = (observed: ObservedStack) =>
  observed.kind === 'present'
    ? `the stack is still ${observed.status}`
    : observed.kind === 'absent'
      ? 'there is still no stack'
      : observed.problem;
