import type { ActionLog, PlayersSeen, StackAction, StackEvent, StackInfo } from 'shared-types/contract/stack';
import { formatFutureTime, formatTime } from '../../lib/format-time.ts';
import { type StackState, stackStateOf } from './status/stack-state.ts';

interface Words {
  /** How things stand. */
  is: string;
  /** What Start would do, and what Stop. */
  start: string;
  stop: string;
  /** What is going on while a start or a restart is under way that did not make what there is, and while a stop is. */
  rising: string;
  falling: string;
}

const waits = 'waits until that has ended';
const failed = 'it failed, and what was made is being removed';
const clearing = 'what an earlier start left is being cleared away';
const atWork = 'CloudFormation is at work';
const words: Record<StackState, Words> = {
  absent: {
    is: 'Not running.',
    start: 'sets the server up, which takes some minutes',
    stop: 'has nothing to do',
    rising: 'the server is about to be set up',
    falling: 'the server is gone',
  },
  announced: {
    is: 'Announced, but never set up: nothing is running.',
    start: 'clears that away and sets the server up',
    stop: 'clears that away',
    rising: clearing,
    falling: clearing,
  },
  starting: {
    is: 'Starting: the server is being set up.',
    start: waits,
    stop: `${waits}, then takes the server down`,
    rising: 'the server is being set up',
    falling: 'the server is still being set up, and will then be taken down',
  },
  running: {
    is: 'Running.',
    start: 'changes nothing: it runs already',
    stop: 'takes the server down and cuts off whoever plays; the world is kept',
    rising: 'the server is about to be taken down',
    falling: 'the server is about to be taken down',
  },
  failing: {
    is: 'The start failed: what was made is being removed.',
    start: `${waits}, then tries again`,
    stop: `${waits}, then clears away what is left`,
    rising: clearing,
    falling: clearing,
  },
  rolledBack: {
    is: 'The start failed and was rolled back: nothing is running.',
    start: 'clears away what is left and tries again',
    stop: 'clears away what is left',
    rising: clearing,
    falling: clearing,
  },
  halfMade: {
    is: 'The start failed, and part of the server is still there. It may cost money.',
    start: 'clears that away and tries again',
    stop: 'clears that away',
    rising: clearing,
    falling: clearing,
  },
  stopping: {
    is: 'Stopping: the world is saved, the server is being taken down.',
    start: `${waits}, then sets the server up again`,
    stop: waits,
    rising: 'what was there is being taken down first; the world is kept',
    falling: 'the world is saved, the server is being taken down',
  },
  halfGone: {
    is: 'The stop failed, and part of the server is still there. It may cost money.',
    start: 'can do nothing before a Stop has removed that',
    stop: 'tries again to remove that',
    rising: 'part of the old server could not be removed',
    falling: 'part of the server could not be removed yet',
  },
  changing: {
    is: 'CloudFormation is changing it.',
    start: waits,
    stop: `${waits}, then takes the server down`,
    rising: atWork,
    falling: atWork,
  },
  broken: {
    is: 'A change of it failed.',
    start: 'can do nothing before a Stop has taken it down',
    stop: 'takes it down; the world is kept',
    rising: atWork,
    falling: atWork,
  },
};

/** What an action under way comes to once it has made a stack of its own. */
const made: Partial<Record<StackState, string>> = {
  running: 'the server is up',
  failing: failed,
  rolledBack: failed,
  halfMade: failed,
};

export const actionVerbs: Record<StackAction, 'start' | 'restart' | 'stop'> = {
  START: 'start',
  RESTART: 'restart',
  STOP: 'stop',
};

export const actionLabels: Record<StackAction, string> = { START: 'Start', RESTART: 'Restart', STOP: 'Stop' };

/** How a stack stands when somebody is about to press something. */
interface ActionContext {
  standing: StackState;
  /** When it stops by itself. */
  stopsAt?: number | null | undefined;
  /** Another action, which is under way. */
  running?: ActionLog | undefined;
}

/** What an action would do now: 'Stop takes the server down …'. */
export function describeEffect(action: StackAction, { standing, stopsAt = null, running }: ActionContext): string {
  const { start, stop } = words[standing];
  if (running && action === 'STOP')
    return `Stop breaks off the ${actionVerbs[running.action]} and takes down what is there; the world is kept.`;
  if (action === 'START' && standing === 'running' && stopsAt !== null)
    return 'Start leaves it running, and puts off when it stops by itself.';
  if (action === 'START') return `Start ${start}.`;
  if (action === 'STOP') return `Stop ${stop}.`;
  return standing === 'absent' ? `Restart ${start}.` : `Restart ${stop}. Then it sets the server up anew.`;
}

/** What each button would do now. */
export const describeEffects = (at: ActionContext) =>
  `${describeEffect('START', at)} ${describeEffect('STOP', at)} Restart ${at.standing === 'absent' ? 'does what Start does' : 'stops it, then starts it'}.`;

/** The action under way, if one is. */
export const runningAction = (actionLogs: ActionLog[]) => actionLogs.find(({ syncStatus }) => syncStatus === 'RUNNING');

/** The last action, if it has failed. */
export const lastFailedAction = ([last]: ActionLog[]) =>
  last?.syncStatus === 'FAILED' || last?.syncStatus === 'TIMED_OUT' ? last : undefined;

const doing: Record<StackAction, string> = { START: 'Starting', RESTART: 'Restarting', STOP: 'Stopping' };

/** How a stack stands, in one plain sentence. */
export function describeStack(info: StackInfo | null, running: ActionLog | undefined): string {
  const standing = stackStateOf(info?.stackStatus);
  if (!running) return words[standing].is;
  const { action, actionTime } = running;
  const isMadeByIt = info !== null && info.creationTime >= actionTime;
  const { rising, falling } = words[standing];
  const phase =
    action === 'STOP'
      ? falling
      : isMadeByIt || (action === 'START' && standing === 'running')
        ? made[standing]
        : undefined;
  return `${doing[action]}: ${phase ?? rising}.`;
}

/** Who asked for an action: 'by Ann'. */
export function describeActor({ by }: ActionLog): string {
  if (by === 'schedule') return 'by schedule';
  return by === 'idle' ? 'because nobody played' : `by ${by}`;
}

/** What CloudFormation names as the first cause of a failure: the oldest event of a resource that says why. */
export function failureCause(events: StackEvent[], standing: StackState): string | undefined {
  const ending = failures[standing];
  const cause = events.findLast(
    ({ resourceStatus, reason }) => resourceStatus === ending && reason && !/cancelled/i.test(reason),
  );
  return cause && `${cause.logicalResourceId}: ${cause.reason}`;
}

const failures: Partial<Record<StackState, string>> = {
  failing: 'CREATE_FAILED',
  rolledBack: 'CREATE_FAILED',
  halfMade: 'CREATE_FAILED',
  halfGone: 'DELETE_FAILED',
};

const hourMs = 3_600_000;

/** What a stack has cost since it was made. */
export function describeCost({ creationTime, hourlyPrice }: StackInfo, now: number): string | undefined {
  if (hourlyPrice === null) return undefined;
  const dollars = (Math.max(0, now - creationTime) / hourMs) * hourlyPrice;
  return dollars < 0.01 ? 'less than $0.01 so far' : `about $${dollars.toFixed(2)} so far`;
}

/** What becomes of a stack at the time of its planned stop. A server that is up, or will be, also watches for players. */
export function describePlannedStop(standing: StackState, at: string): string {
  if (standing === 'halfMade' || standing === 'halfGone') return `tries to stop by itself at ${at}`;
  return `stops by itself at ${at}${standing === 'broken' ? '' : ', sooner when nobody plays'}`;
}

/** A server counts once a minute: what an older count announced has come about, or never will. */
const latelyMs = 5 * 60_000;

/** How many play, or since when nobody has and what comes of that. */
export function describePlayers({ online, seenAt, lastPlayedAt, idleStopAt }: PlayersSeen, now: number): string {
  if (online === 1) return '1 player';
  if (online) return `${online} players`;
  const stop =
    idleStopAt > now
      ? `: it stops at ${formatFutureTime(idleStopAt, now)} unless somebody plays`
      : now - seenAt < latelyMs
        ? ': it is about to stop'
        : '';
  return online === null
    ? `The game does not answer${stop}`
    : `Nobody has played since ${formatTime(lastPlayedAt, now)}${stop}`;
}

/** Where to connect: the address and the port among the outputs. */
export function serverAddress(outputs: StackInfo['outputs']): string | undefined {
  const valueOf = (ending: RegExp) => outputs.find(({ outputKey }) => ending.test(outputKey))?.outputValue;
  const address = valueOf(/address$/i);
  const port = valueOf(/port$/i);
  return address && port ? `${address}:${port}` : address;
}
