import type { ActionLog, StackInfo } from 'shared-types/contract/stack';
import { isNotResponding, movesStop, type StackState, stackStateOf } from './state.ts';
import { runningLabels } from './texts.ts';

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
    sentence: 'Not running: created but never deployed.',
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
    sentence: 'Start failed: its resources are being removed.',
    whileStarting: cleaningUp,
    whileStopping: cleaningUp,
  },
  rolledBack: {
    sentence: 'Start failed: it was rolled back, and nothing is running.',
    whileStarting: cleaningUp,
    whileStopping: cleaningUp,
  },
  partlyCreated: {
    sentence: 'Start failed: part of the server is still there, which may cost money.',
    whileStarting: cleaningUp,
    whileStopping: cleaningUp,
  },
  stopping: {
    sentence: 'Stopping: the server is shutting down; the world is kept.',
    whileStarting: 'the old server is shutting down first; the world is kept',
    whileStopping: 'the server is shutting down; the world is kept',
  },
  partlyDeleted: {
    sentence: 'Stop failed: part of the server is still there, which may cost money.',
    whileStarting: 'part of the old server could not be removed',
    whileStopping: 'part of the server could not be removed yet',
  },
  changing: {
    sentence: 'Changing: CloudFormation is at work on the stack.',
    whileStarting: changing,
    whileStopping: changing,
  },
  broken: {
    sentence: 'Failed: the last change of the stack did not succeed.',
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

/** Describes the state of a stack in one sentence: 'Starting: the server is being created.' The word before the colon is the state. */
export function describeStack(info: StackInfo | null, running: ActionLog | undefined): string {
  const state = stackStateOf(info?.stackStatus);
  if (isNotResponding(info, running)) return 'Not responding: the server should be up but reports nothing.';
  if (!running && info?.firstReport) return 'Starting: the server is up and has not reported yet.';
  if (!running || movesStop(info, running)) return stateTexts[state].sentence;
  const { action, actionTime } = running;
  const hasCreatedStack = info !== null && info.creationTime >= actionTime;
  const { whileStarting, whileStopping } = stateTexts[state];
  const phase = action === 'STOP' ? whileStopping : hasCreatedStack ? ownPhases[state] : undefined;
  return `${runningLabels[action]}: ${phase ?? whileStarting}.`;
}
