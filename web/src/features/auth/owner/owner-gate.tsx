import { useQuery } from '@tanstack/react-query';
import { ownerQuery } from '../../../api/owner.ts';
import { LazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { onDemand } from '../../../ui/feedback/on-demand.tsx';

const OwnerTools = onDemand(() => import('./owner-tools.tsx'));

/** Loads and shows the owner's tools for the owner only. Until the server has responded, nobody counts as the owner. */
export function OwnerGate() {
  const { data } = useQuery(ownerQuery);
  if (!data?.isOwner) return null;
  return (
    <LazyPart>
      <OwnerTools />
    </LazyPart>
  );
}
