import { useEffect, useState } from 'react';

/** The current time, updated by a timer, for texts such as '3 mins ago'. */
export function useNow(everyMs = 20_000) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
