import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';

const parameter = 'resblockId';

/** The ticked communities: kept in the address, so that a filtered list can be kept and sent. */
export function useFilter() {
  const [search, setSearch] = useSearchParams();
  const ticked = useMemo(() => new Set(search.getAll(parameter)), [search]);
  const tick = useCallback(
    (resblockId: string, isTicked: boolean) =>
      setSearch((current) => withTicked(current, resblockId, isTicked), { replace: true }),
    [setSearch],
  );
  return { ticked, tick };
}

export function withTicked(current: URLSearchParams, resblockId: string, isTicked: boolean) {
  const next = new URLSearchParams(current);
  next.delete(parameter, resblockId);
  if (isTicked) next.append(parameter, resblockId);
  return next;
}
