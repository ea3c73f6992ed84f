import { createHash } from 'node:crypto';
import type { ImportedConversation } from 'shared-types/contract/chat/import';
import { encodeTime } from 'ulid';
import { type Conversation, type ConversationSettings, newConversation } from '../conversations/conversation.ts';
import { base32, derivedUlid, timeLength } from '../derived-ulid.ts';
import { importedMessage, type Message } from '../messages/message.ts';

interface Import {
  conversation: Conversation;
  messages: Message[];
}

const hash = (text: string) => createHash('sha256').update(text).digest();

/**
 * Returns a part of an imported conversation, as it is stored. The ids follow from the user, the other chat's id and
 * the places of the messages, so the same part gives the same items each time. All messages have the time of the
 * conversation in their ids, and then their place, so they stand in their order and before every message that is
 * written here.
 */
export function importOf(
  userId: string,
  { exportId, title, createTime, updateTime, first, messages }: ImportedConversation,
  settings: ConversationSettings,
  now: Date,
): Import {
  // A time of the future would put the conversation above all later ones, and its messages after those that follow.
  const past = (timeMs: number) => (timeMs <= now.getTime() ? timeMs : 0);
  const time = encodeTime(past(createTime), timeLength);
  const conversationId = derivedUlid(past(createTime), hash(`${userId}\n${exportId}`));
  const conversation = newConversation({ userId, conversationId, title }, settings, new Date(past(createTime)));
  return {
    conversation: { ...conversation, updateTimeMs: past(updateTime) },
    messages: messages.map((message, index) => {
      const place = Buffer.alloc(2);
      place.writeUInt16BE(first + index);
      const ulid =
        time + base32(Buffer.concat([place, hash(`${userId}\n${exportId}\n${first + index}`).subarray(0, 8)]));
      return importedMessage(conversation, ulid, { ...message, createTime: past(message.createTime) });
    }),
  };
}
