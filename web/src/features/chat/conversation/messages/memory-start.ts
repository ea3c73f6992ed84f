import type { ChatMessage } from 'shared-types/contract/chat';
import { isRemembered, isSettled } from 'shared-types/rules/message-status';

/**
 * The id of the first message that the model reads for the answer in progress, or else for the next question. Undefined
 * while the model reads all loaded messages; 'next' when it will read the next question only.
 */
export function memoryStart(messages: ChatMessage[], memorySize: number): string | undefined {
  const last = messages.at(-1);
  const isAnswering = last !== undefined && last.senderRole === 'ASSISTANT' && !isSettled(last);
  // The memory size includes the question, which is already in the list only while its answer is in progress.
  const counted = isAnswering ? memorySize : memorySize - 1;
  const remembered = messages.filter((message) => isRemembered(message, message.isFormer));
  if (remembered.length <= counted) return undefined;
  // The model reads no answer whose question it does not read.
  const first = counted === 0 ? undefined : remembered.slice(-counted).find(({ senderRole }) => senderRole === 'USER');
  return first?.sessionMessageId ?? 'next';
}
