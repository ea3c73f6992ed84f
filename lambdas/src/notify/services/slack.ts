import { jsonHeaders, outcomeByStatus, type Service } from './service.ts';

const webhook = /^https:\/\/hooks\.slack(-gov)?\.com\/services\/T\w{1,20}\/(?<id>B\w{1,20})\/\w{1,60}$/;

/**
 * Posts to a channel of a Slack workspace: docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
 * It takes one message a second, more in short bursts, and answers 429 to others: docs.slack.dev/apis/web-api/rate-limits
 */
export const slack: Service<'slack'> = {
  // A text is cut after 40,000 characters, and an escaped one counts up to five times: docs.slack.dev/reference/methods/chat.postMessage
  limits: { textBytes: 7000, hasLinks: true },
  // What follows the id is the secret.
  labelOf: ({ url }) => webhook.exec(url)?.groups?.['id'] ?? '',
  problemOf: ({ url }) =>
    webhook.test(url)
      ? undefined
      : 'This is not the URL of a Slack webhook, which begins with https://hooks.slack.com/services/.',
  // A message replaces no other one.
  request: ({ title, text, url }, address) => ({
    url: address.url,
    headers: jsonHeaders,
    body: JSON.stringify({
      text: `${escaped(title)}\n\n${escaped(text)}\n\n<${escaped(url)}>`,
      // Texts of others are no markup.
      mrkdwn: false,
      unfurl_links: false,
      unfurl_media: false,
    }),
  }),
  // The reasons are those of api.slack.com/changelog/2016-05-17-changes-to-errors-for-incoming-webhooks
  outcomeOf: (reply) =>
    outcomeByStatus(
      reply,
      {
        400: { en: 'Slack does not accept the message.', zh: 'Slack 不接受这条消息。' },
        403: {
          en: 'Slack does not let the webhook write to its channel.',
          zh: 'Slack 不允许该 webhook 向其频道发送消息。',
        },
        404: {
          en: 'The webhook or its channel no longer exists. Create another webhook in Slack.',
          zh: '该 webhook 或其频道已不存在，请在 Slack 中重新创建。',
        },
        410: {
          en: 'The channel of the webhook has been archived in Slack.',
          zh: '该 webhook 的频道已在 Slack 中归档。',
        },
      },
      [404, 410],
    ),
};

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** These three characters control links and mentions: docs.slack.dev/messaging/formatting-message-text#escaping */
const escaped = (text: string) => text.replaceAll(/[&<>]/g, (character) => entities[character] ?? '');
