// The work of a community's 'Mark read', which loads when the button is pressed.
import type { QueryClient } from '@tanstack/react-query';
import { isUnread } from 'shared-types/rules/house';
import type { UnreadCount } from 'shared-types/contract/ljmonitor';
import { call } from '../../../api/call.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { mapHouses, markReadAt } from '../houses/house-pages.ts';
import { updateHousesOptimistically } from '../optimistic-updates.ts';

/** Marks the houses of a community as read, except those that changed after the given count. */
export async function markCommunityRead(client: QueryClient, { resblockId, asOf }: UnreadCount) {
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
export const undoMarkCommunityRead = ({ resblockId, asOf }: UnreadCount) =>
  call('DELETE /api/ljmonitor/resblock/{resblockId}/read', { params: { resblockId }, query: { asOf } });
