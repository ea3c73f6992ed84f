import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { NewWorldSettings, StackWorld } from 'shared-types/contract/stack';
import { call } from '../../../api/call.ts';

const pollMs = 5000;

/** Loads the backups of a stack's world. */
export const worldQuery = (stackName: string, isPolling: (world: StackWorld | undefined) => boolean) =>
  queryOptions({
    queryKey: ['stack', stackName, 'world'],
    meta: { part: 'worlds' },
    queryFn: async ({ signal }) =>
      (await call('GET /api/minecraft_bedrock/v2/{stackName}/world', { params: { stackName }, signal })).data,
    refetchInterval: ({ state: { status, data } }) => (status !== 'error' && isPolling(data) ? pollMs : false),
  });

export type WorldChange =
  | { kind: 'backUp' }
  /** `archiveId` is null for a new world. */
  | { kind: 'choose'; archiveId: string | null; settings?: NewWorldSettings }
  | { kind: 'keep' };

/** Makes a backup, or chooses the world that the next start begins with. */
export function useWorldChange(stackName: string) {
  const client = useQueryClient();
  const params = { stackName };
  return useMutation({
    mutationFn(change: WorldChange) {
      if (change.kind === 'backUp')
        return call('POST /api/minecraft_bedrock/v2/{stackName}/world/archives', { params });
      if (change.kind === 'keep') return call('DELETE /api/minecraft_bedrock/v2/{stackName}/world/next', { params });
      const { kind: _, ...body } = change;
      return call('PUT /api/minecraft_bedrock/v2/{stackName}/world/next', { params, body });
    },
    onSettled: () => void client.invalidateQueries({ queryKey: ['stack', stackName, 'world'] }),
  });
}

/** Downloads a backup. Its address works for some minutes, so it is asked for when it is needed. */
export const useDownload = (stackName: string) =>
  useMutation({
    mutationFn: async (archiveId: string) => {
      const params = { stackName, archiveId };
      const { url } = await call('GET /api/minecraft_bedrock/v2/{stackName}/world/archives/{archiveId}', { params });
      // The bucket sends it as an attachment, so the page stays.
      location.assign(url);
    },
  });
