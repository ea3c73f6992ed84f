// This file does the work of a community's 'Mark read'. It loads when the button is pressed.
import type { QueryClient } from '@tanstack/react-query';
import { isUnread } from 'shared-types/rules/house';
import type { Resblock, UnreadCount } from 'shared-types/contract/ljmonitor';
import { call } from '../../../api/call.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { showUndo } from '../../../ui/toasts/toasts.ts';
import { inSequence } from '../../../ui/undo.ts';
import { mapHouses, markReadAt } from '../houses/house-pages.ts';
import { updateHousesOptimistically } from '../optimistic-updates.ts';
import { monitorQueries } from '../queries.ts';
import { communityName } from './community-name.ts';

/** Marks all houses of a community as read, and offers to undo that. */
export async function markCommunity(client: QueryClient, resblock: Resblock, count: UnreadCount) {
  const run = (mutationFn: () => Promise<unknown>) =>
    client
      .getMutationCache()
      .build(client, {
        ...inSequence(resblock.resblockId),
        mutationFn,
        networkMode: 'always',
        onSettled: () => void client.invalidateQueries(monitorQueries),
      })
      .execute(undefined);
  const closeUndo = showUndo(`${communityName(resblock)}: ${count.unread} marked as read.`, () =>
    run(() => undoMarkCommunityRead(count)),
  );
  try {
    await run(() => markCommunityRead(client, count));
  } catch (error) {
    closeUndo();
    throw error;
  }
}

/** Marks the houses of a community as read, except those that changed after the given count. */
async function markCommunityRead(client: QueryClient, { resblockId, asOf }: UnreadCount) {
  await updateHousesOptimistically(
    client,
    mapHouses((house) =>
      house.resblockId === resblockId && house.updateTime <= asOf && isUnread(house)
        ? markReadAt(house, serverNow())
        : house,
    ),
  );
  return call('PUT /api/ljmonitor/resblock/{resblockId}/read', { params: { resblockId }, body: { asOf } });
}

/** Undoes the mark with the same `asOf`. The server ignores it if a newer mark replaced that one. */
const undoMarkCommunityRead = ({ resblockId, asOf }: UnreadCount) =>
  call('DELETE /api/ljmonitor/resblock/{resblockId}/read', { params: { resblockId }, query: { asOf } });
