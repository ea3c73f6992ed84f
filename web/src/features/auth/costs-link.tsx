import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { call } from '../../api/call.ts';

const ownerQuery = queryOptions({
  queryKey: ['auth', 'owner'],
  queryFn: ({ signal }) => call('GET /api/auth/owner', { signal }),
});

/** The way to what the site costs, for its owner. Nobody else is told of it. */
export function CostsLink() {
  const { data } = useQuery(ownerQuery);
  if (!data?.isOwner) return null;
  return (
    <p>
      <Link to="/costs">What this costs</Link>
    </p>
  );
}
