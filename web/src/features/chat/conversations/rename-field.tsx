import type { ChatSession } from 'shared-types/contract/chat';
import { titleError } from '../conversation/settings/settings-form.ts';
import { useUpdateConversation } from './mutations.ts';
import { TitleField } from '../lazy-title-field.tsx';
import * as texts from '../messages.ts';

interface RenameFieldProps {
  conversation: ChatSession;
  isNoteHidden?: boolean;
  /** The title was saved, or Escape was pressed. */
  onEnd: () => void;
}

/** Renames a conversation in the place of its title. */
export function RenameField({ conversation, isNoteHidden = false, onEnd }: RenameFieldProps) {
  const update = useUpdateConversation(conversation.sessionId);
  return (
    <TitleField
      label={texts.titleLabel}
      title={conversation.title}
      isNoteHidden={isNoteHidden}
      validate={titleError}
      isBusy={update.isPending}
      error={update.error}
      failure={texts.couldNotRenameConversation}
      onEnter={(title) => {
        if (title === conversation.title) onEnd();
        else update.mutate({ title, memorySize: null, modelCode: null }, { onSuccess: onEnd });
      }}
      onEscape={onEnd}
    />
  );
}
