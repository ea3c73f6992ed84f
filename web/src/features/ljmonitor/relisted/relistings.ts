import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Relisting } from 'shared-types/contract/monitor/relistings';
import { minuteMs } from 'shared-types/rules/time';
import { call } from '../../../api/call.ts';

/**
 * Loads the links of all communities at once. Only rows ask for them, so they load after the list. They change with a reading,
 * whose end loads them again. Without them the rows lack a line, so their failure is not shown.
 */
export const relistingsQuery = queryOptions({
  queryKey: ['ljmonitor', 'relistings'],
  queryFn: ({ signal }) => call('GET /api/ljmonitor/relistings', { signal }),
  staleTime: 5 * minuteMs,
  refetchOnWindowFocus: false,
  refetchInterval: false,
  retryOnMount: false,
});

const noLinks: Relisting[] = [];

/** Returns the links of a house: to the one under which its flat was offered before, and to the one under which it is again. */
export const useLinksOf = (houseId: string): readonly Relisting[] =>
  useQuery({
    ...relistingsQuery,
    select: (links) => links.filter(({ earlier, later }) => [earlier.houseId, later.houseId].includes(houseId)),
  }).data ?? noLinks;

/** Returns the houses under which the flat of a house was offered before, the last one first. */
export function earlierHousesOf(houseId: string, links: readonly Relisting[]): Relisting['earlier'][] {
  const before = links.find(({ later }) => later.houseId === houseId)?.earlier;
  return before ? [before, ...earlierHousesOf(before.houseId, links)] : [];
}
