/** The services through which a person can be told. */
export const channelKinds = ['email', 'push', 'ntfy', 'webhook', 'telegram', 'bark', 'serverchan', 'feed'] as const;
export type ChannelKind = (typeof channelKinds)[number];

/** The names of the services, in every language. */
export const channelNames: Record<ChannelKind, string> = {
  email: 'Email',
  push: 'Browser',
  ntfy: 'ntfy',
  webhook: 'Webhook',
  telegram: 'Telegram',
  bark: 'Bark',
  serverchan: 'Server酱',
  feed: 'Atom feed',
};

/** An email channel tells nothing until its code has come back. A paused channel keeps its news until a test succeeds. */
export const channelStates = ['unverified', 'on', 'paused'] as const;
export type ChannelState = (typeof channelStates)[number];

export const maxChannels = 10;

/** News is handed to all channels in one transaction of at most a hundred writes. */
export const maxChannelsOfSite = 90;
