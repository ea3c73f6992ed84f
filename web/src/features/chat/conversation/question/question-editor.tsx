import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ChatMessage } from 'shared-types/contract/chat';
import { isTransient } from '../../../../api/api-error.ts';
import { Button, PrimaryButton } from '../../../../ui/buttons/button.tsx';
import { Failure } from '../../../../ui/feedback/failure.tsx';
import { isComposing } from '../../input-method.ts';
import { isBlank, lengthError } from '../../format.ts';
import composer from '../composer/composer.module.css';
import { editDraftId, readDraft, saveDraft } from '../composer/draft.ts';
import styles from './question-editor.module.css';
import { useAskInFork } from '../fork/use-ask-in-fork.ts';
import { useEditQuestion } from './use-edit-question.ts';

interface QuestionEditorProps {
  question: ChatMessage;
  /** The final answer of the last question, which can be asked again in its place. */
  answer: ChatMessage | undefined;
  /** The page has opened it, because its draft is from an earlier visit. It takes no focus then. */
  isRestored?: boolean;
  onClose: () => void;
}

/**
 * Edits a question. The last one is asked again in its place or in a fork, an earlier one in a fork. Ctrl+Enter or Cmd+Enter
 * sends, Escape cancels. The typed text is a draft until then.
 */
export default function QuestionEditor({ question, answer, isRestored = false, onClose }: QuestionEditorProps) {
  const [before] = useState(question.text);
  const draftId = editDraftId(question.sessionMessageId);
  const [text, setText] = useState(() => readDraft(draftId).text || before);
  const write = (typed: string) => {
    setText(typed);
    saveDraft(draftId, { text: typed === before ? '' : typed });
  };
  const close = () => {
    saveDraft(draftId, { text: '' });
    onClose();
  };
  const field = useRef<HTMLTextAreaElement>(null);
  const edit = useEditQuestion(question, answer, close);
  const fork = useAskInFork(question.sessionMessageId, close);
  const navigate = useNavigate();
  useEffect(() => {
    if (isRestored) return;
    field.current?.focus();
    const end = field.current?.value.length ?? 0;
    field.current?.setSelectionRange(end, end);
    // It is taller than the text of the question, which may stand at the edge of the list.
    field.current?.parentElement?.scrollIntoView({ block: 'nearest' });
  }, [isRestored]);
  const tooLong = lengthError(text);
  const isSending = edit.isPending || fork.isPending;
  const cannotFork = (isBlank(text) && !question.files) || tooLong !== '';
  const cannotReplace = isBlank(text) || text === before || tooLong !== '';
  const askInFork = () => {
    if (!cannotFork && !isSending)
      fork.mutate(text, { onSuccess: ({ sessionId }) => void navigate(`/chat?sessionId=${sessionId}`) });
  };
  const replace = () => {
    if (!cannotReplace && !isSending) edit.mutate(text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === 'Escape') close();
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (answer) replace();
    else askInFork();
  };
  const ForkButton = answer ? Button : PrimaryButton;
  return (
    <div className={styles.editor}>
      <textarea
        ref={field}
        className={composer.field}
        rows={2}
        dir="auto"
        aria-label="Edit your question"
        aria-describedby="question-editor-note"
        aria-invalid={tooLong !== ''}
        value={text}
        onChange={(event) => write(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <p id="question-editor-note" className={composer.note}>
        {tooLong ||
          (answer
            ? 'Send again replaces this question and its answer. Use ‹ to go back to them. A fork asks it in a new conversation instead.'
            : 'A fork asks this in a new conversation, with the messages before it. This conversation stays as it is.')}
      </p>
      <div className={styles.editorButtons}>
        <Button onClick={close}>Cancel</Button>
        <ForkButton aria-busy={fork.isPending} disabled={cannotFork} onClick={askInFork}>
          {fork.isPending ? 'Sending…' : 'Ask in a fork'}
        </ForkButton>
        {answer && (
          <PrimaryButton aria-busy={edit.isPending} disabled={cannotReplace} onClick={replace}>
            {edit.isPending ? 'Sending…' : 'Send again'}
          </PrimaryButton>
        )}
      </div>
      {edit.isError && <Failure what={notSentText(edit.error)} error={edit.error} onRetry={replace} />}
      {fork.isError && <Failure what={notSentText(fork.error)} error={fork.error} onRetry={askInFork} />}
    </div>
  );
}

/** Without a response it is unknown whether the server accepted the question. A retry with the same text is accepted once. */
const notSentText = (error: Error) =>
  isTransient(error) ? 'This may not have been sent. Your text is saved.' : 'Not sent. Your text is saved.';
