import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { PrimaryButton, LinkButton } from '../../../../ui/buttons/button.tsx';
import { saveDraft, useDraft } from './draft.ts';
import { isComposing } from '../../input-method.ts';
import styles from './composer.module.css';
import { isBlank, chatErrorMessage, remainingText, lengthError } from '../../format.ts';

interface ComposerProps {
  /** Whose draft it is: a session's id, or 'new'. */
  place: string;
  send: () => Promise<unknown>;
  isSending: boolean;
  error: Error | null;
  /** The settings button. */
  children: ReactNode;
}

/** Where one writes. Enter is a new line; Ctrl or Cmd with it sends. */
export function Composer({ place, send, isSending, error, children }: ComposerProps) {
  const { text } = useDraft(place);
  const field = useRef<HTMLTextAreaElement>(null);
  useFocusWithMouse(field);
  const complaint = lengthError(text);
  const cannotSend = isBlank(text) || complaint !== '';
  const submit = async () => {
    await send();
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event)) return;
    event.preventDefault();
    void submit();
  };
  return (
    <div className={styles.composer}>
      <div className={styles.column}>
        <textarea
          ref={field}
          className={styles.field}
          rows={2}
          aria-label="Message"
          aria-describedby="composer-note"
          aria-invalid={complaint !== ''}
          placeholder="Message"
          value={text}
          onChange={(event) => saveDraft(place, { text: event.target.value })}
          onKeyDown={onKeyDown}
        />
        <div className={styles.buttons}>
          {children}
          <PrimaryButton
            aria-busy={isSending}
            aria-keyshortcuts="Control+Enter Meta+Enter"
            title="Ctrl+Enter or ⌘+Enter"
            disabled={cannotSend}
            onClick={() => void submit()}
          >
            {isSending ? 'Sending…' : 'Send'}
          </PrimaryButton>
        </div>
        <div id="composer-note" className={styles.note} aria-live="polite">
          {complaint && <p className={styles.complaint}>{complaint}</p>}
          {error && !isSending && (
            <p className={styles.complaint}>
              Not sent, and kept here. {chatErrorMessage(error)}{' '}
              <LinkButton onClick={() => void submit()}>retry</LinkButton>
            </p>
          )}
          {remainingText(text) && <p>{remainingText(text)}</p>}
        </div>
      </div>
    </div>
  );
}

/** With a keyboard at hand one can write at once; a telephone's would cover what one came to read. */
function useFocusWithMouse(field: RefObject<HTMLTextAreaElement | null>) {
  useEffect(() => {
    if (window.matchMedia('(pointer: fine)').matches) field.current?.focus({ preventScroll: true });
  }, [field]);
}
