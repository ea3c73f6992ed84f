import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Relisting } from 'shared-types/contract/monitor/relistings';
import { minuteMs } from 'shared-types/rules/time';
import { type HouseOfLinks, loadLinks } from './load-links.ts';

/** Matches the links of all houses. */
export const relistingsQueries = { queryKey: ['ljmonitor', 'relistings'] };

/**
 * Loads the links of a house, with those of the rows that appear beside it. Only rows ask for them, so they load after the list.
 * They change with a reading, whose end loads them again. Without them the rows lack a line, so their failure is not shown.
 */
export const relistingsQuery = (house: HouseOfLinks) =>
  queryOptions({
    queryKey: [...relistingsQueries.queryKey, house.houseId],
    queryFn: ({ signal }) => loadLinks(house, signal),
    staleTime: 5 * minuteMs,
    refetchOnWindowFocus: false,
    refetchInterval: false,
    retryOnMount: false,
  });

const noLinks: Relisting[] = [];

/** Returns the links of a house: to the one under which its flat was offered before, and to the one under which it is again. */
export const useLinksOf = (house: HouseOfLinks): readonly Relisting[] =>
  useQuery({
    ...relistingsQuery(house),
    select: (links) => links.filter(({ earlier, later }) => [earlier.houseId, later.houseId].includes(house.houseId)),
  }).data ?? noLinks;

/** Returns the houses under which the flat of a house was offered before, the last one first. */
export function earlierHousesOf(houseId: string, links: readonly Relisting[]): Relisting['earlier'][] {
  const before = links.find(({ later }) => later.houseId === houseId)?.earlier;
  return before ? [before, ...earlierHousesOf(before.houseId, links)] : [];
}
