import type { ChatMessage } from 'shared-types/contract/chat';

export const sessionId = '01JD0000000000000000000000';
export const idOf = (count: number) => `${sessionId}.01JD${String(count).padStart(22, '0')}`;

/** Returns the nth message of a conversation: questions are even, answers odd. */
export const message = (count: number, over: Partial<ChatMessage> = {}): ChatMessage => ({
  sessionMessageId: idOf(count),
  text: `text ${count}`,
  status: 'DONE',
  senderRole: count % 2 === 0 ? 'USER' : 'ASSISTANT',
  createTime: 1_000 + count,
  ...over,
});

/** Returns the messages from one to another, newest first, as the server lists them. */
export const newestFirst = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => message(to - index));
