import type { ChatMessage } from 'shared-types/contract/chat';
import { maxMessageLength } from 'shared-types/rules/limits';
import { ApiError, errorMessage } from '../../api/api-error.ts';
import { describeLimitEnd } from '../../lib/format-limits.ts';
import { formatTime } from '../../lib/format-time.ts';

const number = new Intl.NumberFormat('en-US');
export const formatCount = (count: number) => number.format(count);

/** Returns why the message is too long to send; an empty string while it is not. */
export function lengthError(text: string) {
  const over = text.length - maxMessageLength;
  return over > 0 ? `${formatCount(over)} characters too long. The limit is ${formatCount(maxMessageLength)}.` : '';
}

/** Returns the remaining length, once the message is close to the limit. */
export const remainingText = (text: string) =>
  text.length > 0.9 * maxMessageLength && text.length <= maxMessageLength
    ? `${formatCount(maxMessageLength - text.length)} characters left`
    : '';

/** Returns the reason why there is no answer, with the time when a limit ends. */
export const failureText = ({ failure }: ChatMessage) =>
  failure && `${failure.message}${describeLimitEnd(failure.limitEndsAt)}`;

/** Stands for the reason of a failure that another chat has not told: an import brings no failed answer without a text. */
export const unfinished = 'This answer was not finished.';

const retryReasons = {
  busy: 'The model is busy.',
  unavailable: 'The provider did not answer.',
  interrupted: 'The answer was interrupted.',
};

/** Returns why the model is asked again, without the time, which changes each second. */
export const retryReason = ({ reason }: NonNullable<ChatMessage['retry']>) => retryReasons[reason];

/** Returns why and when the model is asked again. Each poll brings the remaining time. */
export function retryText(retry: NonNullable<ChatMessage['retry']>) {
  const seconds = Math.ceil(retry.inMs / 1000);
  return `${retryReason(retry)} Trying again${seconds > 0 ? ` in ${seconds} s` : '…'}`;
}

/** Returns the error as a sentence, with the time until the next try. Other errors say themselves when to try again. */
export function chatErrorMessage(error: Error) {
  const isLimit = error instanceof ApiError && error.status === 429 && error.details['limitEndsAt'] === undefined;
  const seconds = isLimit ? error.details['retryAfterSeconds'] : undefined;
  return typeof seconds === 'number'
    ? `${errorMessage(error)} Try again in ${formatDuration(seconds)}.`
    : errorMessage(error);
}

function formatDuration(seconds: number) {
  if (seconds <= 90) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.round(seconds / 60);
  return minutes <= 90 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
}

/** The ends of answers that the site knows. The regular end needs no words. */
const endings = new Map([
  ['', ''],
  ['stop', ''],
  ['stopped', 'stopped'],
  ['length', 'cut off at the length limit'],
  ['context_length', 'cut off because the conversation fills the model’s context'],
  ['time_limit', 'cut off at the time limit'],
  ['content_filter', 'cut off by the provider’s filter'],
  ['tool_calls', 'stopped to use a tool that this site does not have'],
]);

/** Returns an unusual end of an answer. One that only the provider knows is shown in its own words. */
const endingOf = (finishReason: string) => endings.get(finishReason) ?? `Ended: ${finishReason}`;

/** Returns the line under an answer: its model, its tokens and an unusual ending. */
export function answerMeta({ modelCode, usage, finishReason = '', isFormer }: ChatMessage) {
  if (isFormer) return 'Stopped before any new text. This is the previous answer.';
  const tokens = usage && `${formatCount(usage.inputTokens + usage.outputTokens)} tokens`;
  const { searches = 0, cost } = usage ?? {};
  const searched = searches > 0 && (searches === 1 ? '1 search' : `${searches} searches`);
  const price = cost !== undefined && formatCost(cost);
  return [modelCode, tokens, searched, price, endingOf(finishReason)].filter(Boolean).join(' · ');
}

/** Formats the cost of an answer in dollars. Most cost less than a cent. */
export const formatCost = (dollars: number) =>
  dollars > 0 && dollars < 0.0001 ? 'less than $0.0001' : `$${dollars.toFixed(dollars > 0 && dollars < 0.1 ? 4 : 2)}`;

export const isBlank = (text: string) => text.trim() === '';

/** Returns the day of a local time as a heading: 'Today', 'Yesterday' or 'Earlier'. */
export function dayLabel(time: number, now: number) {
  const text = formatTime(time, now);
  if (time > now || !text.includes(' ')) return 'Today';
  return text.startsWith('yesterday') ? 'Yesterday' : 'Earlier';
}
