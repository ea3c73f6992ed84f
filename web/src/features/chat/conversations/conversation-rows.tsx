import { useSearchParams } from 'react-router-dom';
import type { ChatSession } from 'shared-types/contract/chat';
import { useNow } from '../../../lib/use-now.ts';
import { dayLabel } from '../format.ts';
import styles from './conversation-list.module.css';
import { ConversationRow } from './conversation-row.tsx';

export function ConversationRows({ conversations }: { conversations: ChatSession[] }) {
  const [query, setQuery] = useSearchParams();
  const current = query.get('sessionId');
  const now = useNow();
  /** Removes a deleted conversation from the query string, because the Chat tab would open it. */
  const clearCurrent = (sessionId: string) => {
    if (sessionId !== current) return;
    setQuery(
      (before) => {
        before.delete('sessionId');
        return before;
      },
      { replace: true },
    );
  };
  return groupByDay(conversations, now).map(({ day, conversations: ofDay }) => (
    <section key={day} className={styles.day} aria-label={day}>
      <h2>{day}</h2>
      <ul>
        {ofDay.map((conversation) => (
          <ConversationRow
            key={conversation.sessionId}
            conversation={conversation}
            isCurrent={conversation.sessionId === current}
            now={now}
            onDelete={() => clearCurrent(conversation.sessionId)}
          />
        ))}
      </ul>
    </section>
  ));
}

/** Keeps the order of the conversations within each day. */
function groupByDay(conversations: ChatSession[], now: number) {
  const groups = new Map<string, ChatSession[]>();
  for (const conversation of conversations) {
    const day = dayLabel(conversation.updateTime, now);
    groups.set(day, [...(groups.get(day) ?? []), conversation]);
  }
  return [...groups].map(([day, ofDay]) => ({ day, conversations: ofDay }));
}
