import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { PeopleRights } from 'shared-types/contract/stack/rights';
import { call } from '../../../api/call.ts';

export const rightsQuery = (stackName: string) =>
  queryOptions({
    queryKey: ['stack', stackName, 'rights'],
    meta: { part: 'rights' },
    queryFn: async ({ signal }) =>
      (await call('GET /api/minecraft_bedrock/v2/{stackName}/rights', { params: { stackName }, signal })).data,
    // Another version would replace what the user has typed.
    refetchOnWindowFocus: false,
    staleTime: Infinity,
  });

export function useSetRights(stackName: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: PeopleRights & { version: number }) =>
      call('PUT /api/minecraft_bedrock/v2/{stackName}/rights', { params: { stackName }, body }),
    onSettled: () => void client.invalidateQueries({ queryKey: ['stack', stackName, 'rights'] }),
  });
}
