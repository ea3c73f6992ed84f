import * as z from 'zod';
import type { Sentence } from 'shared-types/rules/notify/topics';
import { fieldsOf, jsonHeaders, outcomeByStatus, type Service, withRetryAfter } from './service.ts';

const Parameters = z.object({ retry_after: z.number().optional(), migrate_to_chat_id: z.number().optional() });

/**
 * A bot sends to a chat: core.telegram.org/bots/api#sendmessage
 * It may send about one message a second to a chat, and twenty a minute to a group: core.telegram.org/bots/faq
 */
export const telegram: Service<'telegram'> = {
  // A text has 4,096 characters, of which the title needs up to 200, and a link to its houses 600.
  limits: { textBytes: 3250, hasLinks: false },
  labelOf: ({ chatId }) => chatId,
  // A message replaces no other one.
  request: ({ title, text, url }, { token, chatId }) => ({
    url: `https://api.telegram.org/bot${token}/sendMessage`,
    headers: jsonHeaders,
    body: JSON.stringify({
      chat_id: chatId,
      text: `${title}\n\n${text}\n\n${url}`,
      link_preview_options: { is_disabled: true },
    }),
  }),
  // A refusal for too many messages says when to come back: core.telegram.org/bots/api#responseparameters
  outcomeOf: (reply) => {
    const { parameters, description } = fieldsOf(reply);
    const { retry_after, migrate_to_chat_id } = Parameters.catch({}).parse(parameters);
    return outcomeByStatus(withRetryAfter(reply, retry_after), {
      400: reasonOf(String(description), migrate_to_chat_id),
      401: { en: 'Telegram does not accept the token of the bot.', zh: 'Telegram 不接受该机器人的令牌。' },
      403: {
        en: 'The bot may not write to this chat. Has it been blocked?',
        zh: '机器人无法向该聊天发送消息，可能已被屏蔽。',
      },
      404: { en: 'Telegram does not accept the token of the bot.', zh: 'Telegram 不接受该机器人的令牌。' },
    });
  },
};

/** Returns why a request was bad. */
function reasonOf(description: string, newChatId: number | undefined): Sentence {
  if (newChatId !== undefined)
    return {
      en: `The group has become a supergroup. Remove this channel, and add it again with the chat ID ${newChatId}.`,
      zh: `该群组已升级为超级群组。请移除此渠道，并以聊天 ID ${newChatId} 重新添加。`,
    };
  return description.includes('chat not found')
    ? {
        en: 'Telegram does not know the chat. Write to the bot first.',
        zh: 'Telegram 找不到该聊天，请先给机器人发一条消息。',
      }
    : { en: 'Telegram does not accept the message.', zh: 'Telegram 不接受这条消息。' };
}
