import type { InfiniteData } from '@tanstack/react-query';
import type { ChatMessage } from 'shared-types/contract/chat';
import { isComplete } from 'shared-types/rules/message-status';

type Pages<Cursor> = InfiniteData<ChatMessage[], Cursor> | undefined;

/** Returns every message once, oldest first, from pages that come newest first. */
export function chronological(pages: ChatMessage[][]): ChatMessage[] {
  const byId = new Map<string, ChatMessage>();
  for (const message of pages.flat())
    if (!byId.has(message.sessionMessageId)) byId.set(message.sessionMessageId, message);
  return [...byId.values()].toReversed();
}

/** Returns the question of an answer, if it is loaded. */
export const questionOf = (pages: ChatMessage[][], { sessionMessageId }: Pick<ChatMessage, 'sessionMessageId'>) => {
  const messages = chronological(pages);
  return messages[messages.findIndex((each) => each.sessionMessageId === sessionMessageId) - 1];
};

export const findMessage = (pages: ChatMessage[][] = [], sessionMessageId: string) =>
  pages.flat().find((each) => each.sessionMessageId === sessionMessageId);

/** Returns the part of a growing text that is known already, so that a poll gets the rest only. */
export const progressOf = (known: ChatMessage | undefined) =>
  known?.writer === undefined ? undefined : { after: known.text.length, writer: known.writer };

/** Adds the known text to its rest. Undefined if they do not belong together, because the known text has changed since. */
export function joinText(known: ChatMessage | undefined, { after, ...rest }: ChatMessage): ChatMessage | undefined {
  if (after === undefined) return rest;
  return known?.writer === rest.writer && known?.text.length === after
    ? { ...rest, ...(known.thoughts !== undefined && { thoughts: known.thoughts }), text: known.text + rest.text }
    : undefined;
}

/** Updates a message in the list. Pages without it stay the same objects. */
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
 * Merges the server's newest page into the list. If the two have no message in common, there is a gap between them, so
 * the list starts again from the newest page and loads older messages on scrolling.
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

/** The ids of an accepted question and its answer. */
interface AcceptedMessage {
  sessionMessageId: string;
  assistantSessionMessageId: string;
}

/** Returns an accepted question and its pending answer, newest first. */
export const exchangeOf = (
  accepted: AcceptedMessage,
  { text, files }: Pick<ChatMessage, 'text' | 'files'>,
  now: number,
): ChatMessage[] => [
  {
    sessionMessageId: accepted.assistantSessionMessageId,
    text: '',
    status: 'PENDING',
    senderRole: 'ASSISTANT',
    createTime: now,
  },
  {
    sessionMessageId: accepted.sessionMessageId,
    text,
    status: 'DONE',
    senderRole: 'USER',
    createTime: now,
    ...(files && { files }),
  },
];

/** Adds a new exchange to the list, unless a poll has already added it. */
export const withExchange =
  (exchange: ChatMessage[]) =>
  <Cursor>(data: Pages<Cursor>): Pages<Cursor> =>
    data?.pages[0] && !data.pages[0].some(({ sessionMessageId }) => sessionMessageId === exchange[0]?.sessionMessageId)
      ? { ...data, pages: [[...exchange, ...data.pages[0]], ...data.pages.slice(1)] }
      : data;

/** Makes the optimistic update of an answer that is being regenerated. Its text stays only if it was complete. */
export const optimisticPendingAnswer = (message: ChatMessage): ChatMessage => ({
  sessionMessageId: message.sessionMessageId,
  text: isComplete(message, message.isFormer) ? message.text : '',
  senderRole: message.senderRole,
  createTime: message.createTime,
  status: 'PENDING',
  isFormer: true,
});
