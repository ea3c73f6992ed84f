/** On this channel a page posts the id of its user, and an empty text when its session has ended. */
export const personChannel = 'person';

/** Posts a message to the other tabs of the same browser. Without channels they learn it when they load again. */
export function tellTabs(channelName: string, message: unknown) {
  if (!('BroadcastChannel' in globalThis)) return;
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(message);
  channel.close();
}

/** Receives the messages of all tabs, this one's too. Returns a function that ends it. */
export function hearTabs(channelName: string, hear: (message: unknown) => void) {
  if (!('BroadcastChannel' in globalThis)) return () => {};
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => hear(data));
  return () => channel.close();
}
