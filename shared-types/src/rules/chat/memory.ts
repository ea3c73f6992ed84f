import type { SenderRole } from '../message-status.ts';

/**
 * Returns the last `size` messages of a conversation. If the first of them is an answer, its question comes along, because an
 * answer means nothing without it.
 */
export function lastMessages<Item extends { senderRole: SenderRole }>(messages: readonly Item[], size: number): Item[] {
  if (size === 0) return [];
  const start = Math.max(0, messages.length - size);
  const isAnswer = messages[start]?.senderRole === 'ASSISTANT';
  return messages.slice(isAnswer && messages[start - 1]?.senderRole === 'USER' ? start - 1 : start);
}
