/** The parts of a response that a call reads. */
export type ReadResponse = Pick<Response, 'ok' | 'status' | 'headers' | 'json'>;

declare global {
  interface Window {
    /** The first look-up of the session. web/build/before-app.js sends it while the app is loading. */
    sessionLookup?: Promise<ReadResponse> | undefined;
  }
}

/** Returns the response to the request that was sent before the app, once: later look-ups send a request of their own. */
export function takeSessionLookup(): Promise<ReadResponse> | undefined {
  const { sessionLookup } = window;
  window.sessionLookup = undefined;
  return sessionLookup;
}
