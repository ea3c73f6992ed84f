interface EarlyTold {
  channel: Pick<BroadcastChannel, 'close'>;
  messages: unknown[];
}

declare global {
  interface Window {
    /** What other tabs have told since the page began, by the name of the channel: see web/build/before-app.js. */
    earlyTold?: Map<string, EarlyTold>;
  }
}

/** Returns what other tabs have told on a channel before this code was there, once. */
export function takeEarlyTold(channelName: string): unknown[] {
  const early = window.earlyTold?.get(channelName);
  early?.channel.close();
  window.earlyTold?.delete(channelName);
  return early?.messages ?? [];
}
