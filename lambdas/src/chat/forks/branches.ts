import type { Branches } from 'shared-types/contract/chat/branches';
import { firstCharacters } from 'shared-types/rules/chat/first-characters';
import type { Conversation } from '../conversations/conversation.ts';
import type { ConversationStore } from '../conversations/conversation-store.ts';
import type { MessageStore } from '../messages/message-store.ts';
import { messageId, versionFields } from '../messages/message.ts';
import type { ForkStore } from './fork-store.ts';

export interface BranchPorts {
  store: Pick<ConversationStore, 'getConversation' | 'findConversation'> &
    Pick<ForkStore, 'listForks' | 'findFirstMessage'> &
    Pick<MessageStore, 'listVersionedAnswers' | 'findMessages' | 'findQuestion'>;
}

/** More would be no map. */
const maxForks = 100;
const maxAnswers = 100;
const maxBeginningLength = 100;

/** Returns the first words of a text, in one line. */
const beginningOf = (text: string) =>
  firstCharacters(
    text
      .slice(0, 4 * maxBeginningLength)
      .replaceAll(/\s+/gu, ' ')
      .trim(),
    maxBeginningLength,
  );

/** Finds the conversations that have been forked of each other, and the versions within one of them. */
export async function listBranches(
  store: BranchPorts['store'],
  userId: string,
  conversationId: string,
): Promise<Branches> {
  const conversation = await store.getConversation(userId, conversationId);
  const rootId = conversation.origin?.rootId ?? conversationId;
  const [forkIds, versioned] = await Promise.all([
    store.listForks(userId, rootId, maxForks),
    store.listVersionedAnswers(conversationId, maxAnswers),
  ]);
  const ids = new Set([rootId, ...forkIds, conversationId]);
  const found = await Promise.all([...ids].map((id) => store.findConversation(userId, id)));
  const shown = found.flatMap((each) => (each && each.deletedAtMs === null ? each : []));
  const [conversations, answers] = await Promise.all([
    Promise.all(shown.map((each) => toBranch(store, each))),
    Promise.all(
      (await store.findMessages(versioned)).map(async (answer) => ({
        sessionMessageId: answer.sessionMessageId,
        versions: versionFields(answer).versions?.length ?? 1,
        question: beginningOf((await store.findQuestion(answer))?.text ?? ''),
      })),
    ),
  ]);
  return { conversations, answers };
}

async function toBranch(store: Pick<ForkStore, 'findFirstMessage'>, { conversationId, title, origin }: Conversation) {
  if (!origin) return { sessionId: conversationId, title };
  const { parentId, lastShared } = origin;
  const first = await store.findFirstMessage(conversationId, lastShared);
  return {
    sessionId: conversationId,
    title,
    parentId,
    ...(lastShared !== null && { lastSharedId: messageId(parentId, lastShared) }),
    ...(first && { beginning: beginningOf(first.text) }),
  };
}
