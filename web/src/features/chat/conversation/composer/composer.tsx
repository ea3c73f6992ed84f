import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { usePreferences } from '../../../../lib/preferences/preferences.ts';
import { PrimaryButton, LinkButton } from '../../../../ui/buttons/button.tsx';
import { saveDraft, useDraft } from './draft.ts';
import { isComposing } from '../../input-method.ts';
import styles from './composer.module.css';
import { isBlank, chatErrorMessage, remainingText, lengthError } from '../../format.ts';
import * as texts from './messages.ts';

interface ComposerProps {
  /** The id of the conversation, or 'new'. */
  draftId: string;
  send: () => Promise<unknown>;
  isSending: boolean;
  error: Error | null;
  /** The settings button stands left of Send. */
  children: ReactNode;
  /** A line below the field. */
  note?: ReactNode;
}

/** The field for a new message. Enter starts a new line and Ctrl+Enter or ⌘+Enter sends, unless the user prefers Enter. */
export function Composer({ draftId, send, isSending, error, children, note }: ComposerProps) {
  const { text } = useDraft(draftId);
  const { enterSends } = usePreferences();
  const field = useRef<HTMLTextAreaElement>(null);
  useFocusWithMouse(field);
  const tooLong = lengthError(text);
  const cannotSend = isBlank(text) || tooLong !== '';
  const submit = async () => {
    await send();
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    const sends = event.key === 'Enter' && (event.ctrlKey || event.metaKey || (enterSends && !event.shiftKey));
    if (sends) void submit();
    if (sends || pressButtonOf(event.key, text)) event.preventDefault();
  };
  return (
    <div className={styles.composer}>
      <div className={styles.column}>
        <textarea
          ref={field}
          className={styles.field}
          rows={2}
          aria-label={texts.message}
          aria-describedby="composer-note"
          aria-invalid={tooLong !== ''}
          placeholder={texts.message}
          value={text}
          onChange={(event) => saveDraft(draftId, { text: event.target.value })}
          onKeyDown={onKeyDown}
        />
        <div className={styles.buttons}>
          {children}
          <PrimaryButton
            aria-busy={isSending}
            aria-keyshortcuts={enterSends ? texts.enter : texts.controlEnterMetaEnter}
            title={enterSends ? texts.enter : texts.ctrlEnterOrEnter}
            disabled={cannotSend}
            onClick={() => void submit()}
          >
            {isSending ? texts.sending : texts.send}
          </PrimaryButton>
        </div>
        {note}
        <div id="composer-note" className={styles.note} aria-live="polite">
          {tooLong && <p className={styles.error}>{tooLong}</p>}
          {error && !isSending && (
            <p className={styles.error}>
              {texts.notSent} {chatErrorMessage(error)}{' '}
              <LinkButton onClick={() => void submit()}>{texts.retry}</LinkButton>
            </p>
          )}
          {remainingText(text) && <p>{remainingText(text)}</p>}
        </div>
      </div>
    </div>
  );
}

/** Escape stops the answer, and ↑ in an empty field edits the last question. Returns false if there is nothing to press. */
function pressButtonOf(key: string, text: string) {
  if (key !== 'Escape' && !(key === 'ArrowUp' && text === '')) return false;
  const button = document.querySelector<HTMLElement>(`[data-key="${key}"]`);
  button?.click();
  return Boolean(button);
}

/** Focuses the field on devices with a mouse. On a phone, the on-screen keyboard would cover the messages. */
function useFocusWithMouse(field: RefObject<HTMLTextAreaElement | null>) {
  useEffect(() => {
    if (window.matchMedia('(pointer: fine)').matches) field.current?.focus({ preventScroll: true });
  }, [field]);
}
