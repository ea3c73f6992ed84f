import type { ChatSession } from 'shared-types/contract/chat';
import { titleError } from './title-error.ts';
import TitleField from './title-field.tsx';
import { useUpdateConversation } from './use-update.ts';

export interface RenameFieldProps {
  conversation: ChatSession;
  isNoteHidden?: boolean;
  /** The title was saved, or Escape was pressed. */
  onEnd: () => void;
}

/** Renames a conversation in the place of its title. */
export default function RenameField({ conversation, isNoteHidden = false, onEnd }: RenameFieldProps) {
  const update = useUpdateConversation(conversation.sessionId);
  return (
    <TitleField
      label="Title"
      title={conversation.title}
      isNoteHidden={isNoteHidden}
      validate={titleError}
      isBusy={update.isPending}
      error={update.error}
      failure="Could not rename the conversation."
      onEnter={(title) => {
        if (title === conversation.title) onEnd();
        else update.mutate({ title, memorySize: null, modelCode: null }, { onSuccess: onEnd });
      }}
      onEscape={onEnd}
    />
  );
}
