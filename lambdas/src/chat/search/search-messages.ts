import { encodeTime } from 'ulid';
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
import { timeLength } from '../derived-ulid.ts';
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

const noTime = encodeTime(0, timeLength);

/**
 * Returns a text that orders messages by the times in their ids. Those of an import have none, so they stand where their
 * conversation began: that time never changes, so a page follows the one before it whatever happens between the two.
 */
function orderOf(id: string, createTimeMs: number): string {
  const ulid = ulidOf(id);
  const isImported = ulid.startsWith(noTime);
  return `${isImported ? encodeTime(createTimeMs, timeLength) : ulid} ${id}`;
}

const newestFirst = (one: Found, other: Found) => (one.order < other.order ? 1 : -1);

interface Found {
  id: string;
  order: string;
}

/** Finds messages of one's own, in all conversations or in one, newest first. */
export function messageSearch({ store, now }: SearchPorts) {
  const texts = conversationTexts({ store, now });

  async function find(userId: string, conversations: readonly Conversation[], terms: SearchTerms) {
    const isFound = hasTerms(terms);
    const found: Found[] = [];
    const deadlineMs = now().getTime() + maxReadMs;
    const remaining = await texts.visit(
      userId,
      conversations,
      deadlineMs,
      ({ conversationId, createTimeMs }, messages) => {
        for (const { ulid, text } of messages) {
          if (!isFound(text)) continue;
          const id = messageId(conversationId, ulid);
          found.push({ id, order: orderOf(id, createTimeMs) });
        }
      },
    );
    return { found: found.toSorted(newestFirst), remaining };
  }

  return {
    /** The conversation is chosen already, so terms of its title count for nothing. */
    async findInConversation(userId: string, conversationId: string, text: string) {
      const terms = searchTerms(text);
      const conversation = await store.getConversation(userId, conversationId);
      if (isEmptySearch(terms)) return { sessionMessageIds: [], remaining: 0 };
      const { found, remaining } = await find(userId, [conversation], terms);
      return { sessionMessageIds: found.slice(0, maxIds).map(({ id }) => id), remaining };
    },

    /**
     * Finds one page of messages, after a message of the page before. A search for a title alone finds all messages of its
     * conversations.
     */
    async findMessages(userId: string, text: string, after: string | undefined) {
      const terms = searchTerms(text);
      if (isEmptySearch(terms) && isEmptySearch(terms.title)) return { messages: [], total: 0, remaining: 0 };
      const isSearched = hasTerms(terms.title);
      const conversations: Conversation[] = [];
      for await (const each of store.allConversations(userId))
        if (isSearched(searchableText(each.title))) conversations.push(each);
      const { found, remaining } = await find(userId, conversations, terms);
      const searched = new Map(conversations.map((each) => [each.conversationId, each]));
      const placeOf = (id: string) => orderOf(id, searched.get(conversationIdOf(id))?.createTimeMs ?? 0);
      const last = after === undefined ? undefined : placeOf(after);
      const rest = last === undefined ? found : found.filter(({ order }) => order < last);
      const shown = await store.findMessages(rest.slice(0, resultsPerPage).map(({ id }) => id));
      return { messages: shown.map((each) => toFoundMessage(each, searched, terms)), total: found.length, remaining };
    },
  };
}

const toFoundMessage = (
  { sessionMessageId, senderRole, createTimeMs, text }: Message,
  conversations: ReadonlyMap<string, Conversation>,
  terms: SearchTerms,
): FoundMessage => ({
  sessionMessageId,
  title: conversations.get(conversationIdOf(sessionMessageId))?.title ?? '',
  senderRole,
  createTime: createTimeMs,
  excerpt: senderRole === 'ASSISTANT' ? excerptOfAnswer(text, terms) : excerptOf(text, terms),
});
