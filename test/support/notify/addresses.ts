import type { ChannelAddress } from 'shared-types/contract/account/notify';
import type { ChannelKind } from 'shared-types/rules/notify/channel-kinds';
import { subscribedBrowser } from './browser.ts';

/** It reads what is sent to the address of the browser below. */
export const exampleBrowser = subscribedBrowser();

type AddressOf<Kind extends ChannelKind> = Extract<ChannelAddress, { kind: Kind }>;

/** An address of each kind of channel. A new kind is tested wherever all of them are. */
export const exampleAddresses: { [Kind in ChannelKind]: AddressOf<Kind> } = {
  email: { kind: 'email', address: 'ann@home.example' },
  push: exampleBrowser.address,
  ntfy: { kind: 'ntfy', server: 'https://ntfy.sh', topic: 'my-news', token: '' },
  webhook: { kind: 'webhook', url: 'https://hooks.example.org/a' },
  telegram: { kind: 'telegram', token: '123:abcdefghijklmnopqrstuvwxyz', chatId: '42' },
  bark: { kind: 'bark', server: 'https://api.day.app', deviceKey: 'k' },
  serverchan: { kind: 'serverchan', sendKey: 'SCT123abcde' },
  discord: { kind: 'discord', url: 'https://discord.com/api/webhooks/42/abc' },
  slack: { kind: 'slack', url: 'https://hooks.slack.com/services/T1/B2/abc' },
  feed: { kind: 'feed' },
};
