import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { Failure } from '../../ui/feedback/failure.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import type * as parts from './detail-parts.ts';

type Parts = typeof parts;

/** Code that a visit may never need; when it does not come, the rest of the page stays. */
const partsQuery = queryOptions({
  queryKey: ['code', 'ljmonitor-details'],
  queryFn: (): Promise<Parts> =>
    import('./detail-parts.ts').catch(() => {
      throw new ApiError({ status: 0, errorCode: 'network', message: 'no answer', requestId: null });
    }),
  staleTime: Infinity,
  gcTime: Infinity,
  refetchInterval: false,
  structuralSharing: false,
});

/** What opens beneath a row. A browser asks for a file of code but once: after a failure only a new page does. */
export function Details({ children }: { children: (parts: Parts) => ReactNode }) {
  const { data, error } = useQuery(partsQuery);
  if (data) return children(data);
  if (error) return <Failure what="This could not be loaded." error={error} onRetry={() => location.reload()} />;
  return <Skeleton rows={1} of="chart" />;
}
