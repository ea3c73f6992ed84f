import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { ChatSession } from 'shared-types/contract/chat';
import { formatAge } from '../../../lib/format-time.ts';
import { useTimedFlag } from '../../../lib/use-timed-flag.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { useDeleteConversation, useRestoreConversation, useUpdateConversation } from './mutations.ts';
import styles from './conversation-list.module.css';
import { TitleField } from './title-field.tsx';
import { titleError } from '../conversation/settings/settings-form.ts';

const undoMs = 5_000;

interface ConversationRowProps {
  session: ChatSession;
  /** Deleted a moment ago. */
  isGone: boolean;
  isCurrent: boolean;
  now: number;
  onGone: () => void;
  /** It is there after all: not deleted, or brought back. */
  onKept: () => void;
  /** The time in which it could be brought back is over. */
  onForgotten: () => void;
}

export function ConversationRow(props: ConversationRowProps) {
  const { session, isGone, isCurrent, now, onGone, onKept, onForgotten } = props;
  const [isRenaming, setRenaming] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const remove = useDeleteConversation();
  const restore = useRestoreConversation();
  const [, startUndo] = useTimedFlag(undoMs, () => isGone && restore.isIdle && onForgotten());
  const titleId = `session-${session.sessionId}`;
  const deleteIt = () => {
    startUndo();
    onGone();
    restore.reset();
    remove.mutate(session, { onError: onKept });
  };
  const undo = () => restore.mutate(session, { onSuccess: onKept });
  const endRenaming = () => {
    setRenaming(false);
    requestAnimationFrame(() => button.current?.focus());
  };
  const classes = [styles.row, isCurrent && styles.current, isGone && styles.gone].filter(Boolean).join(' ');
  return (
    <li className={classes}>
      {isRenaming ? (
        <Renaming session={session} onEnd={endRenaming} />
      ) : (
        <div className={styles.main}>
          {isGone ? (
            <span id={titleId} className={styles.title}>
              {session.title}
            </span>
          ) : (
            <Link
              id={titleId}
              className={styles.title}
              to={`/chat?sessionId=${session.sessionId}`}
              aria-current={isCurrent ? 'true' : undefined}
            >
              {session.title}
            </Link>
          )}
          <span className={styles.aside}>
            {isGone ? 'deleted' : `${session.chatModal} · ${formatAge(session.updateTime, now)}`}
          </span>
        </div>
      )}
      {!isRenaming && (
        <div className={styles.buttons}>
          {!isGone && (
            <Button ref={button} aria-describedby={titleId} onClick={() => setRenaming(true)}>
              rename
            </Button>
          )}
          <Button aria-describedby={titleId} onClick={(event) => (isGone ? event.detail < 2 && undo() : deleteIt())}>
            {isGone ? 'undo' : 'delete'}
          </Button>
        </div>
      )}
      {remove.isError && !isGone && <Failure what="It could not be deleted." error={remove.error} onRetry={deleteIt} />}
      {restore.isError && isGone && (
        <Failure what="It could not be brought back." error={restore.error} onRetry={undo} />
      )}
    </li>
  );
}

/** The title as a field: Enter renames, Escape leaves it as it was. */
function Renaming({ session, onEnd }: { session: ChatSession; onEnd: () => void }) {
  const update = useUpdateConversation(session.sessionId);
  return (
    <TitleField
      label="Title"
      title={session.title}
      validate={titleError}
      isBusy={update.isPending}
      error={update.error}
      what="Not renamed."
      onEnter={(title) => {
        if (title === session.title) onEnd();
        else update.mutate({ title, memorySize: null, modelCode: null }, { onSuccess: onEnd });
      }}
      onEscape={onEnd}
    />
  );
}
