import type { ActionLog, StackInfo } from 'shared-types/contract/stack';
import { formatAge } from '../../../lib/format-time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { isGoingDown, hasServer } from '../status/stack-state.ts';
import { describePlayers } from './messages.ts';

/** The number of players, as the server last counted them, and the age of that count. */
export function Players({ info, running }: { info: StackInfo; running: ActionLog | undefined }) {
  const now = useNow();
  const { players } = info;
  if (!players || !hasServer(info.stackStatus) || isGoingDown(info, running)) return null;
  return (
    <>
      {describePlayers(players, now)} · counted {formatAge(players.seenAt, now)}
    </>
  );
}
