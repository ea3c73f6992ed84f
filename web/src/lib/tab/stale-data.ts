import type { Query, QueryKey } from '@tanstack/react-query';
import { tellTabs } from './tell-tabs.ts';

const channelName = 'stale data';

/** The channel on which this tab receives. It does not receive what it posts: a tab loads its own stale data again by itself. */
let ownChannel: BroadcastChannel | undefined;

/** The data below a key, but for the queries of these hashes. */
export interface StaleData {
  queryKey: QueryKey;
  except: readonly string[];
}

/**
 * Lets the other tabs load again what a change of this tab has made stale, but for what this tab loads again by itself: the others
 * are told it, as soon as this tab has the code for it.
 */
export function tellStale({ queryKey }: { queryKey: QueryKey }, loading: readonly Pick<Query, 'queryHash'>[] = []) {
  const except = loading.map(({ queryHash }) => queryHash);
  if (ownChannel) ownChannel.postMessage({ queryKey, except } satisfies StaleData);
  else tellTabs(channelName, { queryKey, except: [] } satisfies StaleData);
}

/** Receives what other tabs have made stale. Returns a function that ends it. */
export function hearStale(hear: (stale: StaleData) => void) {
  if (!('BroadcastChannel' in globalThis)) return () => {};
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }: MessageEvent<StaleData>) => hear(data));
  ownChannel = channel;
  return () => {
    ownChannel = undefined;
    channel.close();
  };
}
