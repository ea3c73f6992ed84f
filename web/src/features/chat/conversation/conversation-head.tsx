import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { ChatSession } from 'shared-types/contract/chat';
import { Button, buttonClass } from '../../../ui/buttons/button.tsx';
import { RenameField } from '../conversations/titles/lazy-fields.tsx';
import styles from '../chat.module.css';

const describeMemory = ({ chatModal, memorySize }: ChatSession) =>
  `${chatModal} · sees ${memorySize} earlier ${memorySize === 1 ? 'message' : 'messages'}`;

interface ConversationHeadProps {
  title: string;
  /** Undefined while it is not loaded. */
  conversation: ChatSession | undefined;
}

/** The title of a conversation, which is renamed in place, with its model and memory. */
export function ConversationHead({ title, conversation }: ConversationHeadProps) {
  const [isRenaming, setRenaming] = useState(false);
  const renameButton = useRef<HTMLButtonElement>(null);
  const wasRenaming = useRef(false);
  useEffect(() => {
    if (wasRenaming.current && !isRenaming) renameButton.current?.focus();
    wasRenaming.current = isRenaming;
  }, [isRenaming]);
  return (
    <div className={styles.head}>
      {conversation && isRenaming ? (
        <RenameField conversation={conversation} isNoteHidden onEnd={() => setRenaming(false)} />
      ) : (
        <>
          <h1 dir="auto">{title}</h1>
          {conversation && (
            <>
              <Button ref={renameButton} onClick={() => setRenaming(true)}>
                Rename
              </Button>
              <Link data-screen-only className={buttonClass} to={`?sessionId=${conversation.sessionId}&find=`}>
                Find
              </Link>
              <Link className={buttonClass} to={`?sessionId=${conversation.sessionId}&branches=`}>
                Branches
              </Link>
            </>
          )}
        </>
      )}
      {conversation && !isRenaming && <p>{describeMemory(conversation)}</p>}
    </div>
  );
}
