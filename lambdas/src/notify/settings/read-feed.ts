import { AppError } from '../../platform/app-error.ts';
import { sha256 } from '../../platform/token.ts';
import { atomFeed, feedPathOf } from '../messages/atom.ts';
import type { ChannelStore } from '../people/channel-store.ts';
import type { FeedStore } from '../people/feed-store.ts';
import type { RulesStore } from '../people/rules-store.ts';
import type { Surroundings } from '../ports.ts';

export interface FeedPorts extends Pick<Surroundings, 'origin' | 'now'> {
  store: Pick<ChannelStore, 'findFeed'> & Pick<FeedStore, 'listFeedEntries'> & Pick<RulesStore, 'getRules'>;
}

/** Reads the feed with this secret, as Atom. A feed that was removed is no longer found. */
export async function readFeed({ store, origin, now }: FeedPorts, feedToken: string): Promise<string> {
  const feedHash = sha256(feedToken);
  const channel = await store.findFeed(feedHash);
  if (!channel) throw new AppError('notFound', 'This feed does not exist or has been removed.');
  const [entries, { language }] = await Promise.all([store.listFeedEntries(feedHash), store.getRules(channel.userId)]);
  const url = `${origin}${feedPathOf(feedToken)}`;
  return atomFeed({ url, origin, channelId: channel.channelId, language, entries, now: now() });
}
