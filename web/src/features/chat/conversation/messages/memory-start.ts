import type { ChatMessage } from 'shared-types/contract/chat';
import { isRemembered, isSettled } from 'shared-types/rules/message-status';

/**
 * The first message that the model remembers: of the answer that it is writing, else of the next question. Undefined
 * while it remembers everything that is loaded; 'next' when it will remember the next question only.
 */
export function memoryStart(messages: ChatMessage[], memorySize: number): string | undefined {
  const last = messages.at(-1);
  const isAnswering = last !== undefined && last.senderRole === 'ASSISTANT' && !isSettled(last);
  // A question counts among the messages that are remembered for its own answer.
  const counted = isAnswering ? memorySize : memorySize - 1;
  const remembered = messages.filter((message) => isRemembered(message, message.isFormer));
  if (remembered.length <= counted) return undefined;
  return counted === 0 ? 'next' : remembered.at(-counted)?.sessionMessageId;
}
