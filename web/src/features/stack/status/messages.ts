import type { ActionLog, StackAction, StackEvent, StackInfo } from 'shared-types/contract/stack';
import type { BootPhase } from 'shared-types/rules/stack/boot';
import { minuteMs } from 'shared-types/rules/time';
import { formatDuration } from '../format-duration.ts';
import { isNotAnswering, type StackState, stackStateOf } from './stack-state.ts';

interface StateTexts {
  sentence: string;
  /** The phase of a running start or restart that has not created this stack itself. */
  whileStarting: string;
  whileStopping: string;
}

const rollingBack = 'it failed, and its resources are being removed';
const cleaningUp = 'an earlier failed start is being cleaned up';
const changing = 'CloudFormation is changing the stack';

const stateTexts: Record<StackState, StateTexts> = {
  absent: {
    sentence: 'Not running.',
    whileStarting: 'the server is about to be created',
    whileStopping: 'the server is gone, finishing up',
  },
  inReview: {
    sentence: 'Created but never deployed: nothing is running.',
    whileStarting: cleaningUp,
    whileStopping: cleaningUp,
  },
  starting: {
    sentence: 'Starting: the server is being created.',
    whileStarting: 'the server is being created',
    whileStopping: 'the server is still being created and will then shut down',
  },
  running: {
    sentence: 'Running.',
    whileStarting: 'the server is about to shut down',
    whileStopping: 'the server is about to shut down',
  },
  rollingBack: {
    sentence: 'The start failed: its resources are being removed.',
    whileStarting: cleaningUp,
    whileStopping: cleaningUp,
  },
  rolledBack: {
    sentence: 'The start failed and was rolled back: nothing is running.',
    whileStarting: cleaningUp,
    whileStopping: cleaningUp,
  },
  partlyCreated: {
    sentence: 'The start failed, and part of the server is still there. It may cost money.',
    whileStarting: cleaningUp,
    whileStopping: cleaningUp,
  },
  stopping: {
    sentence: 'Stopping: the server is shutting down; the world is kept.',
    whileStarting: 'the old server is shutting down first; the world is kept',
    whileStopping: 'the server is shutting down; the world is kept',
  },
  partlyDeleted: {
    sentence: 'The stop failed, and part of the server is still there. It may cost money.',
    whileStarting: 'part of the old server could not be removed',
    whileStopping: 'part of the server could not be removed yet',
  },
  changing: {
    sentence: 'CloudFormation is changing the stack.',
    whileStarting: changing,
    whileStopping: changing,
  },
  broken: {
    sentence: 'The last change failed.',
    whileStarting: changing,
    whileStopping: changing,
  },
};

/** The phase of a running start or restart once it has created the stack. */
const ownPhases: Partial<Record<StackState, string>> = {
  running: 'the server is up',
  rollingBack,
  rolledBack: rollingBack,
  partlyCreated: rollingBack,
};

const runningLabels: Record<StackAction, string> = { START: 'Starting', RESTART: 'Restarting', STOP: 'Stopping' };

/** Describes the state of a stack in one sentence. */
export function describeStack(info: StackInfo | null, running: ActionLog | undefined): string {
  const state = stackStateOf(info?.stackStatus);
  if (isNotAnswering(info, running)) return 'The server is not responding.';
  if (!running && info?.firstReport) return 'Starting: the server is up and has not reported yet.';
  if (!running) return stateTexts[state].sentence;
  const { action, actionTime } = running;
  const hasCreatedStack = info !== null && info.creationTime >= actionTime;
  const { whileStarting, whileStopping } = stateTexts[state];
  const phase =
    action === 'STOP'
      ? whileStopping
      : hasCreatedStack || (action === 'START' && state === 'running')
        ? ownPhases[state]
        : undefined;
  return `${runningLabels[action]}: ${phase ?? whileStarting}.`;
}

/** Returns CloudFormation's reason for a failure: that of the oldest event of a failed resource. */
export function failureCause(events: StackEvent[], state: StackState): string | undefined {
  const failedStatus = failedStatuses[state];
  const cause = events.findLast(
    ({ resourceStatus, reason }) => resourceStatus === failedStatus && reason && !/cancelled/i.test(reason),
  );
  return cause && `${cause.logicalResourceId}: ${cause.reason}`;
}

const failedStatuses: Partial<Record<StackState, string>> = {
  rollingBack: 'CREATE_FAILED',
  rolledBack: 'CREATE_FAILED',
  partlyCreated: 'CREATE_FAILED',
  partlyDeleted: 'DELETE_FAILED',
};

export const bootPhases = 'Phases of the start';
export const phaseTexts: Record<BootPhase, string> = {
  instance: 'Machine',
  packages: 'Packages',
  world: 'World',
  image: 'Game image',
  game: 'Game',
};

const usualTexts: Record<StackAction, string> = { START: 'A start', RESTART: 'A restart', STOP: 'A stop' };

/** Estimates the rest of an action by how long it usually takes. */
export function describeRest({ action, actionTime }: ActionLog, usual: number, now: number): string {
  const rest = Math.round((actionTime + usual - now) / minuteMs);
  const left = actionTime + usual <= now ? '' : rest < 1 ? ', less than a minute left' : `, about ${rest} min left`;
  return `${usualTexts[action]} usually takes ${formatDuration(usual)}${left}.`;
}

export const lastEvent = (logicalResourceId: string, resourceStatus: string, duration: string) =>
  `Last event: ${logicalResourceId} ${resourceStatus}, ${duration} ago`;
export const lastFailed = (actionVerb: string, value: string) => `The last ${actionVerb} failed${value}`;
