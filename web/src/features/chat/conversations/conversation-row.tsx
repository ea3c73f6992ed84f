import { use, useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { ChatSession } from 'shared-types/contract/chat';
import { formatAge, timeAttributes } from '../../../lib/format-time.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { focusNeighbor } from '../../../ui/toasts/focus-neighbor.ts';
import { attempt, showUndo } from '../../../ui/toasts/toasts.ts';
import styles from './conversation-list.module.css';
import { useDeleteConversation, usePin, useRestoreConversation } from './mutations.ts';
import { SelectionContext } from './selection/selection.ts';
import { RenameField } from './titles/lazy-fields.tsx';

interface ConversationRowProps {
  conversation: ChatSession;
  isCurrent: boolean;
  now: number;
  /** Its pin has moved it to another part of the list. */
  isMoved: boolean;
  onMove: (sessionId: string) => void;
  /** Runs at the deletion. What it returns runs when the conversation is back. */
  onDelete: () => () => void;
  /** Its place in a list that places its rows itself. */
  place?: RowPlace | undefined;
}

export interface RowPlace {
  index: number;
  /** The day that begins with this row. */
  heading: string | undefined;
  /** The number of rows, or -1 while it is unknown. */
  setSize: number;
  /** The distance from the top of the list; undefined where the page places the rows. */
  top: number | undefined;
  measure: ((row: HTMLLIElement | null) => void) | undefined;
}

export function ConversationRow({
  conversation,
  isCurrent,
  now,
  isMoved,
  onMove,
  onDelete,
  place,
}: ConversationRowProps) {
  const [isRenaming, setRenaming] = useState(false);
  const renameButton = useRef<HTMLButtonElement>(null);
  const row = useRef<HTMLLIElement>(null);
  const measure = place?.measure;
  const setRow = useCallback(
    (element: HTMLLIElement | null) => {
      row.current = element;
      measure?.(element);
    },
    [measure],
  );
  const remove = useDeleteConversation(conversation);
  const restore = useRestoreConversation(conversation);
  const deleteConversation = async () => {
    focusNeighbor(row.current);
    const onReturn = onDelete();
    const closeUndo = showUndo(`“${conversation.title}” was deleted.`, async () => {
      await restore.mutateAsync(conversation);
      onReturn();
    });
    try {
      await remove.mutateAsync(conversation);
    } catch (error) {
      closeUndo();
      onReturn();
      throw error;
    }
  };
  const { sessionId, pinned = false } = conversation;
  const pin = usePin(conversation);
  const togglePin = () =>
    attempt(`Could not ${pinned ? 'unpin' : 'pin'} “${conversation.title}”.`, async () => {
      await pin.mutateAsync(!pinned);
      onMove(sessionId);
    });
  const selection = use(SelectionContext);
  const titleId = `conversation-${sessionId}`;
  useEffect(() => {
    // The button that had the focus is gone with the old place.
    if (isMoved && document.activeElement === document.body) document.getElementById(titleId)?.focus();
  }, [isMoved, titleId]);
  const endRenaming = () => {
    setRenaming(false);
    requestAnimationFrame(() => renameButton.current?.focus());
  };
  const age = formatAge(conversation.updateTime, now);
  const aside = (
    <span className={styles.aside}>
      {/* The heading above says Yesterday, but not above a pinned row. */}
      <time {...timeAttributes(conversation.updateTime)}>{pinned ? age : age.replace('yesterday ', '')}</time> ·{' '}
      {conversation.chatModal}
    </span>
  );
  return (
    <li
      ref={setRow}
      style={place?.top === undefined ? undefined : { top: place.top }}
      data-index={place?.index}
      data-conversation={sessionId}
      aria-posinset={place && place.index + 1}
      aria-setsize={place?.setSize}
    >
      {place?.heading !== undefined && <h2 className={styles.heading}>{place.heading}</h2>}
      <div className={isCurrent ? `${styles.row} ${styles.current}` : styles.row}>
        {selection ? (
          <label className={styles.choice}>
            <input
              id={titleId}
              data-key="o"
              type="checkbox"
              checked={selection.selected.has(sessionId)}
              onChange={() => selection.toggle(conversation)}
            />
            <span>
              <span className={styles.title} dir="auto">
                {conversation.title}
              </span>
              {aside}
            </span>
          </label>
        ) : isRenaming ? (
          <RenameField conversation={conversation} onEnd={endRenaming} />
        ) : (
          <>
            <div className={styles.about}>
              <Link
                id={titleId}
                data-key="o"
                className={styles.title}
                dir="auto"
                to={`/chat?sessionId=${sessionId}`}
                aria-current={isCurrent ? 'true' : undefined}
              >
                {conversation.title}
              </Link>
              {aside}
            </div>
            <div className={styles.buttons}>
              <Button ref={renameButton} aria-describedby={titleId} onClick={() => setRenaming(true)}>
                Rename
              </Button>
              <Button aria-describedby={titleId} aria-busy={pin.isPending} onClick={() => void togglePin()}>
                {pinned ? 'Unpin' : 'Pin'}
              </Button>
              {/* The second click of a double click would delete the row that has moved up. */}
              <Button
                aria-describedby={titleId}
                onClick={({ detail }) =>
                  detail < 2 && void attempt(`Could not delete “${conversation.title}”.`, deleteConversation)
                }
              >
                Delete
              </Button>
            </div>
          </>
        )}
      </div>
    </li>
  );
}
