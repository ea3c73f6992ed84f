import { useRef, useState } from 'react';
import type { ChatSession } from 'shared-types/contract/chat';
import { Button } from '../../../ui/buttons/button.tsx';
import { RenameField } from '../conversations/rename-field.tsx';
import styles from '../chat.module.css';
import * as texts from './messages.ts';

/** The title of a conversation, which is renamed in place, with its model and memory. */
export function ConversationHead({ conversation }: { conversation: ChatSession | undefined }) {
  const [isRenaming, setRenaming] = useState(false);
  const renameButton = useRef<HTMLButtonElement>(null);
  const endRenaming = () => {
    setRenaming(false);
    requestAnimationFrame(() => renameButton.current?.focus());
  };
  return (
    <div className={styles.head}>
      {conversation && isRenaming ? (
        <RenameField conversation={conversation} isNoteHidden onEnd={endRenaming} />
      ) : (
        <>
          <h1>{conversation?.title ?? texts.chat}</h1>
          {conversation && (
            <Button ref={renameButton} onClick={() => setRenaming(true)}>
              {texts.rename}
            </Button>
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
