import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { Failure } from '../../ui/failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import type * as parts from './detail-parts.ts';

type Parts = typeof parts;

/** Code that a visit may never need. As a query, so that a connection that breaks leaves a 'retry' and not a dead page. */
const partsQuery = queryOptions({
  queryKey: ['code', 'ljmonitor-details'],
  queryFn: (): Promise<Parts> =>
    import('./detail-parts.ts').catch(() => {
      throw new ApiError({ status: 0, errorCode: 'network', message: 'no answer', requestId: null });
    }),
  staleTime: Infinity,
  gcTime: Infinity,
  structuralSharing: false,
});

/** What opens beneath a row. */
export function Details({ children }: { children: (parts: Parts) => ReactNode }) {
  const { data, error, refetch } = useQuery(partsQuery);
  if (data) return children(data);
  if (error) return <Failure what="This could not be loaded." error={error} onRetry={() => void refetch()} />;
  return <Loading rows={1} of="chart" />;
}
