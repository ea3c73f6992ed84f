import type { ChatMessage, ChatModel, longestMessage, longestTitle } from 'shared-types/contract/chat';
import { ApiError, errorMessage } from '../../api/api-error.ts';

/** The contract's own numbers: their types are imported, so others do not compile. */
export const mostLetters: typeof longestMessage = 32_000;
export const mostTitleLetters: typeof longestTitle = 200;

const number = new Intl.NumberFormat('en-US');
export const countText = (count: number) => number.format(count);

/** Why a message cannot be sent as it is; nothing while it can. */
export function tooLong(text: string) {
  const over = text.length - mostLetters;
  return over > 0 ? `${countText(over)} characters too long: ${countText(mostLetters)} fit into one message.` : '';
}

/** Said before it happens: how much room is left. */
export const roomText = (text: string) =>
  text.length > 0.9 * mostLetters && text.length <= mostLetters
    ? `${countText(mostLetters - text.length)} characters left`
    : '';

/** What was refused, and when it is worth trying again. */
export function refusalOf(error: Error) {
  const seconds = error instanceof ApiError ? error.details['retryAfterSeconds'] : undefined;
  return typeof seconds === 'number'
    ? `${errorMessage(error)} Try again in ${durationText(seconds)}.`
    : errorMessage(error);
}

function durationText(seconds: number) {
  if (seconds <= 90) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.round(seconds / 60);
  return minutes <= 90 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
}

/** How an answer ended, where it is not simply done. */
const endings = new Map([
  ['stopped', 'stopped'],
  ['length', 'cut off: it reached the longest length'],
  ['time_limit', 'cut off: it took too long'],
  ['content_filter', 'cut off by the provider’s filter'],
]);

/** The quiet line under an answer: who wrote it, what it took, how it ended. */
export function metaOf({ modelCode, usage, finishReason = '', isFormer }: ChatMessage) {
  if (isFormer) return 'stopped before a new word: this is the former answer';
  const tokens = usage && `${countText(usage.inputTokens + usage.outputTokens)} tokens`;
  return [modelCode, tokens, endings.get(finishReason)].filter(Boolean).join(' · ');
}

/** A model in the menu, with what its provider has announced. `today` is YYYY-MM-DD. */
export function modelText({ name, retiresOn, replacement }: ChatModel, today: string) {
  if (retiresOn === undefined) return name;
  if (retiresOn > today) return `${name} (retires ${retiresOn})`;
  return `${name} (retired ${retiresOn}${replacement === undefined ? '' : `, now ${replacement}`})`;
}

export const isBlank = (text: string) => text.trim() === '';
