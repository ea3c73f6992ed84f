import { useCallback, useEffect, useState } from 'react';

/** Returns a flag that turns itself off after `durationMs`: `[isOn, turnOn]`. Turning it on again restarts the time. */
export function useTimedFlag(durationMs: number): [boolean, () => void] {
  const [onSince, setOnSince] = useState(0);
  useEffect(() => {
    if (onSince === 0) return undefined;
    const timer = setTimeout(() => setOnSince(0), durationMs);
    return () => clearTimeout(timer);
  }, [onSince, durationMs]);
  return [onSince !== 0, useCallback(() => setOnSince(Date.now()), [])];
}
