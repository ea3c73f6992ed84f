import * as z from 'zod';
import { senderRoles } from '../../rules/message-status.ts';
import { maxSearchLength } from '../../rules/limits.ts';
import { endpoint, QueryTimeMs, TimeMs } from '../endpoint.ts';
import { ChatMessageId, ChatSessionId } from './ids.ts';

/** A message that a search has found. */
export const FoundMessage = z.object({
  sessionMessageId: ChatMessageId,
  /** The title of its conversation. */
  title: z.string(),
  senderRole: z.enum(senderRoles),
  createTime: TimeMs,
  /** A part of its text around the first find, in one line. */
  excerpt: z.string(),
});
export type FoundMessage = z.infer<typeof FoundMessage>;

const text = z.string().max(maxSearchLength);

/** The number of conversations that are not searched to their end yet. The same call again searches more of them. */
const remaining = z.int().nonnegative();

/**
 * Both find the messages that have all words of the text and all phrases that stand in quotes, newest first. A word or phrase
 * after `title:` must be in the title of their conversation.
 */
export const searchApi = {
  /** The cursor is the last message of the page before, which need not be there any more. An empty page ends the list. */
  searchMessages: endpoint('GET /api/chat/session/message/search', {
    query: z
      .strictObject({ text, lastSessionMessageId: ChatMessageId.optional(), lastCreateTime: QueryTimeMs.optional() })
      .refine((query) => (query.lastSessionMessageId === undefined) === (query.lastCreateTime === undefined), {
        message: 'lastSessionMessageId and lastCreateTime go together',
      }),
    response: z.object({
      messages: z.array(FoundMessage),
      /** The number of messages found so far, on all pages. */
      total: z.int().nonnegative(),
      remaining,
    }),
  }),
  findInSession: endpoint('GET /api/chat/session/{sessionId}/find', {
    params: { sessionId: ChatSessionId },
    query: z.strictObject({ text }),
    response: z.object({ sessionMessageIds: z.array(ChatMessageId), remaining }),
  }),
};
