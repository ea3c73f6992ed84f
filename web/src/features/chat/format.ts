import type { ChatMessage, ChatModel } from 'shared-types/contract/chat';
import { maxMessageLength } from 'shared-types/rules/limits';
import { isRetired } from 'shared-types/rules/models';
import { ApiError, errorMessage } from '../../api/api-error.ts';

const number = new Intl.NumberFormat('en-US');
export const formatCount = (count: number) => number.format(count);

/** Why a message cannot be sent as it is; nothing while it can. */
export function lengthError(text: string) {
  const over = text.length - maxMessageLength;
  return over > 0
    ? `${formatCount(over)} characters too long: ${formatCount(maxMessageLength)} fit into one message.`
    : '';
}

/** Said before it happens: how much room is left. */
export const remainingText = (text: string) =>
  text.length > 0.9 * maxMessageLength && text.length <= maxMessageLength
    ? `${formatCount(maxMessageLength - text.length)} characters left`
    : '';

/** What was refused, and when it is worth trying again. */
export function chatErrorMessage(error: Error) {
  const seconds = error instanceof ApiError ? error.details['retryAfterSeconds'] : undefined;
  return typeof seconds === 'number'
    ? `${errorMessage(error)} Try again in ${formatDuration(seconds)}.`
    : errorMessage(error);
}

function formatDuration(seconds: number) {
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
export function answerMeta({ modelCode, usage, finishReason = '', isFormer }: ChatMessage) {
  if (isFormer) return 'stopped before a new word: this is the former answer';
  const tokens = usage && `${formatCount(usage.inputTokens + usage.outputTokens)} tokens`;
  return [modelCode, tokens, endings.get(finishReason)].filter(Boolean).join(' · ');
}

/** A model in the menu, with what its provider has announced. `today` is YYYY-MM-DD. */
export function modelLabel(model: ChatModel, today: string) {
  const { name, retiresOn, replacement } = model;
  if (retiresOn === undefined) return name;
  if (!isRetired(model, today)) return `${name} (retires ${retiresOn})`;
  return `${name} (retired ${retiresOn}${replacement === undefined ? '' : `, now ${replacement}`})`;
}

export const isBlank = (text: string) => text.trim() === '';
