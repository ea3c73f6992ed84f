import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { ChatSession } from 'shared-types/contract/chat';
import { formatAge } from '../../../lib/format-time.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { focusNeighbor } from '../../../ui/toasts/focus-neighbor.ts';
import { offerUndo, showFailure } from '../../../ui/toasts/toasts.ts';
import styles from './conversation-list.module.css';
import { useDeleteConversation, useRestoreConversation } from './mutations.ts';
import { RenameField } from './rename-field.tsx';
import * as texts from '../messages.ts';

interface ConversationRowProps {
  conversation: ChatSession;
  isCurrent: boolean;
  now: number;
  onDelete: () => void;
}

export function ConversationRow({ conversation, isCurrent, now, onDelete }: ConversationRowProps) {
  const [isRenaming, setRenaming] = useState(false);
  const renameButton = useRef<HTMLButtonElement>(null);
  const row = useRef<HTMLLIElement>(null);
  const remove = useDeleteConversation(conversation);
  const restore = useRestoreConversation(conversation);
  const deleteConversation = async () => {
    focusNeighbor(row.current);
    const takeBack = offerUndo(texts.wasDeleted(conversation.title), () => restore.mutateAsync(conversation));
    onDelete();
    try {
      await remove.mutateAsync(conversation);
    } catch (error) {
      takeBack();
      showFailure(texts.couldNotDelete(conversation.title), error, deleteConversation);
    }
  };
  const titleId = `session-${conversation.sessionId}`;
  const endRenaming = () => {
    setRenaming(false);
    requestAnimationFrame(() => renameButton.current?.focus());
  };
  return (
    <li ref={row} className={isCurrent ? `${styles.row} ${styles.current}` : styles.row}>
      {isRenaming ? (
        <RenameField conversation={conversation} onEnd={endRenaming} />
      ) : (
        <>
          <div className={styles.main}>
            <Link
              id={titleId}
              data-key="o"
              className={styles.title}
              to={`/chat?sessionId=${conversation.sessionId}`}
              aria-current={isCurrent ? 'true' : undefined}
            >
              {conversation.title}
            </Link>
            <span className={styles.aside}>
              {conversation.chatModal} · {formatAge(conversation.updateTime, now)}
            </span>
          </div>
          <div className={styles.buttons}>
            <Button ref={renameButton} aria-describedby={titleId} onClick={() => setRenaming(true)}>
              {texts.rename}
            </Button>
            {/* The second click of a double click would delete the row that has moved up. */}
            <Button aria-describedby={titleId} onClick={({ detail }) => detail < 2 && void deleteConversation()}>
              {texts.deleteButton}
            </Button>
          </div>
        </>
      )}
    </li>
  );
}
