import type { ActionLog, StackAccess, StackAction } from 'shared-types/contract/stack';
import { mayReplace, type StackRights } from 'shared-types/rules/stack/rights';
import type { StackState } from '../status/stack-state.ts';

export const actionVerbs: Record<StackAction, 'start' | 'restart' | 'stop'> = {
  START: 'start',
  RESTART: 'restart',
  STOP: 'stop',
};

export const actionLabels: Record<StackAction, string> = { START: 'Start', RESTART: 'Restart', STOP: 'Stop' };

/** The people who may start and stop servers, in the list of all of them. */
export const accessTexts: Record<StackAccess, string> = {
  everyone: 'Everyone who is signed in can start and stop these servers.',
  listed: 'The owner has given you rights to these servers. The page of each one shows them.',
  none: 'You can watch these servers. To start and stop them, ask the owner for the right.',
};

interface Effects {
  start: string;
  stop: string;
}

const waits = 'waits for the running change';

/** The effect of Stop on a server that is silent. */
const endsSilent = 'gives the silent server a minute to answer, then ends it; the world is kept as it was saved last';

/** The effects of Start and Stop in each state. */
const effects: Record<StackState, Effects> = {
  absent: { start: 'creates the server, which takes some minutes', stop: 'has no effect, because nothing is running' },
  inReview: { start: 'cleans up and creates the server', stop: 'cleans up' },
  starting: { start: waits, stop: 'cancels the creation; the world is kept' },
  running: {
    start: 'has no effect while the server is running',
    stop: 'shuts the server down and disconnects its players after a countdown in the game; the world is kept',
  },
  rollingBack: { start: `${waits}, then tries again`, stop: `${waits}, then cleans up` },
  rolledBack: { start: 'cleans up and tries again', stop: 'cleans up' },
  partlyCreated: { start: 'cleans up and tries again', stop: 'cleans up' },
  stopping: { start: `${waits}, then creates the server again`, stop: waits },
  partlyDeleted: { start: 'is unavailable until Stop has cleaned up', stop: 'tries to clean up again' },
  changing: { start: waits, stop: `${waits}, then shuts the server down` },
  broken: {
    start: 'is unavailable until Stop has shut the server down',
    stop: 'shuts the server down; the world is kept',
  },
};

interface ActionContext {
  state: StackState;
  /** The time of the scheduled stop. */
  stopsAt?: number | null | undefined;
  /** The running action. */
  running?: ActionLog | undefined;
  /** The number of players, as the server last counted them. */
  online?: number | null | undefined;
  /** The server should be up and reports nothing, so that it neither counts down nor backs its world up. */
  isSilent?: boolean;
}

/** Describes the effect of an action in a sentence: 'Stop shuts the server down …'. */
export function describeEffect(
  action: StackAction,
  { state, stopsAt = null, running, online, isSilent }: ActionContext,
): string {
  const { start, stop: usual } = effects[state];
  const effect = isSilent ? endsSilent : usual;
  const playing = online ? `the ${online === 1 ? 'player who is' : `${online} players who are`} on it` : 'its players';
  const stop = effect.replace('its players', playing);
  if (running && action === 'STOP')
    return `Stop cancels the ${actionVerbs[running.action]} and shuts the server down; the world is kept.`;
  if (action === 'START' && state === 'running' && stopsAt !== null) return 'Start extends the running time.';
  if (action === 'START') return `Start ${start}.`;
  if (action === 'STOP') return `Stop ${stop}.`;
  return state === 'absent' ? `Restart ${start}.` : `Restart ${stop}. Then it starts the server again.`;
}

/** Returns whether an action changes anything. The description of its effect says why not. */
export function hasEffect(action: StackAction, { state, stopsAt = null, running }: ActionContext): boolean {
  if (action === 'STOP') return state !== 'absent' || running !== undefined;
  if (action === 'RESTART') return true;
  return state === 'running' ? stopsAt !== null : state !== 'partlyDeleted' && state !== 'broken';
}

/** Describes the effects of the buttons that a user has, and the rights that are missing for others. */
export const describeEffects = (context: ActionContext, rights: StackRights) =>
  [
    rights.start && describeEffect('START', context),
    rights.stop && describeEffect('STOP', context),
    mayReplace(rights) && `Restart ${context.state === 'absent' ? 'does the same as Start' : 'stops and starts it'}.`,
    missingRight(rights),
  ]
    .filter(Boolean)
    .join(' ');

/** Describes what a user may not do with a server. Undefined when start and stop are both allowed. */
export function missingRight({ start, stop }: StackRights): string | undefined {
  if (start && stop) return undefined;
  const what = start ? 'stop it' : stop ? 'start it' : 'start and stop it';
  return start || stop
    ? `To ${what}, ask the owner for the right.`
    : `You can watch this server. To ${what}, ask the owner for the right.`;
}

/** Returns whether these rights allow an action. */
export const mayDo = (action: StackAction, rights: StackRights): boolean =>
  action === 'START' ? rights.start : action === 'STOP' ? rights.stop : mayReplace(rights);

/** Explains why buttons are disabled while an action runs. */
export const describeRunning = (running: ActionLog) =>
  running.action === 'STOP'
    ? `Stop is in progress (${describeActor(running)}). Wait until it ends.`
    : `${actionLabels[running.action]} is in progress (${describeActor(running)}). Wait until it ends, or press Stop to cancel it.`;

export const runningAction = (actionLogs: ActionLog[]) => actionLogs.find(({ syncStatus }) => syncStatus === 'RUNNING');

/** Returns the last action if it has failed. */
export const lastFailedAction = ([last]: ActionLog[]) =>
  last?.syncStatus === 'FAILED' || last?.syncStatus === 'TIMED_OUT' ? last : undefined;

/** Describes who or what requested an action: 'by Ann'. */
export function describeActor({ by }: ActionLog): string {
  if (by === 'schedule') return 'by schedule';
  if (by === 'hours') return 'because the server hours of the month were used up';
  if (by === 'silence') return 'because the server did not respond';
  return by === 'idle' ? 'because the server was empty' : `by ${by}`;
}

export const recentActionLogs = 'Recent Action Logs';
export const noActionsYet = 'No actions yet.';
export const requesting = (actionVerb: string) => `Requesting the ${actionVerb}…`;
export const errorWhile = (actionVerb: string) => `Error while ${actionVerb}`;
export const pleaseConfirm = 'Please Confirm';
export const areYouSure = (actionVerb: string, stackName: string) => `Are you sure to ${actionVerb} ${stackName}?`;
export const cancel = 'Cancel';
export const confirm = 'Confirm';
