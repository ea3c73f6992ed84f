import type { StackAction } from 'shared-types/contract/stack';
import type { ActionContext } from './actions.ts';
import type { StackState } from './state.ts';
import { actionVerbs } from './texts.ts';

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
