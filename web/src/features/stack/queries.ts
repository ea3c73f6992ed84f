import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { toServerTime } from '../../lib/server-clock.ts';
import { isTabHidden } from '../../lib/use-hidden.ts';
import { pollIntervalMs } from './polling/polling-rule.ts';

interface Asked {
  state: { status: string };
}

const unlessFailed = ({ state }: Asked) => state.status !== 'error';

/** What failed is asked again only by whoever looks at it, whatever the rest of the site does. */
const patient = {
  refetchInterval: false,
  refetchOnWindowFocus: unlessFailed,
  refetchOnReconnect: unlessFailed,
} as const;

export const stackNamesQuery = queryOptions({
  ...patient,
  queryKey: ['stack', 'names'],
  queryFn: async ({ signal }) => (await call('GET /api/minecraft_bedrock/v2', { signal })).data,
});

/** What a card shows, followed while the stack is active. */
export const descriptionQuery = (stackName: string) =>
  queryOptions({
    ...patient,
    queryKey: ['stack', stackName, 'description'],
    queryFn: async ({ signal }) =>
      (await call('GET /api/minecraft_bedrock/v2/{stackName}/description', { params: { stackName }, signal })).data,
    // The interval itself stands still in a hidden tab, and goes on when it is seen again.
    refetchInterval: ({ state: { data, error } }) =>
      pollIntervalMs({ data, error, isHidden: false }, toServerTime(Date.now())),
  });

/** Everything about a stack, followed while it is active; in a hidden tab, too, while something is under way. */
export const detailQuery = (stackName: string) =>
  queryOptions({
    ...patient,
    queryKey: ['stack', stackName, 'detail'],
    queryFn: async ({ signal }) =>
      (await call('GET /api/minecraft_bedrock/v2/{stackName}/detail', { params: { stackName }, signal })).data,
    refetchIntervalInBackground: true,
    refetchInterval: ({ state: { data, error } }) =>
      pollIntervalMs({ data, error, isHidden: isTabHidden() }, toServerTime(Date.now())),
  });
