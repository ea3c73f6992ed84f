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
import { conversationTexts } from './conversation-texts.ts';
import { hasTerms } from './has-terms.ts';
import type { TextPorts } from './text-packs.ts';

export type SearchPorts = TextPorts & {
  store: Pick<ConversationStore, 'getConversation' | 'allConversations'> & Pick<MessageStore, 'findMessages'>;
};

const resultsPerPage = 20;

/** A search in one conversation names at most this number of messages. */
const maxIds = 2000;

/** A first search reads the messages of years. It answers after this time, and the next one goes on. */
const maxReadMs = 6000;

/** The last message of a page. */
interface Place {
  id: string;
  createTimeMs: number;
}

/**
 * Returns a text that orders messages by their times, which never change, and those of one time as in their conversation. It
 * follows from a message alone, so a page follows the one before it even if the last conversation of that one is deleted meanwhile.
 */
const orderOf = ({ id, createTimeMs }: Place) => `${String(createTimeMs).padStart(16, '0')} ${ulidOf(id)} ${id}`;

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
    const remaining = await texts.visit(userId, conversations, deadlineMs, ({ conversationId }, messages) => {
      for (const { ulid, createTimeMs, text } of messages) {
        if (!isFound(text)) continue;
        const id = messageId(conversationId, ulid);
        found.push({ id, order: orderOf({ id, createTimeMs }) });
      }
    });
    return { found: found.toSorted(newestFirst), remaining };
  }

  /**
   * Reads a page of messages. Those of a conversation that is purged meanwhile are gone, so a page of them alone, which would be
   * taken for the end of the list, is passed over.
   */
  async function firstLiving(found: readonly Found[]): Promise<Message[]> {
    const deadlineMs = now().getTime() + maxReadMs;
    for (let start = 0; start < found.length && now().getTime() < deadlineMs; start += resultsPerPage) {
      const page = await store.findMessages(found.slice(start, start + resultsPerPage).map(({ id }) => id));
      if (page.length > 0) return page;
    }
    return [];
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
    async findMessages(userId: string, text: string, after: Place | undefined) {
      const terms = searchTerms(text);
      if (isEmptySearch(terms) && isEmptySearch(terms.title)) return { messages: [], total: 0, remaining: 0 };
      const isSearched = hasTerms(terms.title);
      const conversations: Conversation[] = [];
      for await (const each of store.allConversations(userId))
        if (isSearched(searchableText(each.title))) conversations.push(each);
      const { found, remaining } = await find(userId, conversations, terms);
      const searched = new Map(conversations.map((each) => [each.conversationId, each]));
      const last = after && orderOf(after);
      const rest = last === undefined ? found : found.filter(({ order }) => order < last);
      const shown = await firstLiving(rest);
      return { messages: shown.map((each) => toFoundMessage(each, searched, terms)), total: found.length, remaining };
    },
  };
}

/** A question is shown as it was written, unless marks of Markdown stand within a phrase that was found. */
const isShownAsWritten = ({ senderRole, text }: Message, { phrases }: SearchTerms) =>
  senderRole !== 'ASSISTANT' && phrases.every((phrase) => searchableText(text).includes(phrase));

const toFoundMessage = (
  message: Message,
  conversations: ReadonlyMap<string, Conversation>,
  terms: SearchTerms,
): FoundMessage => ({
  sessionMessageId: message.sessionMessageId,
  title: conversations.get(conversationIdOf(message.sessionMessageId))?.title ?? '',
  senderRole: message.senderRole,
  createTime: message.createTimeMs,
  excerpt: (isShownAsWritten(message, terms) ? excerptOf : excerptOfAnswer)(message.text, terms),
});
