import type { ChannelAddress } from 'shared-types/contract/account/notify';
import type { ChannelKind } from 'shared-types/rules/notify/channel-kinds';
import type { Message, MessageLimits } from '../messages/message.ts';
import { bark } from './bark.ts';
import { ntfy } from './ntfy.ts';
import { serverchan } from './serverchan.ts';
import { type PushKeys, pushLimits, pushOutcomeOf, pushRequest } from './push.ts';
import type { OutsideReply, OutsideRequest, Outcome, SendContext } from './service.ts';
import { telegram } from './telegram.ts';
import { webhook } from './webhook.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** The ways out of the site. Tests replace them. */
export interface Outside {
  /** Throws a RefusedAddress for an address that leads into a private network, and for a failed connection. */
  post(request: OutsideRequest): Promise<OutsideReply>;
  /** Undefined where the deployment has no address to send mail from. */
  mail: ((mail: Mail) => Promise<Outcome>) | undefined;
  /** Returns the key pair with which messages to browsers are signed. */
  pushKeys(): Promise<PushKeys>;
  /** Keeps a message for the readers of a feed. */
  keep(message: Message, context: SendContext): Promise<void>;
}

// SES takes 40 MB, and a mail program shows what fits: docs.aws.amazon.com/ses/latest/dg/quotas.html
const emailLimits: MessageLimits = { textBytes: 60_000, hasLinks: true };

export const limitsOf: Record<ChannelKind, MessageLimits> = {
  email: emailLimits,
  push: pushLimits,
  ntfy: ntfy.limits,
  webhook: webhook.limits,
  telegram: telegram.limits,
  bark: bark.limits,
  serverchan: serverchan.limits,
  // An entry is an item of the table, which has 400 KB.
  feed: { textBytes: 60_000, hasLinks: true },
};

/** Sends one message, and never throws for anything that a service may do. */
export async function send(
  outside: Outside,
  address: ChannelAddress,
  message: Message,
  context: SendContext,
): Promise<Outcome> {
  try {
    switch (address.kind) {
      case 'email':
        return (
          (await outside.mail?.({
            to: address.address,
            subject: message.title,
            text: `${message.text}\n\n${message.url}\n`,
          })) ?? { kind: 'refused', reason: 'Email is not set up on this site.' }
        );
      case 'push':
        return pushOutcomeOf(await outside.post(await pushRequest(message, address, await outside.pushKeys())));
      case 'ntfy':
        return ntfy.outcomeOf(await outside.post(ntfy.request(message, address, context)));
      case 'webhook':
        return webhook.outcomeOf(await outside.post(webhook.request(message, address, context)));
      case 'telegram':
        return telegram.outcomeOf(await outside.post(telegram.request(message, address, context)));
      case 'bark':
        return bark.outcomeOf(await outside.post(bark.request(message, address, context)));
      case 'feed':
        await outside.keep(message, context);
        return { kind: 'accepted' };
      case 'serverchan':
      default:
        return serverchan.outcomeOf(await outside.post(serverchan.request(message, address, context)));
    }
  } catch (error) {
    return { kind: 'refused', reason: reasonOf(error) };
  }
}

/** An error of the connection may name the address, which is a secret. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'privateAddress') return 'The address is not on the public internet.';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'The server was not found.';
  return 'The server did not respond.';
}

/**
 * Returns the address that a person has typed, which must not lead into a private network; undefined when the service
 * has a fixed one.
 */
export function typedUrlOf(address: ChannelAddress): string | undefined {
  if (address.kind === 'webhook') return address.url;
  if (address.kind === 'push') return address.endpoint;
  return address.kind === 'ntfy' || address.kind === 'bark' ? address.server : undefined;
}
