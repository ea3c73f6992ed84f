import * as z from 'zod';
import { type FakeService, jsonOf, refusal } from './service.ts';

const Message = z.strictObject({
  text: z.string(),
  mrkdwn: z.boolean().optional(),
  unfurl_links: z.boolean().optional(),
  unfurl_media: z.boolean().optional(),
});

/** What the ends of addresses stand for: api.slack.com/changelog/2016-05-17-changes-to-errors-for-incoming-webhooks */
const refusals: [end: string, status: number, body: string][] = [
  ['gone', 404, 'no_service'],
  ['archived', 410, 'channel_is_archived'],
  ['prohibited', 403, 'action_prohibited'],
];

/**
 * docs.slack.dev/apis/web-api/rate-limits: one message a second; that it takes more in short bursts is not promised.
 * docs.slack.dev/reference/methods/chat.postMessage: a text is cut after 40,000 characters.
 */
export const slack: FakeService = {
  name: 'Slack',
  isFor: ({ host }) => /^hooks\.slack(-gov)?\.com$/.test(host),
  rate: { count: 1, ms: 1000 },
  tooMany: { status: 429, body: 'rate_limited', headers: { 'retry-after': '1' } },
  receive({ url, body }) {
    if (!/^\/services\/T\w+\/B\w+\/\w+$/.test(url.pathname)) return refusal(404, 'no_service');
    for (const [end, status, text] of refusals) if (url.pathname.endsWith(end)) return refusal(status, text);
    const { data } = Message.safeParse(jsonOf(body));
    if (!data) return refusal(400, 'invalid_payload');
    if (data.text.trim() === '') return refusal(400, 'no_text');
    const [title = '', ...rest] = shown(data.text.slice(0, 40_000)).split('\n\n');
    return {
      take: { service: 'Slack', title, text: rest.join('\n\n'), replaces: undefined },
      answer: { status: 200, body: 'ok' },
    };
  },
};

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>' };

/** Returns a text with its links and escaped characters as people see them: docs.slack.dev/messaging/formatting-message-text */
const shown = (text: string) =>
  text
    .replaceAll(/<([^<>|]*)(\|[^<>]*)?>/g, '$1')
    .replaceAll(/&(amp|lt|gt);/g, (_, name: string) => entities[name] ?? '');
