import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ChatSession } from 'shared-types/contract/chat';
import { dayLabel } from '../../../lib/format-time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { type DeletedRow, withDeletedRows } from '../../../ui/undo/deleted-rows.ts';
import styles from './conversation-list.module.css';
import { ConversationRow } from './conversation-row.tsx';

interface ConversationRowsProps {
  conversations: ChatSession[];
  /** Receives the number of deleted conversations that can still be restored. */
  onDeletedCount?: (count: number) => void;
}

export function ConversationRows({ conversations, onDeletedCount }: ConversationRowsProps) {
  const [query, setQuery] = useSearchParams();
  const current = query.get('sessionId');
  const [deleted, setDeleted] = useState<DeletedRow<ChatSession>[]>([]);
  const now = useNow();
  const change = (next: DeletedRow<ChatSession>[]) => {
    setDeleted(next);
    onDeletedCount?.(next.length);
  };
  const removeDeletedRow = (sessionId: string) => change(deleted.filter(({ item }) => item.sessionId !== sessionId));
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
  const rows = withDeletedRows(conversations, deleted, ({ sessionId }) => sessionId);
  return groupByDay(rows, now).map(({ day, rows: rowsOfDay }) => (
    <section key={day} className={styles.day} aria-label={day}>
      <h2>{day}</h2>
      <ul>
        {rowsOfDay.map(({ item, isDeleted, index }) => (
          <ConversationRow
            key={item.sessionId}
            conversation={item}
            isDeleted={isDeleted}
            isCurrent={item.sessionId === current}
            now={now}
            onDelete={() => change([...deleted, { item, index }])}
            onKept={() => removeDeletedRow(item.sessionId)}
            onExpired={() => {
              removeDeletedRow(item.sessionId);
              clearCurrent(item.sessionId);
            }}
          />
        ))}
      </ul>
    </section>
  ));
}

/** Keeps the order of the rows within each day. */
function groupByDay<Row extends { item: ChatSession }>(rows: Row[], now: number) {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const day = dayLabel(row.item.updateTime, now);
    groups.set(day, [...(groups.get(day) ?? []), row]);
  }
  return [...groups].map(([day, rowsOfDay]) => ({ day, rows: rowsOfDay }));
}
