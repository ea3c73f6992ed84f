import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ChatSession } from 'shared-types/contract/chat';
import { useNow } from '../../../lib/use-now.ts';
import { LazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { onDemand } from '../../../ui/feedback/on-demand.tsx';
import { dayLabel } from '../format.ts';
import styles from './conversation-list.module.css';
import { ConversationRow } from './conversation-row.tsx';
import { useClearCurrent } from './use-clear-current.ts';

const WindowedConversations = onDemand(() => import('./windowed-conversations.tsx'));

/** A longer list has only those rows in the document that are near the window. */
const maxPlainRows = 100;

interface ConversationRowsProps {
  conversations: ChatSession[];
  /** The list may have more conversations than these. */
  hasMore: boolean;
}

export function ConversationRows({ conversations, hasMore }: ConversationRowsProps) {
  const current = useSearchParams()[0].get('sessionId');
  const now = useNow();
  const [moved, setMoved] = useState('');
  const clearCurrent = useClearCurrent();
  const days = groupByDay(conversations, now);
  const rowOf = (conversation: ChatSession) => ({
    conversation,
    isCurrent: conversation.sessionId === current,
    now,
    isMoved: conversation.sessionId === moved,
    onMove: setMoved,
    onDelete: () => clearCurrent((sessionId) => sessionId === conversation.sessionId),
  });
  const plain = days.map(({ day, conversations: ofDay }) => (
    <section key={day} className={styles.day} aria-label={day}>
      <h2 className={styles.heading}>{day}</h2>
      <ul>
        {ofDay.map((conversation) => (
          <ConversationRow key={conversation.sessionId} {...rowOf(conversation)} />
        ))}
      </ul>
    </section>
  ));
  if (conversations.length <= maxPlainRows) return plain;
  return (
    <LazyPart loading={plain} failure={plain}>
      <WindowedConversations days={days} rowOf={rowOf} hasMore={hasMore} />
    </LazyPart>
  );
}

/** Keeps the order of the conversations within each group. */
function groupByDay(conversations: ChatSession[], now: number) {
  const pinnedFirst = conversations.toSorted((one, other) => Number(other.pinned ?? 0) - Number(one.pinned ?? 0));
  const groups = new Map<string, ChatSession[]>();
  for (const conversation of pinnedFirst) {
    const day = conversation.pinned ? 'Pinned' : dayLabel(conversation.updateTime, now);
    groups.set(day, [...(groups.get(day) ?? []), conversation]);
  }
  return [...groups].map(([day, ofDay]) => ({ day, conversations: ofDay }));
}
