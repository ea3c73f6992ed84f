import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { WeeklyTimes } from 'shared-types/contract/stack/weekly-times';
import { call } from '../../../api/call.ts';

export const weeklyTimesQuery = (stackName: string) =>
  queryOptions({
    queryKey: ['stack', stackName, 'times'],
    meta: { part: 'weekly times' },
    queryFn: async ({ signal }) =>
      (await call('GET /api/minecraft_bedrock/v2/{stackName}/times', { params: { stackName }, signal })).data,
    // Another version would replace what the user has typed.
    refetchOnWindowFocus: false,
    staleTime: Infinity,
  });

export function useSetWeeklyTimes(stackName: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: WeeklyTimes & { version: number }) =>
      call('PUT /api/minecraft_bedrock/v2/{stackName}/times', { params: { stackName }, body }),
    onSettled: () => void client.invalidateQueries({ queryKey: ['stack', stackName] }),
  });
}
