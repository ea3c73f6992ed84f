import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { ChatSession } from 'shared-types/contract/chat';
import { Button, buttonClass } from '../../../ui/buttons/button.tsx';
import { RenameField } from '../conversations/titles/lazy-fields.tsx';
import styles from '../chat.module.css';
import * as texts from './messages.ts';

/** The title of a conversation, which is renamed in place, with its model and memory. */
export function ConversationHead({ conversation }: { conversation: ChatSession | undefined }) {
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
          <h1 dir="auto">{conversation?.title ?? texts.chat}</h1>
          {conversation && (
            <>
              <Button ref={renameButton} onClick={() => setRenaming(true)}>
                {texts.rename}
              </Button>
              <Link data-screen-only className={buttonClass} to={`?sessionId=${conversation.sessionId}&find=`}>
                {texts.find}
              </Link>
              <Link className={buttonClass} to={`?sessionId=${conversation.sessionId}&branches=`}>
                {texts.branches}
              </Link>
            </>
          )}
        </>
      )}
      {conversation && !isRenaming && (
        <p>
          {texts.modelAndMemory(
            conversation.chatModal,
            conversation.memorySize,
            conversation.memorySize === 1 ? texts.message : texts.messages,
          )}
        </p>
      )}
    </div>
  );
}
