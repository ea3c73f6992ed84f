import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Persona } from 'shared-types/contract/chat/personas';
import { call } from '../../../api/call.ts';
import { personasQuery } from './personas-query.ts';

export function useSavePersona() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ personaId, ...body }: Persona) =>
      call('PUT /api/chat/personas/{personaId}', { params: { personaId }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: personasQuery.queryKey }),
  });
}

export function useDeletePersona() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ personaId }: Persona) => call('DELETE /api/chat/personas/{personaId}', { params: { personaId } }),
    onSuccess: async (_, { personaId }) => {
      await client.cancelQueries({ queryKey: personasQuery.queryKey });
      client.setQueryData(personasQuery.queryKey, (personas) =>
        personas?.filter((each) => each.personaId !== personaId),
      );
    },
  });
}
