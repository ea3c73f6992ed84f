import type { ChannelAddress } from 'shared-types/contract/account/notify';
import type { ChannelKind } from 'shared-types/rules/notify/channel-kinds';
import type { Sentence } from 'shared-types/rules/notify/topics';
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
  /** The seconds after which the service wants to be asked again. */
  retryAfter: number | undefined;
}

/** The end of an attempt to send a message. */
export type Outcome =
  | { kind: 'accepted' }
  /** The reason is a sentence for the person whose channel it is. */
  | {
      kind: 'refused';
      reason: Sentence;
      retryAfterMs?: number;
      /** The service says that the address will never work again. */
      isGone?: true;
      /** The time after which another attempt may succeed, where it is short. */
      againMs?: number;
    };

export interface SendContext {
  now: Date;
  signingKey: string;
  feedHash: string;
  /** The number of messages before this one. */
  sent: number;
}

/** The key pair of the site, by which the services of browsers know it: RFC 8292. Both are raw, in base64url. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** The ways out of the site. Tests replace them. */
export interface Outside {
  /** Throws a PrivateAddress for an address that leads into a private network, and for a failed connection. */
  post(request: OutsideRequest): Promise<OutsideReply>;
  /** Undefined where the deployment has no address to send mail from. */
  mail: ((mail: Mail) => Promise<Outcome>) | undefined;
  /** Returns the key pair with which messages to browsers are signed. */
  pushKeys(): Promise<PushKeys>;
  /** Keeps a message for the readers of a feed. */
  keep(message: Message, context: SendContext): Promise<void>;
}

/** All that the notifier knows of a service. Its file names the documents of its limits of size and rate. */
export type Service<Kind extends ChannelKind> = Facts<Kind> & (Posting<Kind> | Sending<Kind>);

interface Facts<Kind extends ChannelKind> {
  limits: MessageLimits;
  /** Returns the part of an address that is no secret, by which its person knows the channel. */
  labelOf(address: AddressOf<Kind>): string;
  /** Returns why an address that is well-formed cannot be added, for its person; undefined when it can. */
  problemOf?(address: AddressOf<Kind>, outside: Outside): string | undefined | Promise<string | undefined>;
  /** An address that the service has given up is removed. Without this, its channel is off until a test succeeds. */
  isRemovedWhenGone?: true;
}

/** A service that takes a message as one request over HTTPS. */
interface Posting<Kind extends ChannelKind> {
  request(message: Message, address: AddressOf<Kind>, context: SendContext): OutsideRequest;
  outcomeOf(reply: OutsideReply): Outcome;
}

/** A service with a way of its own. */
interface Sending<Kind extends ChannelKind> {
  send(message: Message, address: AddressOf<Kind>, context: SendContext, outside: Outside): Promise<Outcome>;
}

export const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' };

/**
 * Any 2xx is an acceptance. Everything else is a refusal, with the reasons that the service documents by status. Gone is
 * permanent, other than Not Found: RFC 9110, section 15.5.11. Some services say Not Found for good, too.
 */
export function outcomeByStatus(
  { status, retryAfter }: OutsideReply,
  reasons: Record<number, Sentence> = {},
  permanent: readonly number[] = [410],
): Outcome {
  if (status >= 200 && status < 300) return { kind: 'accepted' };
  const reason = reasons[status] ??
    reasonsOfAll[status] ?? {
      en: `The service answered with the status ${status}.`,
      zh: `该服务返回了状态码 ${status}。`,
    };
  const isBusy = status >= 500 || status === 429;
  return {
    kind: 'refused',
    reason,
    ...(isBusy && againAfter(retryAfter)),
    ...(retryAfter !== undefined && { retryAfterMs: Math.ceil(retryAfter * 1000) }),
    ...(permanent.includes(status) && { isGone: true }),
  };
}

/** Another program at a mistyped address may answer anything with 200. */
export const acceptedIf = (isOfService: boolean, outcome: Outcome): Outcome =>
  outcome.kind === 'accepted' && !isOfService
    ? {
        kind: 'refused',
        reason: {
          en: 'The answer is not one of this service. Check the address.',
          zh: '响应不是来自该服务，请检查地址。',
        },
      }
    : outcome;

const shortMs = 5000;

/** A service that wants to rest for longer than this gets no other attempt at once. */
const longestMs = 15_000;

/** Returns the time of another attempt at once, unless the service wants to be asked later. */
export function againAfter(seconds = 0): { againMs?: number } {
  const againMs = Math.max(shortMs, Math.ceil(seconds * 1000));
  return againMs <= longestMs ? { againMs } : {};
}

/** Texts of others are no Markdown: support.discord.com/hc/en-us/articles/210298617, spec.commonmark.org/0.31.2/#backslash-escapes */
export const literal = (text: string) => text.replaceAll(/[\\*_~`|[<]|^[>#-]/gm, String.raw`\$&`);

/** Returns the reply with the seconds after which a service wants to be asked again, which its body has. */
export const withRetryAfter = (reply: OutsideReply, seconds: unknown): OutsideReply =>
  typeof seconds === 'number' && seconds > 0 ? { ...reply, retryAfter: seconds } : reply;

const reasonsOfAll: Record<number, Sentence> = {
  401: { en: 'The service does not accept the key.', zh: '该服务不接受密钥。' },
  403: {
    en: 'The service does not accept the key, or may not write to this address.',
    zh: '该服务不接受密钥，或无权向该地址发送。',
  },
  404: { en: 'The service does not know the address.', zh: '该服务找不到该地址。' },
  410: { en: 'The service says that this address no longer exists.', zh: '该服务表示此地址已不存在。' },
  413: { en: 'The message is too long for the service.', zh: '消息过长，该服务无法接收。' },
  429: { en: 'The service received too many messages.', zh: '该服务收到的消息过多。' },
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
