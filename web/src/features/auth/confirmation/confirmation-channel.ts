/** The page that comes back from Google tells the page that waits. They share no opener, because the site has a COOP header. */
const channelName = 'confirmation';

/** Listens until the returned function is called. `error` is empty after a success. */
export function listenForConfirmation(onEnd: (error: string) => void) {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => onEnd(String(data)));
  return () => channel.close();
}

export function announceConfirmation(error: string) {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(error);
  channel.close();
}
