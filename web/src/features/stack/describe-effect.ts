import type { StackAction } from 'shared-types/contract/stack';
import type { ActionContext } from './actions.ts';
import type { StackState } from './state.ts';
import { actionVerbs, listPlayers } from './texts.ts';

interface Effects {
  start: string;
  stop: string;
}

/** The effect of Stop on a server that is silent. */
const endsSilent =
  'gives the server a minute to answer, then shuts it down anyway. The world stays as it was last saved.';

/** The effects of Start and Stop in each state. */
const effects: Record<StackState, Effects> = {
  absent: { start: 'creates the server, which takes a few minutes.', stop: 'has no effect: nothing is running.' },
  inReview: { start: 'clears the unused stack away and creates the server.', stop: 'clears the unused stack away.' },
  starting: {
    start: 'waits until the server is up.',
    stop: 'cancels the start. The world is kept.',
  },
  running: {
    start: 'has no effect: the server is running.',
    stop: 'shuts the server down after a countdown in the game, which disconnects its players. The world is kept.',
  },
  rollingBack: {
    start: 'waits until the failed start is rolled back, then tries again.',
    stop: 'waits until the failed start is rolled back, then clears it away.',
  },
  rolledBack: { start: 'tries again.', stop: 'clears the failed start away.' },
  partlyCreated: {
    start: 'removes what is left of the failed start and tries again.',
    stop: 'removes what is left of the failed start.',
  },
  stopping: {
    start: 'waits until the server is down, then creates it again.',
    stop: 'waits until the server is down.',
  },
  partlyDeleted: {
    start: 'is unavailable until Stop has removed the rest of the server.',
    stop: 'tries again to remove the rest of the server.',
  },
  changing: {
    start: 'waits until AWS has finished its change.',
    stop: 'waits until AWS has finished its change, then shuts the server down. The world is kept.',
  },
  broken: {
    start: 'is unavailable until Stop has shut the server down.',
    stop: 'shuts the server down. The world is kept.',
  },
};

/** Describes the effect of an action: 'Stop shuts the server down …'. */
export function describeEffect(
  action: StackAction,
  { state, stopsAt = null, running, online, isSilent }: ActionContext,
): string {
  const { start, stop: usual } = effects[state];
  const effect = isSilent ? endsSilent : usual;
  const stop = effect.replace('its players', playersOn(online));
  if (running && action === 'STOP')
    return `Stop cancels the ${actionVerbs[running.action]} and shuts the server down. The world is kept.`;
  if (action === 'START' && state === 'running' && stopsAt !== null) return 'Start lets the server run longer.';
  if (action === 'START') return `Start ${start}`;
  if (action === 'STOP') return `Stop ${stop}`;
  return state === 'absent' ? `Restart ${start}` : `Restart ${stop} Then it starts the server again.`;
}

/** Names the players of a server as far as they are counted. */
const playersOn = (online: number | null | undefined) =>
  online ? `the ${online === 1 ? 'player' : `${online} players`} on it` : 'its players';

/** Describes the effect of a start or restart with another world. */
export const describeWorldChange = ({ state, online }: ActionContext) =>
  `The current world is backed up first and stays in this list. ${
    state === 'running'
      ? `The server restarts, which disconnects ${playersOn(online)} and takes about five minutes.`
      : 'The server starts with it.'
  }`;

/** Describes who is on a server that an action shuts down, as far as they are known by name: 'Anna and Bo are on.' */
export function describeWhoIsOn(
  action: StackAction,
  { state, online, named = [], isSilent }: ActionContext,
): string | undefined {
  if (action === 'START' || state !== 'running' || isSilent || !online || named.length === 0) return undefined;
  return `${listPlayers(named, online)} ${online === 1 ? 'is' : 'are'} on.`;
}
