import type { InfiniteData } from '@tanstack/react-query';
import type { ChatMessage } from 'shared-types/contract/chat';

type Pages<Cursor> = InfiniteData<ChatMessage[], Cursor> | undefined;

/** Every message once, oldest first, from pages that come newest first. */
export function chronological(pages: ChatMessage[][]): ChatMessage[] {
  const byId = new Map<string, ChatMessage>();
  for (const message of pages.flat())
    if (!byId.has(message.sessionMessageId)) byId.set(message.sessionMessageId, message);
  return [...byId.values()].toReversed();
}

/** What an answer answers, as far as the list knows. */
export const questionOf = (pages: ChatMessage[][], { sessionMessageId }: Pick<ChatMessage, 'sessionMessageId'>) => {
  const messages = chronological(pages);
  return messages[messages.findIndex((each) => each.sessionMessageId === sessionMessageId) - 1];
};

/** The list with this message as it is now; pages without it stay the same objects. */
export const withMessage =
  (message: ChatMessage) =>
  <Cursor>(data: Pages<Cursor>): Pages<Cursor> =>
    data && {
      ...data,
      pages: data.pages.map((page) =>
        page.some((each) => each.sessionMessageId === message.sessionMessageId)
          ? page.map((each) => (each.sessionMessageId === message.sessionMessageId ? message : each))
          : page,
      ),
    };

/**
 * The list with the newest page as the server has it now. If nothing of it is known, too much has happened meanwhile:
 * the list begins anew there, and what is older is asked for when somebody scrolls to it.
 */
export const withNewest =
  (newest: ChatMessage[]) =>
  <Cursor>(data: Pages<Cursor>): Pages<Cursor> => {
    const [first, ...older] = data?.pages ?? [];
    if (!data || !first) return data;
    const known = new Set(data.pages.flat().map(({ sessionMessageId }) => sessionMessageId));
    if (known.size > 0 && newest.length > 0 && !newest.some(({ sessionMessageId }) => known.has(sessionMessageId)))
      return { pages: [newest], pageParams: data.pageParams.slice(0, 1) };
    const added = newest.filter(({ sessionMessageId }) => !known.has(sessionMessageId));
    const start = { ...data, pages: [added.length > 0 ? [...added, ...first] : first, ...older] };
    return newest.reduce<Pages<Cursor>>((list, message) => withMessage(message)(list), start);
  };

/** What the server said of a message that it took. */
interface AcceptedMessage {
  sessionMessageId: string;
  assistantSessionMessageId: string;
}

/** A question that was taken and the answer to come, newest first. */
export const exchangeOf = (accepted: AcceptedMessage, text: string, now: number): ChatMessage[] => [
  {
    sessionMessageId: accepted.assistantSessionMessageId,
    text: '',
    status: 'PENDING',
    senderRole: 'ASSISTANT',
    createTime: now,
  },
  { sessionMessageId: accepted.sessionMessageId, text, status: 'DONE', senderRole: 'USER', createTime: now },
];

/** The list with an exchange that has just begun. */
export const withExchange =
  (exchange: ChatMessage[]) =>
  <Cursor>(data: Pages<Cursor>): Pages<Cursor> =>
    data?.pages[0] && !data.pages[0].some(({ sessionMessageId }) => sessionMessageId === exchange[0]?.sessionMessageId)
      ? { ...data, pages: [[...exchange, ...data.pages[0]], ...data.pages.slice(1)] }
      : data;
