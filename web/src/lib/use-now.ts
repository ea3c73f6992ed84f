import { useEffect, useState } from 'react';
import { toServerTime } from './server-clock.ts';

/** Returns the current time by the server's clock, updated by a timer, for texts such as '3 mins ago'. */
export function useNow(everyMs = 20_000) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  // The offset is applied at each render, because the first response of the server may correct it after this part has begun.
  return toServerTime(now);
}
