import { cutBytes } from '../messages/message.ts';
import { fieldsOf, jsonHeaders, literal, outcomeByStatus, type Service, withRetryAfter } from './service.ts';

const maxCharacters = 2000;

/** Addresses that the test versions of its app show are read as this one: shared-types/src/contract/account/notify.ts */
const webhook = /^https:\/\/discord\.com\/api\/webhooks\/(?<number>\d{1,20})\/[\w-]{1,100}$/;

/** The flag of a message without previews of its links: docs.discord.com/developers/resources/message#message-object-message-flags */
const suppressEmbeds = 4;

/**
 * Posts to a channel of a Discord server: docs.discord.com/developers/resources/webhook#execute-webhook
 * A webhook takes about five requests in two seconds. Discord wants its answers to be followed instead of a fixed rate:
 * docs.discord.com/developers/topics/rate-limits
 */
export const discord: Service<'discord'> = {
  // Title and link need some of the characters, and an escaped one counts twice.
  limits: { textBytes: 1400, hasLinks: false },
  // The token behind the number is the secret.
  labelOf: ({ url }) => webhook.exec(url)?.groups?.['number'] ?? '',
  problemOf: ({ url }) =>
    webhook.test(url)
      ? undefined
      : 'This is not the URL of a Discord webhook, which begins with https://discord.com/api/webhooks/.',
  // A message replaces no other one.
  request: ({ title, text, url }, address) => {
    const head = `**${literal(title)}**\n\n`;
    const end = `\n\n${url}`;
    return {
      // Without waiting, Discord reports no error for a message that it does not keep.
      url: `${address.url}?wait=true`,
      headers: jsonHeaders,
      body: JSON.stringify({
        content: `${head}${cutBytes(literal(text), maxCharacters - head.length - end.length)}${end}`,
        // A title such as "@everyone" calls nobody.
        allowed_mentions: { parse: [] },
        flags: suppressEmbeds,
      }),
    };
  },
  outcomeOf: (reply) =>
    outcomeByStatus(
      withRetryAfter(reply, fieldsOf(reply)['retry_after']),
      {
        400: {
          en: 'Discord does not accept the message. If the webhook belongs to a forum, create one in a text channel.',
          zh: 'Discord 不接受这条消息。如果该 webhook 属于论坛，请在文字频道中另建一个。',
        },
        401: { en: 'Discord does not accept the token of the webhook.', zh: 'Discord 不接受该 webhook 的令牌。' },
        404: {
          en: 'The webhook no longer exists. Create another one in Discord.',
          zh: '该 webhook 已不存在，请在 Discord 中重新创建。',
        },
      },
      [404],
    ),
};
