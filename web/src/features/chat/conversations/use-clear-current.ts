import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

const name = 'sessionId';

/**
 * Returns a function that removes deleted conversations from the query string, because the Chat tab would open them. What it
 * returns leads back into the conversation that was open, unless the person has left the list or opened another one.
 */
export function useClearCurrent() {
  const location = useLocation();
  const navigate = useNavigate();
  const latest = useRef<typeof location>(undefined);
  useEffect(() => {
    latest.current = location;
    return () => void (latest.current = undefined);
  }, [location]);
  const goTo = (pathname: string, query: URLSearchParams) =>
    void navigate({ pathname, search: query.toString() }, { replace: true });

  return (isDeleted: (sessionId: string) => boolean) => {
    const query = new URLSearchParams(location.search);
    const sessionId = query.get(name) ?? '';
    if (!isDeleted(sessionId)) return () => {};
    query.delete(name);
    goTo(location.pathname, query);
    return () => {
      const present = new URLSearchParams(latest.current?.search);
      if (!latest.current || present.has(name)) return;
      present.set(name, sessionId);
      goTo(latest.current.pathname, present);
    };
  };
}
