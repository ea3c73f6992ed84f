import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { House } from 'shared-types/contract/ljmonitor';
import { describeEnds } from './end-of-offer.ts';
import { endsQuery } from './ends-query.ts';

/** Counts removed houses by what became of them. */
export function RemovedSummary({ houses }: { houses: readonly House[] }) {
  const ends = useQuery(endsQuery(useQueryClient(), houses)).data ?? [];
  const count = (fate: string) => ends.filter((end) => end.fate === fate).length;
  return describeEnds(houses.length, count('sold'), count('withdrawn'));
}
