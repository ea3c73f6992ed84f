import type { ChannelKind } from 'shared-types/rules/notify/channel-kinds';
import * as z from 'zod';
import { discord } from './discord.ts';
import { pushService } from './push-service.ts';
import { type FakeService, jsonOf, refusal } from './service.ts';
import { slack } from './slack.ts';

/**
 * docs.ntfy.sh/publish/#limitations: 60 requests at once, then one in five seconds. A message of 4,096 bytes or more becomes a
 * file, and the JSON has up to twice as many: github.com/binwiederhier/ntfy/blob/main/server/server.go
 * Its refusals are those of github.com/binwiederhier/ntfy/blob/main/server/errors.go: a token that ends with "wrong" is unknown, and a
 * topic that ends with "reserved" belongs to somebody else.
 */
const Ntfy = z.strictObject({
  topic: z.string().regex(/^[-_A-Za-z0-9]{1,64}$/),
  sequence_id: z.string().regex(/^[-_A-Za-z0-9]{1,64}$/),
  title: z.string(),
  message: z.string().refine((text) => Buffer.byteLength(text) < 4096, 'would become an attachment'),
  click: z.url(),
});
const ntfy: FakeService = {
  name: 'ntfy',
  isFor: ({ host }) => host.startsWith('ntfy.'),
  rate: { count: 60, ms: 300_000 },
  tooMany: {
    status: 429,
    body: { code: 42_901, http: 429, error: 'limit reached: too many requests, please be nice' },
  },
  receive({ url, body, headers }) {
    const { data } = Ntfy.safeParse(jsonOf(body));
    if (headers['authorization']?.endsWith('wrong'))
      return refusal(401, { code: 40_101, http: 401, error: 'unauthorized' });
    if (data?.topic.endsWith('reserved')) return refusal(403, { code: 40_301, http: 403, error: 'forbidden' });
    if (body.length >= 8192) return refusal(413, { code: 41_303, http: 413, error: 'JSON body too large' });
    if (!data || url.pathname !== '/') return refusal(400, { code: 40_017, http: 400, error: 'invalid request' });
    return {
      take: { service: 'ntfy', title: data.title, text: data.message, url: data.click, replaces: data.sequence_id },
      answer: { status: 200, body: { id: 'local', event: 'message', topic: data.topic } },
    };
  },
};

/**
 * core.telegram.org/bots/api#sendmessage: 4,096 characters. core.telegram.org/bots/faq: twenty messages a minute in a group.
 * Its refusals are those of github.com/TelegramBotAPI/errors. A token that ends with "wrong" is that of no bot.
 */
const Telegram = z.strictObject({
  chat_id: z.string().min(1),
  text: z.string().min(1).max(4096),
  link_preview_options: z.strictObject({ is_disabled: z.boolean() }),
});
/** What comes of a message to some chats. */
const telegramRefusals: Record<string, { error_code: number; description: string; parameters?: object }> = {
  '400': { error_code: 400, description: 'Bad Request: chat not found' },
  '403': { error_code: 403, description: 'Forbidden: bot was blocked by the user' },
  '-400': {
    error_code: 400,
    description: 'Bad Request: group chat was upgraded to a supergroup chat',
    parameters: { migrate_to_chat_id: -100_400 },
  },
};
const telegram: FakeService = {
  name: 'Telegram',
  isFor: ({ host }) => host === 'api.telegram.org',
  rate: { count: 20, ms: 60_000 },
  tooMany: {
    status: 429,
    body: {
      ok: false,
      error_code: 429,
      description: 'Too Many Requests: retry after 5',
      parameters: { retry_after: 5 },
    },
  },
  receive({ url, body }) {
    if (!/^\/bot\d+:[\w-]+\/sendMessage$/.test(url.pathname))
      return refusal(404, { ok: false, error_code: 404, description: 'Not Found' });
    if (url.pathname.endsWith('wrong/sendMessage'))
      return refusal(401, { ok: false, error_code: 401, description: 'Unauthorized' });
    const { data } = Telegram.safeParse(jsonOf(body));
    const refused = data && telegramRefusals[data.chat_id];
    if (refused) return refusal(refused.error_code, { ok: false, ...refused });
    if (!data) return refusal(400, { ok: false, error_code: 400, description: 'Bad Request: message is too long' });
    const [title = '', ...rest] = data.text.split('\n\n');
    return {
      take: { service: 'Telegram', title, text: rest.join('\n\n'), replaces: undefined },
      answer: { status: 200, body: { ok: true, result: { message_id: 1 } } },
    };
  },
};

/**
 * The payload of APNs has 4,096 bytes: developer.apple.com/documentation/usernotifications/generating-a-remote-notification
 * The public server is for less than 200 messages a second: github.com/Finb/Bark
 * A key that ends with "wrong" is that of no device: github.com/Finb/bark-server/blob/master/route_push.go
 */
const Bark = z.strictObject({
  device_key: z.string().min(1),
  id: z.string(),
  title: z.string(),
  body: z.string(),
  url: z.string(),
  group: z.string(),
});
const bark: FakeService = {
  name: 'Bark',
  isFor: ({ host }) => host === 'api.day.app' || host.startsWith('bark.'),
  rate: { count: 200, ms: 1000 },
  tooMany: { status: 429, body: { code: 429, message: 'too many requests' } },
  receive({ url, body }) {
    const { data } = Bark.safeParse(jsonOf(body));
    if (!data || url.pathname !== '/push') return refusal(400, { code: 400, message: 'request bind failed' });
    const { device_key: key } = data;
    if (key.endsWith('wrong'))
      return refusal(400, {
        code: 400,
        message: `failed to get device token: failed to get [${key}] device token from database`,
      });
    if (body.length > 4096) return refusal(500, { code: 500, message: 'push failed: PayloadTooLarge' });
    return {
      take: { service: 'Bark', title: data.title, text: data.body, url: data.url, replaces: data.id },
      answer: { status: 200, body: { code: 200, message: 'success' } },
    };
  },
};

/**
 * sct.ftqq.com: a title of 32 characters, 32 KB of text, five messages a day without a subscription. A key that ends with "wrong" is
 * that of nobody: github.com/RayWangQvQ/BiliBiliToolPro/issues/165
 */
const Serverchan = z.strictObject({
  title: z.string().min(1).max(32),
  desp: z.string().refine((text) => Buffer.byteLength(text) <= 32_768),
});
const serverchan: FakeService = {
  name: 'Server酱',
  isFor: ({ host }) => host === 'sctapi.ftqq.com' || host.endsWith('.push.ft07.com'),
  rate: { count: 5, ms: 86_400_000 },
  tooMany: { status: 200, body: { code: 40_001, message: '超过当天的发送次数限制[5]' } },
  receive({ url, body }) {
    if (url.pathname.endsWith('wrong.send'))
      return refusal(400, { code: 40_001, message: '[AUTH]错误的Key', info: '错误的Key', args: [null] });
    const { data } = Serverchan.safeParse(jsonOf(body));
    if (!data) return refusal(400, { code: 40_001, message: 'bad request' });
    return {
      take: { service: 'Server酱', title: data.title, text: data.desp, replaces: undefined },
      answer: { status: 200, body: { code: 0, message: '' } },
    };
  },
};

/**
 * Any other server takes a webhook that is signed. It sets a limit of its own. One whose address ends with /gone wants no more
 * messages: github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
const Webhook = z.object({ data: z.strictObject({ title: z.string(), text: z.string(), url: z.string() }) });
const webhook: FakeService = {
  name: 'webhook',
  isFor: () => true,
  rate: { count: 1000, ms: 60_000 },
  tooMany: { status: 429, body: {}, headers: { 'retry-after': '60' } },
  receive({ url, body, headers }) {
    if (url.pathname === '/gone') return refusal(410, {});
    const { data } = Webhook.safeParse(jsonOf(body));
    if (!data || !headers['webhook-signature']?.startsWith('v1,')) return refusal(400, {});
    const { title, text, url: page } = data.data;
    return {
      take: { service: 'webhook', title, text, url: page, replaces: headers['webhook-id'] },
      answer: { status: 200, body: {} },
    };
  },
};

/** Email has no address outside of AWS, and a feed is read. */
type PostedKind = Exclude<ChannelKind, 'email' | 'feed'>;

/** The first that knows an address takes its messages, so the webhook, which takes any, comes last. */
const services: Record<PostedKind, FakeService> = {
  push: pushService,
  ntfy,
  telegram,
  bark,
  serverchan,
  discord,
  slack,
  webhook,
};
export const fakeServices: readonly FakeService[] = Object.values(services);
