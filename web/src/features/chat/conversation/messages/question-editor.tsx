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

interface QuestionEditorProps {
  question: ChatMessage;
  answer: ChatMessage;
  onClose: () => void;
}

/** The last question, to be asked in other words. Ctrl or Cmd with Enter sends, Escape leaves it as it was. */
export function QuestionEditor({ question, answer, onClose }: QuestionEditorProps) {
  const [before] = useState(question.text);
  const [text, setText] = useState(before);
  const field = useRef<HTMLTextAreaElement>(null);
  const reword = useEditQuestion(question, answer, onClose);
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(before.length, before.length);
  }, [before]);
  const complaint = lengthError(text);
  const cannotSend = isBlank(text) || text === before || complaint !== '';
  const send = () => {
    if (!cannotSend && !reword.isPending) reword.mutate(text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === 'Escape') onClose();
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  };
  return (
    <div className={styles.rewording}>
      <textarea
        ref={field}
        className={composer.field}
        rows={2}
        aria-label="The last question, in other words"
        aria-describedby="rewording-note"
        aria-invalid={complaint !== ''}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <p id="rewording-note" className={composer.note}>
        {complaint || 'It takes the place of this question and its answer, which are kept: ‹ brings them back.'}
      </p>
      <div className={styles.choices}>
        <Button onClick={onClose}>Cancel</Button>
        <PrimaryButton aria-busy={reword.isPending} disabled={cannotSend} onClick={send}>
          {reword.isPending ? 'Sending…' : 'Send again'}
        </PrimaryButton>
      </div>
      {reword.isError && <Failure what={notSentText(reword.error)} error={reword.error} onRetry={send} />}
    </div>
  );
}

/** Without an answer nobody knows whether it was taken. To send the same words twice asks them once. */
const notSentText = (error: Error) =>
  isTransient(error) ? 'It may have been sent, and is kept here.' : 'Not sent, and kept here.';
