import * as z from 'zod';
import { maxViews } from '../../rules/auth/preferences.ts';
import { token } from '../../rules/auth/token.ts';
import { channelKinds, channelStates } from '../../rules/notify/channel-kinds.ts';
import { newsLanguages, newsTopics } from '../../rules/notify/topics.ts';
import { endpoint, nothing, TimeMs, Version } from '../endpoint.ts';
import { isText, notText } from '../text.ts';
import { EmailAddress } from './email-address.ts';
import { SavedView } from './preferences.ts';
import { TimeZone } from './time-zone.ts';

/** The same address in another spelling is the same channel. */
const spelledOut = (url: string) => URL.parse(url)?.href ?? url;
const Url = z
  .string()
  .overwrite(spelledOut)
  // A letter may be spelled out in nine.
  .max(1000)
  .regex(/^https:\/\/[\w.-]{1,253}(:\d{1,5})?(\/[\x21-\x7e]*)?$/, 'must be an address that begins with https://');

/** A webhook of Discord has the same address at each version of its app and of its API: docs.discord.com/developers/reference */
const DiscordUrl = Url.overwrite((url) =>
  url.replace(
    /^https:\/\/((ptb|canary)\.)?discord(app)?\.com\/api\/(v\d{1,2}\/)?webhooks\//,
    'https://discord.com/api/webhooks/',
  ),
);

/** The address of a channel, by the service that delivers there. It holds secrets, so no answer has one. */
export const ChannelAddress = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('email'), address: EmailAddress }),
  /**
   * The subscription of a browser: w3.org/TR/push-api. The keys are raw, in base64url: a point of P-256 in 65 bytes, of which the
   * first is 4, and a secret of 16 bytes.
   */
  z.strictObject({
    kind: z.literal('push'),
    endpoint: Url,
    p256dh: z.string().regex(/^B[A-P][\w-]{85}$/, 'must be a public key of a browser'),
    auth: z.string().regex(/^[\w-]{22}$/, 'must be a secret of a browser'),
    /** The name of the device, by which its person knows it. */
    device: z
      .string()
      .max(40)
      .regex(/^[^\p{C}\s](.*[^\p{C}\s])?$/u, 'must be a name of a device')
      .refine(isText, notText),
  }),
  z.strictObject({
    kind: z.literal('ntfy'),
    server: Url,
    topic: z.string().regex(/^[-_A-Za-z0-9]{1,64}$/, 'must be letters, digits, - and _'),
    token: z.string().regex(/^[\x21-\x7e]{0,100}$/, 'must be at most 100 letters, digits and signs without spaces'),
  }),
  z.strictObject({ kind: z.literal('webhook'), url: Url }),
  z.strictObject({
    kind: z.literal('telegram'),
    token: z.string().regex(/^\d{1,20}:[\w-]{20,60}$/, 'must be like 123456:ABC-DEF…'),
    chatId: z.string().regex(/^(-?\d{1,20}|@\w{5,32})$/, 'must be a number or @name'),
  }),
  z.strictObject({
    kind: z.literal('bark'),
    server: Url,
    deviceKey: z.string().regex(/^[\w-]{1,100}$/, 'must be the key that the Bark app shows'),
  }),
  z.strictObject({
    kind: z.literal('serverchan'),
    sendKey: z.string().regex(/^(SCT\w{5,100}|sctp\d{1,12}t\w{5,100})$/, 'must be like SCT… or sctp…t…'),
  }),
  z.strictObject({ kind: z.literal('discord'), url: DiscordUrl }),
  z.strictObject({ kind: z.literal('slack'), url: Url }),
  /** The site makes its secret address. */
  z.strictObject({ kind: z.literal('feed') }),
]);
export type ChannelAddress = z.infer<typeof ChannelAddress>;

const Channel = z.strictObject({
  channelId: z.string(),
  kind: z.enum(channelKinds),
  /** The part of the address that is no secret. */
  label: z.string(),
  state: z.enum(channelStates),
  /** Why the last message was not accepted; null when it was. */
  problem: z.string().nullable(),
  lastSentTime: TimeMs.nullable(),
});
export type Channel = z.infer<typeof Channel>;

/** No price falls by half at once. */
const maxCheaperBy = 50;

const Minute = z.int().min(0).max(1439);

export const NewsRules = z.strictObject({
  topics: z.array(z.enum(newsTopics)).max(newsTopics.length),
  cheaperBy: z.int().min(0).max(maxCheaperBy),
  communities: z.array(z.string().min(1).max(40).refine(isText, notText)).max(500).nullable(),
  views: z.array(SavedView).max(maxViews).default([]),
  digestAt: Minute.nullable(),
  quiet: z.strictObject({ from: Minute, to: Minute }).nullable(),
  timeZone: TimeZone,
  language: z.enum(newsLanguages),
  version: z.int().min(0),
});
export type NewsRules = z.infer<typeof NewsRules>;

const NotifySettings = z.strictObject({
  channels: z.array(Channel),
  rules: NewsRules,
  /** False where the deployment has no address to send mail from. */
  hasEmail: z.boolean(),
  /** The public key with which a browser subscribes to pushed messages of this site. */
  pushKey: z.string(),
});
export type NotifySettings = z.infer<typeof NotifySettings>;

/** The page makes the id, so that a repeated call adds no second channel. */
const ChannelId = z.string().regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);

export const notifyApi = {
  getNotifySettings: endpoint('GET /api/notify/settings', { response: NotifySettings }),
  putNewsRules: endpoint('PUT /api/notify/rules', {
    body: NewsRules.extend({ version: Version }),
    response: NotifySettings,
  }),
  putChannel: endpoint('PUT /api/notify/channels/{channelId}', {
    params: { channelId: ChannelId },
    body: z.strictObject({ address: ChannelAddress }),
    response: z.strictObject({
      settings: NotifySettings,
      /** The key with which the messages of a webhook are signed. It is shown once. */
      signingKey: z.string().nullable(),
      /** The path of a feed, which is its key. It is shown once, with the address at which the browser reaches the site. */
      feedPath: z.string().nullable(),
    }),
  }),
  verifyChannel: endpoint('POST /api/notify/channels/{channelId}/verify', {
    params: { channelId: ChannelId },
    body: z.strictObject({ code: z.string().regex(/^\d{6}$/, 'must be the six digits') }),
    response: NotifySettings,
  }),
  testChannel: endpoint('POST /api/notify/channels/{channelId}/test', {
    params: { channelId: ChannelId },
    response: NotifySettings,
  }),
  deleteChannel: endpoint('DELETE /api/notify/channels/{channelId}', {
    params: { channelId: ChannelId },
    response: nothing,
  }),
  /** The feed as Atom, for feed readers, which cannot sign in. No log has the address of a request. */
  getFeed: endpoint('GET /api/notify/feed/{feedToken}', {
    access: 'public',
    cookies: true,
    params: { feedToken: z.string().regex(token) },
    response: z.string(),
  }),
};
