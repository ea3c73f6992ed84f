import type { ChannelAddress } from 'shared-types/contract/account/notify';
import type { ChannelKind } from 'shared-types/rules/notify/channel-kinds';
import { nameOfDevice, subscribe } from './push.ts';

interface FieldOfChannel {
  name: string;
  label: string;
  initial?: string;
  isOptional?: true;
}

/** The words of a kind of channel, and the address that its fields make. The server checks it. */
interface ChannelForm {
  /** The places in which the service works, and what it needs. */
  note: string;
  fields: FieldOfChannel[];
  addressOf: (value: (name: string) => string, pushKey: string) => ChannelAddress | Promise<ChannelAddress>;
}

export const channelForms: Record<ChannelKind, ChannelForm> = {
  email: {
    note: 'Works everywhere. We send a code to the address first.',
    fields: [{ name: 'address', label: 'Email address' }],
    addressOf: (value) => ({ kind: 'email', address: value('address') }),
  },
  push: {
    note: 'Shows messages on this device, even while the site is closed. In mainland China it usually works with Safari only. On an iPhone, add the site to the home screen first and open it there.',
    fields: [{ name: 'device', label: 'Device name', initial: nameOfDevice(navigator.userAgent) }],
    addressOf: async (value, pushKey) => ({ kind: 'push', ...(await subscribe(pushKey)), device: value('device') }),
  },
  ntfy: {
    note: 'An app for Android and iPhone. Works in mainland China with a server there; the public one is slow and takes 250 messages a day. Everyone who knows the topic can read it, so choose one that is hard to guess.',
    fields: [
      { name: 'server', label: 'Server', initial: 'https://ntfy.sh' },
      { name: 'topic', label: 'Topic' },
      { name: 'token', label: 'Access token (optional)', isOptional: true },
    ],
    addressOf: (value) => ({ kind: 'ntfy', server: value('server'), topic: value('topic'), token: value('token') }),
  },
  webhook: {
    note: 'For your own server, anywhere that it can be reached. Messages are signed according to Standard Webhooks.',
    fields: [{ name: 'url', label: 'Address', initial: 'https://' }],
    addressOf: (value) => ({ kind: 'webhook', url: value('url') }),
  },
  telegram: {
    note: 'Create a bot with @BotFather and send it a message. Does not work in mainland China.',
    fields: [
      { name: 'token', label: 'Bot token' },
      { name: 'chatId', label: 'Chat ID' },
    ],
    addressOf: (value) => ({ kind: 'telegram', token: value('token'), chatId: value('chatId') }),
  },
  bark: {
    note: 'An app for iPhone. Works in mainland China.',
    fields: [
      { name: 'server', label: 'Server', initial: 'https://api.day.app' },
      { name: 'deviceKey', label: 'Device key' },
    ],
    addressOf: (value) => ({ kind: 'bark', server: value('server'), deviceKey: value('deviceKey') }),
  },
  serverchan: {
    note: 'Shows messages in WeChat or its own app. Works in mainland China; five messages a day are free.',
    fields: [{ name: 'sendKey', label: 'SendKey' }],
    addressOf: (value) => ({ kind: 'serverchan', sendKey: value('sendKey') }),
  },
  discord: {
    note: 'Posts to a channel of your Discord server. In the settings of the channel, open Integrations, create a webhook and copy its URL. Does not work in mainland China.',
    fields: [{ name: 'url', label: 'Webhook URL' }],
    addressOf: (value) => ({ kind: 'discord', url: value('url') }),
  },
  slack: {
    note: 'Posts to a channel of your Slack workspace. Create an app at api.slack.com/apps, turn on incoming webhooks and copy the URL. Not reliable in mainland China.',
    fields: [{ name: 'url', label: 'Webhook URL' }],
    addressOf: (value) => ({ kind: 'slack', url: value('url') }),
  },
  feed: {
    note: 'For a feed reader. Works everywhere. The site creates a secret address. Everyone who knows it can read your news, and removing the channel ends it.',
    fields: [],
    addressOf: () => ({ kind: 'feed' }),
  },
};
