import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';
import type { Resblock } from 'shared-types/contract/ljmonitor';
import { call } from '../../../api/call.ts';
import { Button, PrimaryButton } from '../../../ui/buttons/button.tsx';
import { Dialog, DialogButtons } from '../../../ui/content/dialog.tsx';
import { focusNeighbor } from '../../../ui/toasts/focus-neighbor.ts';
import { attempt, showUndo } from '../../../ui/toasts/toasts.ts';
import { inSequence } from '../../../ui/undo.ts';
import { dropCommunity, type HousePages } from '../houses/house-pages.ts';
import { updateHousesOptimistically } from '../optimistic-updates.ts';
import { communitiesQuery, houseQueries, monitorQueries, summaryQueries } from '../queries.ts';
import { communityName } from './community-name.ts';
import { putCommunity } from './find/find-community.ts';
import { useShowCommunity } from './mutations.ts';

interface DeleteCommunityProps {
  resblock: Resblock;
  /** The position in the list. */
  index: number;
  row: RefObject<HTMLLIElement | null>;
  onClose: () => void;
  onDeleted: () => void;
  onRestored: (added: Resblock) => void;
}

/** Asks before it deletes a community for everyone, and offers to undo that. */
export default function DeleteCommunity(props: DeleteCommunityProps) {
  const { resblock, index, row, onClose, onDeleted, onRestored } = props;
  const name = communityName(resblock);
  const remove = useDeleteCommunity(resblock);
  const restore = useRestoreCommunity(resblock, index);
  const deleteCommunity = async () => {
    focusNeighbor(row.current);
    const closeUndo = showUndo(`${name} was deleted with its houses.`, async () =>
      onRestored(await restore.mutateAsync(resblock)),
    );
    onDeleted();
    try {
      await remove.mutateAsync(resblock);
    } catch (error) {
      closeUndo();
      throw error;
    }
  };
  return (
    <Dialog title={`Delete ${name} for everyone?`} onClose={onClose}>
      <p>The community and its houses disappear from everyone’s lists. You can undo this for some seconds.</p>
      <DialogButtons>
        <Button onClick={onClose}>Cancel</Button>
        <PrimaryButton
          onClick={() => {
            onClose();
            void attempt(`Could not delete ${name}.`, deleteCommunity);
          }}
        >
          Delete
        </PrimaryButton>
      </DialogButtons>
    </Dialog>
  );
}

/** Adds a deleted community again, in its old place. */
function useRestoreCommunity({ resblockId }: Resblock, index: number) {
  const show = useShowCommunity(index);
  return useMutation({
    ...inSequence(resblockId),
    mutationFn: (community: Resblock) => putCommunity({ resblockId: community.resblockId }),
    onSuccess: show,
  });
}

/**
 * Deletes a community by an optimistic update: it and its houses disappear at once, and come back if the call fails.
 */
function useDeleteCommunity({ resblockId }: Resblock) {
  const client = useQueryClient();
  return useMutation({
    ...inSequence(resblockId),
    mutationFn: (community: Resblock) =>
      call('DELETE /api/ljmonitor/resblock/{resblockId}', { params: { resblockId: community.resblockId } }),
    onMutate: async () => {
      await client.cancelQueries({ queryKey: communitiesQuery.queryKey });
      // A summary that is on its way still counts the community.
      await client.cancelQueries(summaryQueries);
      const before = {
        communities: client.getQueryData(communitiesQuery.queryKey),
        houses: client.getQueriesData<HousePages>(houseQueries),
      };
      client.setQueryData(communitiesQuery.queryKey, (list) => list?.filter((each) => each.resblockId !== resblockId));
      await updateHousesOptimistically(client, dropCommunity(resblockId));
      return before;
    },
    onError: (_, __, before) => {
      client.setQueryData(communitiesQuery.queryKey, before?.communities);
      for (const [key, houses] of before?.houses ?? []) client.setQueryData(key, houses);
    },
    onSettled: () => void client.invalidateQueries(monitorQueries),
  });
}
