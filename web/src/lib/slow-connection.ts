/** Uses the browser's estimate, which only some browsers have. */
export function isSlowConnection() {
  const connection: unknown = 'connection' in navigator ? navigator.connection : undefined;
  if (typeof connection !== 'object' || connection === null) return false;
  const saves = 'saveData' in connection && connection.saveData === true;
  const type = 'effectiveType' in connection ? connection.effectiveType : undefined;
  return saves || type === 'slow-2g' || type === '2g';
}

/** Calls are repeated after an error later on a slow connection, in milliseconds. */
export const retryAfterErrorMs = () => (isSlowConnection() ? 10_000 : 5_000);
