import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { ChatMessageId, ChatSessionId } from './ids.ts';

/** A conversation, its forks and their forks, without deleted ones. */
export const Branches = z.object({
  conversations: z.array(
    z.object({
      sessionId: ChatSessionId,
      title: z.string(),
      /** The conversation that it has left, which may be deleted. The first one has left none. */
      parentId: ChatSessionId.optional(),
      /** The last message that it has in common with that one. */
      lastSharedId: ChatMessageId.optional(),
      /** The beginning of its first message after those, if there is one. */
      beginning: z.string().optional(),
    }),
  ),
  /** The answers with versions of the conversation that was asked for, oldest first, each with the beginning of its question. */
  answers: z.array(z.object({ sessionMessageId: ChatMessageId, versions: z.int().positive(), question: z.string() })),
});
export type Branches = z.infer<typeof Branches>;

export const branchApi = {
  /** The forks of a conversation, with the places at which they have left it, and its answers with versions. */
  listBranches: endpoint('GET /api/chat/branches', {
    route: 'ANY /api/chat/{call}',
    query: z.strictObject({ sessionId: ChatSessionId }),
    response: Branches,
  }),
};
