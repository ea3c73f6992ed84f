import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { ChatMessage } from 'shared-types/contract/chat';
import { isTransient } from '../../../../api/api-error.ts';
import { Button, PrimaryButton } from '../../../../ui/buttons/button.tsx';
import { Failure } from '../../../../ui/feedback/failure.tsx';
import { isComposing } from '../../input-method.ts';
import { isBlank, lengthError } from '../../format.ts';
import composer from '../composer/composer.module.css';
import { useEditQuestion } from './mutations.ts';
import styles from './messages.module.css';
import * as texts from '../messages.ts';

interface QuestionEditorProps {
  question: ChatMessage;
  answer: ChatMessage;
  onClose: () => void;
}

/** Edits the last question. Ctrl+Enter or Cmd+Enter sends, Escape cancels. */
export function QuestionEditor({ question, answer, onClose }: QuestionEditorProps) {
  const [before] = useState(question.text);
  const [text, setText] = useState(before);
  const field = useRef<HTMLTextAreaElement>(null);
  const edit = useEditQuestion(question, answer, onClose);
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(before.length, before.length);
  }, [before]);
  const tooLong = lengthError(text);
  const cannotSend = isBlank(text) || text === before || tooLong !== '';
  const send = () => {
    if (!cannotSend && !edit.isPending) edit.mutate(text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === 'Escape') onClose();
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  };
  return (
    <div className={styles.editor}>
      <textarea
        ref={field}
        className={composer.field}
        rows={2}
        aria-label={texts.editYourQuestion}
        aria-describedby="question-editor-note"
        aria-invalid={tooLong !== ''}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <p id="question-editor-note" className={composer.note}>
        {tooLong || texts.effectOfEdit}
      </p>
      <div className={styles.editorButtons}>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <PrimaryButton aria-busy={edit.isPending} disabled={cannotSend} onClick={send}>
          {edit.isPending ? texts.sending : texts.sendAgain}
        </PrimaryButton>
      </div>
      {edit.isError && <Failure what={notSentText(edit.error)} error={edit.error} onRetry={send} />}
    </div>
  );
}

/** Without a response it is unknown whether the server accepted the question. A retry with the same text is accepted once. */
const notSentText = (error: Error) => (isTransient(error) ? texts.mayNotHaveBeenSent : texts.notSent);
