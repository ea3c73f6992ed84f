import { createHash } from 'node:crypto';
import type { ImportedConversation } from 'shared-types/contract/chat/import';
import { encodeTime } from 'ulid';
import { type Conversation, type ConversationSettings, newConversation } from '../conversations/conversation.ts';
import { base32, derivedUlid, timeLength } from '../derived-ulid.ts';
import { importedMessage, type Message, messageId } from '../messages/message.ts';

interface Import {
  conversation: Conversation;
  messages: Message[];
}

interface ExportedConversation {
  exportId: string;
  createTime: number;
}

/** A time of the future would put the conversation above all later ones, and its messages after those that follow. */
const past = (timeMs: number, now: Date) => (timeMs <= now.getTime() ? timeMs : 0);

const hash = (text: string) => createHash('sha256').update(text).digest();

/**
 * Returns the id of an imported conversation, and those of its messages. They follow from the user, the other chat's id and the
 * places of the messages, so the same part gives the same items each time. All messages have the time of the conversation in
 * their ids, and then their place, so they stand in their order and before every message that is written here.
 */
export function importedIds(userId: string, { exportId, createTime }: ExportedConversation, now: Date) {
  const timeMs = past(createTime, now);
  const conversationId = derivedUlid(timeMs, hash(`${userId}\n${exportId}`));
  const ulidAt = (index: number) => {
    const place = Buffer.alloc(2);
    place.writeUInt16BE(index);
    const chance = Buffer.concat([place, hash(`${userId}\n${exportId}\n${index}`).subarray(0, 8)]);
    return encodeTime(timeMs, timeLength) + base32(chance);
  };
  return { conversationId, ulidAt, messageIdAt: (index: number) => messageId(conversationId, ulidAt(index)) };
}

/** Returns a part of an imported conversation, as it is stored. Its files are not copied yet. */
export function importOf(
  userId: string,
  { title, createTime, updateTime, first, messages, ...exported }: ImportedConversation,
  settings: ConversationSettings,
  now: Date,
): Import {
  const { conversationId, ulidAt } = importedIds(userId, { ...exported, createTime }, now);
  const conversation = newConversation({ userId, conversationId, title }, settings, new Date(past(createTime, now)));
  return {
    conversation: { ...conversation, updateTimeMs: past(updateTime, now) },
    messages: messages.map((message, index) =>
      importedMessage(conversation, ulidAt(first + index), { ...message, createTime: past(message.createTime, now) }),
    ),
  };
}
