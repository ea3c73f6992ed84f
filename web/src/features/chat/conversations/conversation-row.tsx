import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { ChatSession } from 'shared-types/contract/chat';
import { formatAge } from '../../../lib/format-time.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { useDeleteWithUndo } from '../../../ui/undo/use-delete-with-undo.ts';
import styles from './conversation-list.module.css';
import { useDeleteConversation, useRestoreConversation } from './mutations.ts';
import { RenameField } from './rename-field.tsx';

interface ConversationRowProps {
  conversation: ChatSession;
  /** The row shows a deleted conversation that can still be restored. */
  isDeleted: boolean;
  isCurrent: boolean;
  now: number;
  onDelete: () => void;
  /** The deletion failed, or the conversation was restored. */
  onKept: () => void;
  /** The conversation can no longer be restored. */
  onExpired: () => void;
}

export function ConversationRow(props: ConversationRowProps) {
  const { conversation, isDeleted, isCurrent, now, onDelete, onKept, onExpired } = props;
  const [isRenaming, setRenaming] = useState(false);
  const renameButton = useRef<HTMLButtonElement>(null);
  const deletion = useDeleteWithUndo({
    item: conversation,
    isDeleted,
    remove: useDeleteConversation(conversation),
    restore: useRestoreConversation(conversation),
    onDelete,
    onDeleteFailed: onKept,
    onRestored: onKept,
    onExpired,
  });
  const titleId = `session-${conversation.sessionId}`;
  const endRenaming = () => {
    setRenaming(false);
    requestAnimationFrame(() => renameButton.current?.focus());
  };
  const classes = [styles.row, isCurrent && styles.current, isDeleted && styles.deleted].filter(Boolean).join(' ');
  return (
    <li className={classes}>
      {isRenaming ? (
        <RenameField conversation={conversation} onEnd={endRenaming} />
      ) : (
        <div className={styles.main}>
          {isDeleted ? (
            <span id={titleId} className={styles.title}>
              {conversation.title}
            </span>
          ) : (
            <Link
              id={titleId}
              className={styles.title}
              to={`/chat?sessionId=${conversation.sessionId}`}
              aria-current={isCurrent ? 'true' : undefined}
            >
              {conversation.title}
            </Link>
          )}
          <span className={styles.aside}>
            {isDeleted ? 'Deleted' : `${conversation.chatModal} · ${formatAge(conversation.updateTime, now)}`}
          </span>
        </div>
      )}
      {!isRenaming && (
        <div className={styles.buttons}>
          {!isDeleted && (
            <Button ref={renameButton} aria-describedby={titleId} onClick={() => setRenaming(true)}>
              Rename
            </Button>
          )}
          <Button aria-describedby={titleId} onClick={deletion.onClick}>
            {deletion.label}
          </Button>
        </div>
      )}
      {deletion.failure && <Failure {...deletion.failure} />}
    </li>
  );
}
