import type { QueryKey } from '@tanstack/react-query';
import { tellTabs } from './tell-tabs.ts';

const channelName = 'stale data';

/** The channel on which this tab receives. It does not receive what it posts: a tab loads its own stale data again by itself. */
let ownChannel: BroadcastChannel | undefined;

/** Lets the other tabs load again what a change of this tab has made stale. */
export function tellStale({ queryKey }: { queryKey: QueryKey }) {
  if (ownChannel) ownChannel.postMessage(queryKey);
  else tellTabs(channelName, queryKey);
}

/** Receives the keys of the data that other tabs have made stale. Returns a function that ends it. */
export function hearStale(hear: (queryKey: QueryKey) => void) {
  if (!('BroadcastChannel' in globalThis)) return () => {};
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }: MessageEvent<QueryKey>) => hear(data));
  ownChannel = channel;
  return () => {
    ownChannel = undefined;
    channel.close();
  };
}
