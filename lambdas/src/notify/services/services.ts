import type { ChannelAddress } from 'shared-types/contract/account/notify';
import type { ChannelKind } from 'shared-types/rules/notify/channel-kinds';
import type { Sentence } from 'shared-types/rules/notify/topics';
import type { Message } from '../messages/message.ts';
import { bark } from './bark.ts';
import { discord } from './discord.ts';
import { email } from './email.ts';
import { feed } from './feed.ts';
import { ntfy } from './ntfy.ts';
import { push } from './push.ts';
import { serverchan } from './serverchan.ts';
import { againAfter, type Outcome, type Outside, type SendContext, type Service } from './service.ts';
import { slack } from './slack.ts';
import { telegram } from './telegram.ts';
import { webhook } from './webhook.ts';

const services: { [Kind in ChannelKind]: Service<Kind> } = {
  email,
  push,
  ntfy,
  webhook,
  telegram,
  bark,
  serverchan,
  discord,
  slack,
  feed,
};

/** Returns the service that takes the messages of this kind of channel. */
export const serviceOf = <Kind extends ChannelKind>(kind: Kind): Service<Kind> => services[kind];

/** Sends one message, and never throws for anything that a service may do. */
export async function send(
  outside: Outside,
  address: ChannelAddress,
  message: Message,
  context: SendContext,
): Promise<Outcome> {
  const service = serviceOf(address.kind);
  try {
    return 'send' in service
      ? await service.send(message, address, context, outside)
      : service.outcomeOf(await outside.post(service.request(message, address, context)));
  } catch (error) {
    return { kind: 'refused', ...refusalOf(error) };
  }
}

/** An error of the connection may name the address, which is a secret. */
function refusalOf(error: unknown): { reason: Sentence; againMs?: number } {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'privateAddress')
    return { reason: { en: 'The address is not on the public internet.', zh: '该地址不在公网上。' } };
  // A service that does not answer may have taken the message, and most of them would show it twice.
  const again = unsent.has(code) ? againAfter() : {};
  return code === 'ENOTFOUND' || code === 'EAI_AGAIN'
    ? { reason: { en: 'The server was not found.', zh: '找不到服务器。' }, ...again }
    : { reason: { en: 'The server did not respond.', zh: '服务器没有响应。' }, ...again };
}

/** The errors of connections that were never made: nodejs.org/api/errors.html#common-system-errors */
const unsent = new Set(['EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND']);
