import * as z from 'zod';
import { type FakeService, jsonOf, refusal } from './service.ts';

/** Of the flags of a message, a webhook may set those that suppress previews of links and notifications. */
const flags = 4 | 4096;

const Message = z.strictObject({
  content: z.string().max(2000),
  allowed_mentions: z.strictObject({ parse: z.array(z.enum(['roles', 'users', 'everyone'])) }).optional(),
  flags: z
    .int()
    .refine((bits) => (bits | flags) === flags)
    .optional(),
});

/**
 * docs.discord.com/developers/resources/webhook#execute-webhook: 2,000 characters.
 * birdie0.github.io/discord-webhooks-guide/other/rate_limits.html: five requests in two seconds.
 * A webhook whose token ends with "gone" has been deleted.
 */
export const discord: FakeService = {
  name: 'Discord',
  isFor: ({ host }) => /^((ptb|canary)\.)?discord(app)?\.com$/.test(host),
  rate: { count: 5, ms: 2000 },
  tooMany: {
    status: 429,
    body: { message: 'You are being rate limited.', retry_after: 1.5, global: false },
    headers: { 'retry-after': '2' },
  },
  receive({ url, body }) {
    if (!/^\/api\/(v\d+\/)?webhooks\/\d+\/[\w-]+$/.test(url.pathname))
      return refusal(404, { message: '404: Not Found', code: 0 });
    if (url.pathname.endsWith('gone')) return refusal(404, { message: 'Unknown Webhook', code: 10_015 });
    const { data } = Message.safeParse(jsonOf(body));
    if (!data) return refusal(400, { message: 'Invalid Form Body', code: 50_035 });
    if (data.content.trim() === '') return refusal(400, { message: 'Cannot send an empty message', code: 50_006 });
    const [title = '', ...rest] = shown(data.content).split('\n\n');
    return {
      take: { service: 'Discord', title, text: rest.join('\n\n'), replaces: undefined },
      answer:
        url.searchParams.get('wait') === 'true'
          ? { status: 200, body: { id: '1', content: data.content } }
          : { status: 204, body: '' },
    };
  },
};

/** Returns a text without its marks of bold letters, and escaped characters as they are. */
const shown = (content: string) => content.replaceAll(/\\([^\w\s])|\*\*/g, '$1');
