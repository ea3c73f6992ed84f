/** The services through which a person can be told, in the order in which they are offered, and their names in every language. */
export const channelNames = {
  email: 'Email',
  push: 'Browser',
  ntfy: 'ntfy',
  webhook: 'Webhook',
  telegram: 'Telegram',
  bark: 'Bark',
  serverchan: 'Server酱',
  discord: 'Discord',
  slack: 'Slack',
  feed: 'Atom feed',
};
export type ChannelKind = keyof typeof channelNames;

const isChannelKind = (name: string): name is ChannelKind => name in channelNames;
export const channelKinds = Object.keys(channelNames).filter(isChannelKind);

/**
 * An email channel tells nothing until its code has come back. A paused channel has failed for days, and the service of one that is
 * gone has said that its address will never work again. Both keep their news until a test succeeds.
 */
export const channelStates = ['unverified', 'on', 'paused', 'gone'] as const;
export type ChannelState = (typeof channelStates)[number];

export const maxChannels = 10;

/** News is handed to all channels in one transaction of at most a hundred writes. */
export const maxChannelsOfSite = 90;
