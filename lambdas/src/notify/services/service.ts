import type { ChannelAddress } from 'shared-types/contract/account/notify';
import type { ChannelKind } from 'shared-types/rules/notify/channel-kinds';
import type { Message, MessageLimits } from '../messages/message.ts';

/** The address of a channel of one kind. */
export type AddressOf<Kind extends ChannelKind> = Extract<ChannelAddress, { kind: Kind }>;

/** A request to a service outside the site. */
export interface OutsideRequest {
  url: string;
  headers: Record<string, string>;
  body: string | Uint8Array;
}

export interface OutsideReply {
  status: number;
  /** The begin of the body. */
  body: string;
  /** The seconds of the header Retry-After. */
  retryAfter: number | undefined;
}

/** The end of an attempt to send a message. */
export type Outcome =
  | { kind: 'accepted' }
  /** The reason is a text for the person whose channel it is. */
  | {
      kind: 'refused';
      reason: string;
      retryAfterMs?: number;
      /** The service says that the address will never work again. */
      isGone?: true;
    };

export interface SendContext {
  now: Date;
  signingKey: string;
  feedHash: string;
  /** The number of messages before this one. */
  sent: number;
}

/** A service that takes messages over HTTPS: its documented limits, its request, and what its answers mean. */
export interface Service<Kind extends ChannelKind> {
  limits: MessageLimits;
  request(message: Message, address: AddressOf<Kind>, context: SendContext): OutsideRequest;
  outcomeOf(reply: OutsideReply): Outcome;
}

export const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' };

/** Any 2xx is an acceptance. Everything else is a refusal, with the reasons that the service documents by status. */
export function outcomeByStatus(reply: OutsideReply, reasons: Record<number, string> = {}): Outcome {
  const { status, retryAfter } = reply;
  if (status >= 200 && status < 300) return { kind: 'accepted' };
  const reason = reasons[status] ?? reasonsOfAll[status] ?? `The service answered with the status ${status}.`;
  return {
    kind: 'refused',
    reason,
    ...(retryAfter !== undefined && { retryAfterMs: retryAfter * 1000 }),
    // Gone is permanent, other than Not Found: RFC 9110, section 15.5.11.
    ...(status === 410 && { isGone: true }),
  };
}

const reasonsOfAll: Record<number, string> = {
  401: 'The service does not accept the key.',
  403: 'The service does not accept the key, or may not write to this address.',
  404: 'The service does not know the address.',
  413: 'The message is too long for the service.',
  429: 'The service received too many messages.',
};

/** Returns the fields of a reply in JSON; none of another reply. */
export function fieldsOf({ body }: OutsideReply): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}
