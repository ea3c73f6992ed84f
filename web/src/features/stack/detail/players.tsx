import type { ActionLog, StackInfo } from 'shared-types/contract/stack';
import { toServerTime } from '../../../lib/server-clock.ts';
import { formatAge } from '../../../lib/format-time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { isLeaving, isThere } from '../status/stack-state.ts';
import { playersText } from '../messages.ts';

/** Who plays on a server that is up, by its own count, and how old that is. */
export function Players({ info, running }: { info: StackInfo; running: ActionLog | undefined }) {
  const now = toServerTime(useNow());
  const { players } = info;
  if (!players || !isThere(info.stackStatus) || isLeaving(info, running)) return null;
  return (
    <>
      {playersText(players, now)} · counted {formatAge(players.seenAt, now)}
    </>
  );
}
