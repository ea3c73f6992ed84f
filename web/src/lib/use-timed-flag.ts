import { useCallback, useEffect, useRef, useState } from 'react';

/** A flag that turns itself off after `durationMs`: `[isOn, turnOn, turnOff]`. Turning it on again restarts the time. */
export function useTimedFlag(durationMs: number, beforeOff?: () => void): [boolean, () => void, () => void] {
  const [onSince, setOnSince] = useState(0);
  const callback = useRef(beforeOff);
  useEffect(() => {
    callback.current = beforeOff;
  });
  const turnOff = useCallback(() => {
    callback.current?.();
    setOnSince(0);
  }, []);
  useEffect(() => {
    if (onSince === 0) return undefined;
    const timer = setTimeout(turnOff, durationMs);
    return () => clearTimeout(timer);
  }, [onSince, durationMs, turnOff]);
  return [onSince !== 0, useCallback(() => setOnSince(Date.now()), []), turnOff];
}
