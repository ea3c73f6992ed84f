import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CommandOutput, PlayerLists } from 'shared-types/contract/stack/console';
import { call } from '../../../api/call.ts';

const pollMs = 1000;
/** SSM gives a command up that no server has fetched after half a minute. */
const maxPolls = 60;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits for the output of a command. Undefined when the server has not responded in time. */
async function awaitOutput(stackName: string, commandId: string): Promise<CommandOutput | undefined> {
  const params = { stackName, commandId };
  for (let polls = 0; polls < maxPolls; polls++) {
    await wait(pollMs);
    const { data } = await call('GET /api/minecraft_bedrock/v2/{stackName}/console/commands/{commandId}', { params });
    if (data.state !== 'pending') return data;
  }
  return undefined;
}

export const playerListsQuery = (stackName: string) =>
  queryOptions({
    queryKey: ['stack', stackName, 'players'],
    queryFn: async ({ signal }) =>
      (await call('GET /api/minecraft_bedrock/v2/{stackName}/players', { params: { stackName }, signal })).data,
    // Another version would replace what the user has typed.
    refetchOnWindowFocus: false,
    staleTime: Infinity,
  });

/** Saves the lists of players. The result is null when no server runs that could take them now. */
export function useSetPlayerLists(stackName: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: PlayerLists & { version: number }) => {
      const params = { stackName };
      const { commandId } = await call('PUT /api/minecraft_bedrock/v2/{stackName}/players', { params, body });
      return commandId === null ? null : { taken: await awaitOutput(stackName, commandId) };
    },
    onSettled: () => void client.invalidateQueries({ queryKey: ['stack', stackName, 'players'] }),
  });
}

/** Reads the log of the game. */
export const useLog = (stackName: string) =>
  useMutation({
    mutationFn: async () => {
      const params = { stackName };
      const { commandId } = await call('POST /api/minecraft_bedrock/v2/{stackName}/console/log', { params });
      return (await awaitOutput(stackName, commandId)) ?? null;
    },
  });

/** Types a command into the console of the game. */
export const useCommand = (stackName: string) =>
  useMutation({
    mutationFn: async (command: string) => {
      const params = { stackName };
      const { commandId } = await call('POST /api/minecraft_bedrock/v2/{stackName}/console/commands', {
        params,
        body: { command },
      });
      return (await awaitOutput(stackName, commandId)) ?? null;
    },
  });
