import { queryOptions } from '@tanstack/react-query';
import type { Answer } from 'shared-types/contract/api';
import { gameOf } from 'shared-types/rules/stack/game';
import { call } from '../../api/call.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { isTabHidden } from '../../lib/tab/use-hidden.ts';
import { describeTogether } from './describe-together.ts';
import { pollIntervalMs } from './polling.ts';

interface QueryState {
  state: { status: string };
}

const unlessFailed = ({ state }: QueryState) => state.status !== 'error';

/** A failed query of this tool loads again only when the user retries. */
const manualRetry = {
  refetchInterval: false,
  refetchOnWindowFocus: unlessFailed,
  refetchOnReconnect: unlessFailed,
} as const;

/** The names of the stacks, and whether the user may start and stop them. */
export const stackListQuery = queryOptions({
  ...manualRetry,
  queryKey: ['stack', 'list'],
  meta: { part: 'stacks' },
  queryFn: ({ signal }) => call('GET /api/minecraft_bedrock/v2', { signal }),
});

/** Returns the names of the other stacks that run the same game. Only they can open its worlds. */
export function sameGameStacks(
  list: Pick<Answer<'GET /api/minecraft_bedrock/v2'>, 'data' | 'games'> | undefined,
  stackName: string,
): string[] {
  const gameOfStack = (name: string) => gameOf({ game: list?.games?.[name] });
  return list?.data.filter((name) => name !== stackName && gameOfStack(name) === gameOfStack(stackName)) ?? [];
}

/** The hours of a server in this month, and its price. */
export const stackHoursQuery = (stackName: string) =>
  queryOptions({
    ...manualRetry,
    queryKey: ['stack', stackName, 'hours'],
    meta: { part: 'hours' },
    queryFn: ({ signal }) => call('GET /api/minecraft_bedrock/v2/{stackName}/hours', { params: { stackName }, signal }),
  });

/** The user's server hours of this month. */
export const serverHoursQuery = queryOptions({
  ...manualRetry,
  queryKey: ['stack', 'hours'],
  meta: { part: 'hours' },
  queryFn: ({ signal }) => call('GET /api/minecraft_bedrock/hours', { signal }),
});

/** Loads the data of a card. It polls while the stack is active, together with other cards that are due. */
export const descriptionQuery = (stackName: string) =>
  queryOptions({
    ...manualRetry,
    queryKey: ['stack', stackName, 'description'],
    meta: { part: 'state' },
    queryFn: () => describeTogether(stackName),
    // React Query pauses this interval in a hidden tab.
    refetchInterval: ({ state: { data, error } }) => pollIntervalMs({ data, error, isHidden: false }, serverNow()),
  });

/**
 * Loads all data of a stack. It polls while the stack is active; in a hidden tab only while an operation is running.
 */
export const detailQuery = (stackName: string) =>
  queryOptions({
    ...manualRetry,
    queryKey: ['stack', stackName, 'detail'],
    meta: { part: 'history' },
    queryFn: async ({ signal }) =>
      (await call('GET /api/minecraft_bedrock/v2/{stackName}/detail', { params: { stackName }, signal })).data,
    refetchIntervalInBackground: true,
    refetchInterval: ({ state: { data, error } }) =>
      pollIntervalMs({ data, error, isHidden: isTabHidden() }, serverNow()),
  });
