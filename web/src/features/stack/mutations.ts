import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ActionLog, StackAction } from 'shared-types/contract/stack';
import { call } from '../../api/call.ts';
import { tellStale } from '../../lib/tab/stale-data.ts';
import { descriptionQuery, detailQuery } from './queries.ts';
import { actionVerbs } from './texts.ts';

/** Begins an action. The new action appears at once, and polling starts. */
function useBegin<Request, Begun extends { data: ActionLog }>(
  stackName: string,
  begin: (request: Request) => Promise<Begun>,
) {
  const client = useQueryClient();
  const ofStack = { queryKey: ['stack', stackName] };
  return useMutation({
    mutationFn: begin,
    onSuccess: async ({ data: log }) => {
      await client.cancelQueries(ofStack);
      const withLog = <Data extends { actionLogs: ActionLog[] }>(data: Data | undefined) => {
        // A poll in the meantime may have found it already.
        const others = data?.actionLogs.filter(({ actionTime }) => actionTime !== log.actionTime) ?? [];
        return data && { ...data, actionLogs: [log, ...others] };
      };
      client.setQueryData(detailQuery(stackName).queryKey, withLog);
      client.setQueryData(descriptionQuery(stackName).queryKey, withLog);
    },
    // Even a refusal means that the stack has changed.
    onSettled: () => {
      void client.invalidateQueries(ofStack);
      tellStale(ofStack, client.getQueryCache().findAll({ ...ofStack, type: 'active' }));
    },
  });
}

/** Starts, restarts or stops a stack. */
export const useStackAction = (stackName: string) =>
  useBegin(stackName, (action: StackAction) =>
    call(`POST /api/minecraft_bedrock/v2/{stackName}/${actionVerbs[action]}`, { params: { stackName } }),
  );

/** Moves the scheduled stop of a running server from the time that the page shows. */
export const useMoveStop = (stackName: string) =>
  useBegin(stackName, (body: { stopsAt: number; until: number }) =>
    call('POST /api/minecraft_bedrock/v2/{stackName}/stopTime', { params: { stackName }, body }),
  );
