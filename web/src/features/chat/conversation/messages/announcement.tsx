import { useState } from 'react';
import type { ChatMessage } from 'shared-types/contract/chat';
import { isSettled } from 'shared-types/rules/message-status';
import { failureText, retryReason } from '../../format.ts';
import { wordsOf } from '../../markdown/words-of.ts';

/** Screen readers hear at most this many characters of an answer. */
const maxSpokenLength = 1_000;

/**
 * The words of the live region for screen readers: 'Thinking', 'Writing', and then the answer, once. The conversation itself
 * is not a live region, because screen readers would repeat it with every word.
 */
export default function Announcement({ messages }: { messages: ChatMessage[] }) {
  const [followed, setFollowed] = useState<string>();
  const awaited = messages.findLast((message) => !isSettled(message))?.sessionMessageId;
  if (awaited !== undefined && awaited !== followed) setFollowed(awaited);
  const message = messages.find(({ sessionMessageId }) => sessionMessageId === followed);
  return message && announcementText(message);
}

export function announcementText(message: ChatMessage): string {
  const { status, text, retry } = message;
  if (retry) return `${retryReason(retry)} Trying again`;
  if (status === 'PENDING' || (status === 'IN_PROGRESS' && text === '')) return 'Thinking';
  if (status === 'IN_PROGRESS') return 'Writing';
  if (status === 'FAILED') return `Failed. ${failureText(message) ?? ''}`;
  const words = wordsOf(text);
  return words.length > maxSpokenLength ? `Done. ${words.slice(0, maxSpokenLength)} …` : `Done. ${words}`;
}
