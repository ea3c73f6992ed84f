import { useState } from 'react';
import type { ChatMessage } from 'shared-types/contract/chat';
import { isSettled } from 'shared-types/rules/message-status';

/** Enough to know whether one wants to read on. */
const maxSpokenLength = 1_000;

/**
 * The one place that screen readers listen to: 'thinking', 'writing', and then the answer, once. The conversation itself
 * is not live: it would be read anew with every word.
 */
export function Announcement({ messages }: { messages: ChatMessage[] }) {
  const [followed, setFollowed] = useState<string>();
  const awaited = messages.findLast((message) => !isSettled(message))?.sessionMessageId;
  if (awaited !== undefined && awaited !== followed) setFollowed(awaited);
  const message = messages.find(({ sessionMessageId }) => sessionMessageId === followed);
  return <output className="unseen">{message && announcementText(message)}</output>;
}

export function announcementText({ status, text, failure }: ChatMessage): string {
  if (status === 'PENDING' || (status === 'IN_PROGRESS' && text === '')) return 'thinking';
  if (status === 'IN_PROGRESS') return 'writing';
  if (status === 'FAILED') return `failed. ${failure?.message ?? ''}`;
  return text.length > maxSpokenLength ? `done. ${text.slice(0, maxSpokenLength)} …` : `done. ${text}`;
}
