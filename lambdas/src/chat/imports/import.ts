import { createHash } from 'node:crypto';
import type { ImportedConversation, ImportedMessage } from 'shared-types/contract/chat/import';
import { encodeTime } from 'ulid';
import { type Conversation, type ConversationSettings, newConversation } from '../conversations/conversation.ts';
import { base32, derivedUlid, timeLength } from '../derived-ulid.ts';
import { importedMessage, type Message, messageId } from '../messages/message.ts';
import type { Version } from '../messages/versions.ts';

export interface Import {
  conversation: Conversation;
  /** The last message of the part before. */
  after?: Pick<Message, 'sessionMessageId' | 'importId'>;
  messages: Message[];
  /** The other versions of the answers among the messages. */
  versions: Version[];
}

/** A time of the future would put the conversation above all later ones. */
const past = (timeMs: number, now: Date) => (timeMs <= now.getTime() ? timeMs : 0);

const hash = (text: string) => createHash('sha256').update(text).digest();

/** The time in all ids of an import, so that they are the same at every time, and before every id that is made here. */
const timeMs = 0;

/**
 * Returns the id of an imported conversation, and those of its messages. They follow from the user, the other chat's id and the
 * places of the messages, so the same part gives the same items each time. After their time the ids of messages have their place,
 * so they stand in their order and before every message that is written here.
 */
export function importedIds(userId: string, exportId: string) {
  const conversationId = derivedUlid(timeMs, hash(`${userId}\n${exportId}`));
  const ulidAt = (place: number) => {
    const first = Buffer.alloc(3);
    first.writeUIntBE(place, 0, 3);
    const chance = Buffer.concat([first, hash(`${userId}\n${exportId}\n${place}`).subarray(0, 7)]);
    return encodeTime(timeMs, timeLength) + base32(chance);
  };
  return { conversationId, ulidAt, messageIdAt: (place: number) => messageId(conversationId, ulidAt(place)) };
}

/** Returns a part of an imported conversation, as it is stored. Its files are not copied yet. */
export function importOf(
  userId: string,
  { exportId, title, createTime, updateTime, after, messages }: ImportedConversation,
  settings: ConversationSettings,
  now: Date,
): Import {
  const { conversationId, ulidAt, messageIdAt } = importedIds(userId, exportId);
  const conversation = newConversation({ userId, conversationId, title }, settings, new Date(past(createTime, now)));
  const imported = (message: ImportedMessage) =>
    importedMessage(conversation, ulidAt(message.place), { ...message, createTime: past(message.createTime, now) });
  return {
    // A conversation that was deleted and comes back has the same ids, but no text of it that is known is true any more.
    conversation: { ...conversation, updateTimeMs: past(updateTime, now), rewrites: now.getTime() },
    ...(after && { after: { sessionMessageId: messageIdAt(after.place), importId: after.id } }),
    messages: messages.map(imported),
    versions: messages.flatMap(({ place, id, senderRole, createTime: at, otherVersions = [] }) =>
      otherVersions.map(({ question = null, ...said }) => ({
        answer: imported({ place, id, senderRole, createTime: at, ...said }),
        question,
      })),
    ),
  };
}
