import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { lastViewKey } from '../../../lib/draft-storage.ts';
import { isOfOneHouse } from '../../../lib/house-link.ts';

/** The id of a user, and the query string of the monitor's address when that user last saw it. */
interface LastView {
  userId: string;
  query: string;
}

/**
 * Finds the view that the user has left, when the monitor is opened without one. The browser may have that of another user, so
 * nothing is opened until the user is known.
 */
export function useLeftView(userId: string | undefined, isUserPending: boolean) {
  const { search } = useLocation();
  const [left, setLeft] = useState(() => (search === '' ? readLastView() : undefined));
  // From now on an address without filters is one whose filters the user has cleared.
  if (left && search !== '') setLeft(undefined);
  const isAsked = left !== undefined && search === '';
  return {
    isWaiting: isAsked && isUserPending,
    query: isAsked && left.userId === userId ? left.query : undefined,
  };
}

/**
 * Keeps the view for the user's return. The news since a visit are those of that visit, and a link to the houses of a message or
 * to one house is not a choice of filters, so they are not kept.
 */
export function useKeptView(userId: string | undefined) {
  const location = useLocation();
  const { search } = location;
  const query = new URLSearchParams(search);
  const isPassing = isOfOneHouse(location.state) || query.has('since') || query.has('houseIds');
  useEffect(() => {
    if (userId !== undefined && !isPassing) storeLastView({ userId, query: search });
  }, [userId, search, isPassing]);
}

function readLastView(): LastView | undefined {
  try {
    const [userId = '', query = ''] = localStorage.getItem(lastViewKey)?.split(' ') ?? [];
    return query === '' ? undefined : { userId, query };
  } catch {
    return undefined;
  }
}

function storeLastView({ userId, query }: LastView) {
  try {
    if (query === '') localStorage.removeItem(lastViewKey);
    else localStorage.setItem(lastViewKey, `${userId} ${query}`);
  } catch {
    // Without storage the filters are in the address only.
  }
}
