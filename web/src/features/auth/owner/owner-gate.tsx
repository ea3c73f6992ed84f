import { queryOptions, useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { call } from '../../../api/call.ts';
import { Failure } from '../../../ui/feedback/failure.tsx';

const OwnerTools = lazy(() => import('./owner-tools.tsx').catch(() => ({ default: NotLoaded })));

/** For the life of the page: the owner is named by the deployment. */
const ownerQuery = queryOptions({
  queryKey: ['auth', 'owner'],
  queryFn: ({ signal }) => call('GET /api/auth/owner', { signal }),
  staleTime: Infinity,
});

/** What nobody but the owner sees, or loads. Not knowing is being nobody. */
export function OwnerGate() {
  const { data } = useQuery(ownerQuery);
  if (!data?.isOwner) return null;
  return (
    <Suspense fallback={null}>
      <OwnerTools />
    </Suspense>
  );
}

const NotLoaded = () => (
  <Failure
    what="The owner’s tools could not be loaded."
    error={new Error('the site does not answer')}
    onRetry={() => location.reload()}
  />
);
