import { ChannelAddress, type Channel as WireChannel } from 'shared-types/contract/account/notify';
import { type ChannelState, channelStates } from 'shared-types/rules/notify/channel-kinds';
import type { ItemReader } from '../../platform/dynamodb/item.ts';
import { serviceOf } from '../services/services.ts';

/** A way to tell a person, with the news that it has taken and not delivered yet. */
export interface Channel {
  userId: string;
  channelId: string;
  address: ChannelAddress;
  state: ChannelState;
  /** The key that signs the messages of a webhook; empty for other channels. */
  signingKey: string;
  /** The hash of the secret of a feed; empty for other channels. */
  feedHash: string;
  problem: string | null;
  lastSentMs: number | null;
  /** The failures since a message was accepted, and the time of the latest. */
  failures: number;
  lastFailedMs: number | null;
  /** The time of the first of those failures that followed one another. */
  failingSinceMs: number | null;
  /** The ids of the news that it has to deliver. */
  pending: ReadonlySet<string>;
  /** Those of them that the message on its way has; empty for none. */
  sending: ReadonlySet<string>;
  /** The time of its next delivery; null while it has no news to deliver. */
  dueMs: number | null;
  /** The number of messages before the next one. A repeated attempt has the number of the first one. */
  sent: number;
  /** The hash of the code that was mailed; null when none is awaited. */
  codeHash: string | null;
  codeUntilMs: number;
  codeTries: number;
}

export const readChannel = (from: ItemReader): Channel => ({
  userId: from.text('userId'),
  channelId: from.text('channelId'),
  address: from.parsed('address', ChannelAddress),
  state: from.oneOf('state', channelStates),
  signingKey: from.text('signingKey'),
  feedHash: from.text('feedHash', ''),
  problem: from.textOrNull('problem'),
  lastSentMs: from.numberOrNull('lastSentMs'),
  failures: from.number('failures'),
  lastFailedMs: from.numberOrNull('lastFailedMs'),
  failingSinceMs: from.numberOrNull('failingSinceMs'),
  pending: from.set('pending'),
  sending: from.set('sending'),
  dueMs: from.numberOrNull('dueMs'),
  sent: from.number('sent', 0),
  codeHash: from.textOrNull('codeHash'),
  codeUntilMs: from.number('codeUntilMs', 0),
  codeTries: from.number('codeTries', 0),
});

export const toWireChannel = ({ channelId, address, state, problem, lastSentMs }: Channel): WireChannel => ({
  channelId,
  kind: address.kind,
  label: labelOf(address),
  state,
  problem,
  lastSentTime: lastSentMs,
});

/** Topics, keys and paths are secrets, so a service shows a part of the address only. */
export const labelOf = (address: ChannelAddress): string => serviceOf(address.kind).labelOf(address);
