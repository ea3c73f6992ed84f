import type { ChatMessage, ChatModel } from 'shared-types/contract/chat';
import { lastMessages } from 'shared-types/rules/chat/memory';
import { isRemembered, isSettled } from 'shared-types/rules/message-status';
import { asTheyAre, type Senses, tokensOfFiles } from 'shared-types/rules/chat/picture-tokens';
import { countFitting, estimateTokens, maxMemoryTokens } from 'shared-types/rules/models';

/** Returns what a model reads beside texts. It reads everything as long as it is unknown. */
export const sensesOf = (model: Pick<ChatModel, 'pictures' | 'pdfs'> | undefined): Senses =>
  model ? { pictures: model.pictures ?? false, pdfs: model.pdfs ?? false } : asTheyAre;

/** A message that changes is another object, so the text of each is counted once. */
const counted = new WeakMap<ChatMessage, number>();
function tokensOf(message: ChatMessage, senses: Senses): number {
  const ofText = counted.get(message) ?? estimateTokens(message.text);
  counted.set(message, ofText);
  return ofText + tokensOfFiles(message.files, senses);
}

/** Returns the messages that the model reads: the last `count` of them, as far as its memory has tokens for them. */
function lastRemembered(messages: ChatMessage[], count: number, senses: Senses) {
  const last = lastMessages(messages, count);
  const fitting = countFitting(
    last.map((each) => tokensOf(each, senses)),
    maxMemoryTokens,
  );
  // The model reads no answer whose question it does not read.
  const read = last.slice(last.length - fitting);
  const first = read.findIndex(({ senderRole }) => senderRole === 'USER');
  return first === -1 ? [] : read.slice(first);
}

const allRemembered = (messages: ChatMessage[]) =>
  messages.filter((message) => isRemembered(message, message.isFormer));

/** Counts the tokens of the messages that the model reads with the next question. */
export const rememberedTokens = (messages: ChatMessage[], memorySize: number, senses: Senses) =>
  lastRemembered(allRemembered(messages), memorySize, senses).reduce(
    (sum, message) => sum + tokensOf(message, senses),
    0,
  );

/**
 * Returns the id of the first message that the model reads for the answer in progress, or else for the next question.
 * It is undefined while the model reads all loaded messages; 'next' when it will read the next question only.
 */
export function memoryStart(messages: ChatMessage[], memorySize: number, senses: Senses): string | undefined {
  const last = messages.at(-1);
  const isAnswering = last !== undefined && last.senderRole === 'ASSISTANT' && !isSettled(last);
  // The memory is of earlier messages, and the question is in the list only while its answer is in progress.
  const remembered = allRemembered(messages);
  const read = lastRemembered(remembered, isAnswering ? memorySize + 1 : memorySize, senses);
  if (read.length === remembered.length) return undefined;
  return read[0]?.sessionMessageId ?? 'next';
}
