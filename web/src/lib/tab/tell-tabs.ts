/** On this channel a page tells the id of its user, and one whose session has ended tells an empty text. */
export const personChannel = 'person';

/** Tells the other tabs of the same browser. A browser without channels has them learn it when they load again. */
export function tellTabs(channelName: string, message: unknown) {
  if (!('BroadcastChannel' in globalThis)) return;
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(message);
  channel.close();
}

/** Hears what other tabs tell, and this one, too. Returns a function that ends it. */
export function hearTabs(channelName: string, hear: (message: unknown) => void) {
  if (!('BroadcastChannel' in globalThis)) return () => {};
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => hear(data));
  return () => channel.close();
}
