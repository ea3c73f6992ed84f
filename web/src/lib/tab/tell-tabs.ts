/** Tells the other tabs of the same browser. A browser without channels has them learn it when they load again. */
export function tellTabs(channelName: string, message: string) {
  if (!('BroadcastChannel' in globalThis)) return;
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(message);
  channel.close();
}
