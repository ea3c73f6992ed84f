import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ActionLog, StackAction } from 'shared-types/contract/stack';
import { call } from '../../api/call.ts';
import { descriptionQuery, detailQuery } from './queries.ts';
import { actionVerbs } from './actions/messages.ts';

/** Starts, restarts or stops a stack. The new action appears at once, and polling starts. */
export function useStackAction(stackName: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (action: StackAction) =>
      (await call(`POST /api/minecraft_bedrock/v2/{stackName}/${actionVerbs[action]}`, { params: { stackName } })).data,
    onSuccess: async (log) => {
      await client.cancelQueries({ queryKey: ['stack', stackName] });
      const withLog = <Data extends { actionLogs: ActionLog[] }>(data: Data | undefined) => {
        // A poll in the meantime may have found it already.
        const others = data?.actionLogs.filter(({ actionTime }) => actionTime !== log.actionTime) ?? [];
        return data && { ...data, actionLogs: [log, ...others] };
      };
      client.setQueryData(detailQuery(stackName).queryKey, withLog);
      client.setQueryData(descriptionQuery(stackName).queryKey, withLog);
    },
    // Even a refusal means that the stack has changed.
    onSettled: () => void client.invalidateQueries({ queryKey: ['stack', stackName] }),
  });
}
