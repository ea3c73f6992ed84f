import { useEffect, useState } from 'react';

const debounceMs = 250;

/** Returns the value once it has not changed for a moment, and the previous value until then. */
export function useDebounced(value: string) {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), debounceMs);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
