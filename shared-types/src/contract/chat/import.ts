import * as z from 'zod';
import {
  maxImportedConversations,
  maxImportedLength,
  maxImportedMessages,
  maxTitleLength,
} from '../../rules/limits.ts';
import { endpoint } from '../endpoint.ts';
import { isText, notText } from '../text.ts';

/** An item is sorted by its time in 13 digits. */
const ImportedTime = z.int().nonnegative().max(9_999_999_999_999);

/** Some messages of a conversation of another chat, in their order. */
export const ImportedConversation = z.strictObject({
  /** The other chat's id. With the user's id it gives the same conversation each time. */
  exportId: z.string().min(1).max(100).refine(isText, notText),
  title: z.string().max(maxTitleLength).refine(isText, notText),
  createTime: ImportedTime,
  updateTime: ImportedTime,
  /** The place of the first of these messages in the conversation, from 0. */
  first: z.int().nonnegative().max(65_000),
  messages: z
    .array(
      z.strictObject({
        senderRole: z.enum(['USER', 'ASSISTANT']),
        text: z.string().min(1).max(maxImportedLength).refine(isText, notText),
        createTime: ImportedTime,
        modelCode: z.string().min(1).max(100).refine(isText, notText).optional(),
      }),
    )
    .min(1)
    .max(maxImportedMessages),
});
export type ImportedConversation = z.infer<typeof ImportedConversation>;

export const importApi = {
  /** Adds the messages that are not there yet. A part that arrives again, alone or with others, adds nothing. */
  importConversations: endpoint('POST /api/chat/import', {
    route: 'ANY /api/chat/{call}',
    repeatable: true,
    body: z.strictObject({ conversations: z.array(ImportedConversation).min(1).max(maxImportedConversations) }),
    /** The numbers of messages. A message of a deleted conversation counts as known. */
    response: z.object({ added: z.int().nonnegative(), known: z.int().nonnegative() }),
  }),
};
