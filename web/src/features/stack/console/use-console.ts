import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CommandOutput, PlayerLists } from 'shared-types/contract/stack/console';
import { errorMessage, isTransient } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';

const pollMs = 1000;
/** SSM gives up a command that no server has fetched after half a minute, and cuts it off a minute after it has begun. */
const maxWaitMs = 95_000;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Waits for the output of a command. Undefined when the server has not responded in time, whether it or the site is unavailable. A
 * command that was sent may have had its effect, so no error of this wait is one of sending.
 */
async function awaitOutput(stackName: string, commandId: string): Promise<CommandOutput | undefined> {
  const params = { stackName, commandId };
  const ending = new AbortController();
  const { signal } = ending;
  const timer = setTimeout(() => ending.abort(), maxWaitMs);
  const hasEnded = new Promise<undefined>((resolve) => signal.addEventListener('abort', () => resolve(undefined)));
  const ask = async () => {
    while (!signal.aborted) {
      await wait(pollMs);
      try {
        const path = 'GET /api/minecraft_bedrock/v2/{stackName}/console/commands/{commandId}';
        const { data } = await call(path, { params, signal });
        if (data.state !== 'pending') return data;
      } catch (error) {
        if (!signal.aborted && !isTransient(error)) return { state: 'failed' as const, output: errorMessage(error) };
      }
    }
    return undefined;
  };
  try {
    return await Promise.race([ask(), hasEnded]);
  } finally {
    clearTimeout(timer);
  }
}

export const playerListsQuery = (stackName: string) =>
  queryOptions({
    queryKey: ['stack', stackName, 'players'],
    meta: { part: 'players' },
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
    // Until the version of the saved lists is known, the next save would be one of an older version.
    onSettled: () => client.invalidateQueries({ queryKey: ['stack', stackName, 'players'] }),
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
