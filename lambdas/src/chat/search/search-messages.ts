import { conversationIdOf } from 'shared-types/rules/message-status';
import {
  excerptOf,
  excerptOfAnswer,
  isEmptySearch,
  searchableText,
  type SearchTerms,
  searchTerms,
} from 'shared-types/rules/chat/find-messages';
import type { FoundMessage } from 'shared-types/contract/chat/search';
import type { Conversation } from '../conversations/conversation.ts';
import type { ConversationStore } from '../conversations/conversation-store.ts';
import type { MessageStore } from '../messages/message-store.ts';
import { type Message, messageId, ulidOf } from '../messages/message.ts';
import { conversationTexts, type TextPorts } from './conversation-texts.ts';
import { hasTerms } from './has-terms.ts';

export type SearchPorts = TextPorts & {
  store: Pick<ConversationStore, 'getConversation' | 'allConversations'> & Pick<MessageStore, 'findMessages'>;
};

const resultsPerPage = 20;

/** A search in one conversation names at most this number of messages. */
const maxIds = 2000;

/** A first search reads the messages of years. It answers after this time, and the next one goes on. */
const maxReadMs = 6000;

/** Messages are ordered by the times in their ids, and those of one time by the rest of them. */
function newestFirst(one: string, other: string): number {
  const [left, right] = [`${ulidOf(one)} ${one}`, `${ulidOf(other)} ${other}`];
  return left === right ? 0 : left < right ? 1 : -1;
}

/** Finds messages of one's own, in all conversations or in one, newest first. */
export function messageSearch({ store, now }: SearchPorts) {
  const texts = conversationTexts({ store, now });

  async function find(userId: string, conversations: readonly Conversation[], terms: SearchTerms) {
    const found: string[] = [];
    const deadlineMs = now().getTime() + maxReadMs;
    const remaining = await texts.visit(userId, conversations, deadlineMs, ({ conversationId }, messages) => {
      for (const { ulid, text } of messages) if (hasTerms(text, terms)) found.push(messageId(conversationId, ulid));
    });
    return { found: found.toSorted(newestFirst), remaining };
  }

  return {
    /** The conversation is chosen already, so terms of its title count for nothing. */
    async findInConversation(userId: string, conversationId: string, text: string) {
      const terms = searchTerms(text);
      const conversation = await store.getConversation(userId, conversationId);
      if (isEmptySearch(terms)) return { sessionMessageIds: [], remaining: 0 };
      const { found, remaining } = await find(userId, [conversation], terms);
      return { sessionMessageIds: found.slice(0, maxIds), remaining };
    },

    /**
     * Finds one page of messages, after a message of the page before. A search for a title alone finds all messages of its
     * conversations.
     */
    async findMessages(userId: string, text: string, after: string | undefined) {
      const terms = searchTerms(text);
      if (isEmptySearch(terms) && isEmptySearch(terms.title)) return { messages: [], total: 0, remaining: 0 };
      const conversations: Conversation[] = [];
      for await (const each of store.allConversations(userId))
        if (hasTerms(searchableText(each.title), terms.title)) conversations.push(each);
      const { found, remaining } = await find(userId, conversations, terms);
      const rest = after === undefined ? found : found.filter((id) => newestFirst(after, id) < 0);
      const shown = await store.findMessages(rest.slice(0, resultsPerPage));
      const titles = new Map(conversations.map(({ conversationId, title }) => [conversationId, title]));
      return { messages: shown.map((each) => toFoundMessage(each, titles, terms)), total: found.length, remaining };
    },
  };
}

const toFoundMessage = (
  { sessionMessageId, senderRole, createTimeMs, text }: Message,
  titles: ReadonlyMap<string, string>,
  terms: SearchTerms,
): FoundMessage => ({
  sessionMessageId,
  title: titles.get(conversationIdOf(sessionMessageId)) ?? '',
  senderRole,
  createTime: createTimeMs,
  excerpt: senderRole === 'ASSISTANT' ? excerptOfAnswer(text, terms) : excerptOf(text, terms),
});
