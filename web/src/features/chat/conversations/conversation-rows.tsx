import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ChatSession } from 'shared-types/contract/chat';
import { useNow } from '../../../lib/use-now.ts';
import { ConversationRow } from './conversation-row.tsx';
import { type Gone, mergeDeletedRows } from './conversation-pages.ts';

interface ConversationRowsProps {
  sessions: ChatSession[];
  /** How many rows are there only to be brought back. */
  onGone?: (count: number) => void;
}

export function ConversationRows({ sessions, onGone }: ConversationRowsProps) {
  const [query, setQuery] = useSearchParams();
  const current = query.get('sessionId');
  const [gone, setGone] = useState<Gone[]>([]);
  const now = useNow();
  const change = (next: Gone[]) => {
    setGone(next);
    onGone?.(next.length);
  };
  const forget = (sessionId: string) => change(gone.filter(({ session }) => session.sessionId !== sessionId));
  /** The 'Chat' tab would lead to what is not there any more. */
  const leave = (sessionId: string) => {
    if (sessionId !== current) return;
    setQuery(
      (before) => {
        before.delete('sessionId');
        return before;
      },
      { replace: true },
    );
  };
  return (
    <ul>
      {mergeDeletedRows(sessions, gone).map(({ session, isGone }, index) => (
        <ConversationRow
          key={session.sessionId}
          session={session}
          isGone={isGone}
          isCurrent={session.sessionId === current}
          now={now}
          onGone={() => change([...gone, { session, index }])}
          onKept={() => forget(session.sessionId)}
          onForgotten={() => {
            forget(session.sessionId);
            leave(session.sessionId);
          }}
        />
      ))}
    </ul>
  );
}
