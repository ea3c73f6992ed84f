import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ComponentProps, useLayoutEffect, useRef, useState } from 'react';
import type { ChatSession } from 'shared-types/contract/chat';
import { maxPrinted, useKeptFocus, usePrinting, useRange, useTop } from '../../../ui/windowed-list.ts';
import styles from './conversation-list.module.css';
import { ConversationRow } from './conversation-row.tsx';

interface WindowedConversationsProps {
  days: { day: string; conversations: ChatSession[] }[];
  rowOf: (conversation: ChatSession) => ComponentProps<typeof ConversationRow>;
  /** The list may have more conversations than these. */
  hasMore: boolean;
}

const estimatedPx = 52;

/** A long list of conversations. Only the rows near the window or the edges of the rail are in the document. */
export default function WindowedConversations({ days, rowOf, hasMore }: WindowedConversationsProps) {
  const element = useRef<HTMLUListElement>(null);
  // Beside a conversation the rail scrolls, and on the page of all conversations the window.
  const [rail, setRail] = useState<HTMLElement | null>();
  useLayoutEffect(() => setRail(element.current?.closest('nav') ?? null), []);
  useKeptFocus(element, 'conversation');
  const top = useTop(element) ?? 0;
  const rows = days.flatMap(({ day, conversations }) =>
    conversations.map((conversation, at) => ({ conversation, heading: at === 0 ? day : undefined })),
  );
  const options = {
    count: rows.length,
    getItemKey: (index: number) => rows[index]?.conversation.sessionId ?? index,
    estimateSize: () => estimatedPx,
    overscan: 8,
    rangeExtractor: useRange(
      element,
      'conversation',
      rows.map(({ conversation }) => conversation.sessionId),
    ),
    useFlushSync: false,
  };
  const ofWindow = useWindowVirtualizer<HTMLLIElement>({ ...options, scrollMargin: top, enabled: rail === null });
  const ofRail = useVirtualizer<HTMLElement, HTMLLIElement>({
    ...options,
    getScrollElement: () => rail ?? null,
    enabled: Boolean(rail),
  });
  const virtualizer = rail ? ofRail : ofWindow;
  const margin = rail ? 0 : top;
  const isPrinting = usePrinting();
  const items = isPrinting
    ? rows.slice(0, maxPrinted).map((_, index) => ({ index, start: undefined }))
    : virtualizer.getVirtualItems();
  return (
    <ul
      ref={element}
      className={isPrinting ? undefined : styles.windowed}
      style={isPrinting ? undefined : { height: virtualizer.getTotalSize() }}
    >
      {items.map(({ index, start }) => {
        const shown = rows[index];
        return (
          shown && (
            <ConversationRow
              key={shown.conversation.sessionId}
              {...rowOf(shown.conversation)}
              place={{
                index,
                heading: shown.heading,
                setSize: hasMore ? -1 : rows.length,
                top: start === undefined ? undefined : start - margin,
                measure: isPrinting ? undefined : virtualizer.measureElement,
              }}
            />
          )
        );
      })}
    </ul>
  );
}
