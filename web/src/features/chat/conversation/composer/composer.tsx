import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { giveFocus } from '../../../../lib/give-focus.ts';
import { modifierKey } from '../../../../lib/modifier-key.ts';
import { usePreferences } from '../../../../lib/preferences/preferences.ts';
import { PrimaryButton, LinkButton } from '../../../../ui/buttons/button.tsx';
import { LazyPart, LoadFailure } from '../../../../ui/feedback/lazy-part.tsx';
import { onDemand } from '../../../../ui/feedback/on-demand.tsx';
import { useDroppedFiles } from '../../../../ui/field/use-dropped-files.ts';
import { AttachButton, attachFiles, restoreFiles } from '../files/attach-button.tsx';
import { saveDraft, useDraft } from './draft.ts';
import { hasStoredFiles } from './has-stored-files.ts';
import { draftEvents } from '../../../../lib/draft-storage.ts';
import { isComposing } from '../../input-method.ts';
import styles from './composer.module.css';
import { isBlank, chatErrorMessage, remainingText, lengthError } from '../../format.ts';

const AttachmentList = onDemand(async () => ({ default: (await import('../files/pictures.ts')).AttachmentList }));

interface ComposerProps {
  /** The id of the conversation, or 'new'. */
  draftId: string;
  /** Gets the field, for a page that puts the focus into it. */
  field?: RefObject<HTMLTextAreaElement | null>;
  send: () => Promise<unknown>;
  isSending: boolean;
  error: Error | null;
  /** The settings button stands left of Send. */
  children: ReactNode;
  /** The button that stops the answer in progress. It takes the place of Send while nothing is typed. */
  stop?: ReactNode;
  /** The model that the message is sent to. */
  modelCode?: string | undefined;
  /** A line below the field. */
  note?: ReactNode;
}

/** The field for a new message. Enter starts a new line and Ctrl+Enter or ⌘+Enter sends, unless the user prefers Enter. */
export function Composer({
  draftId,
  send,
  isSending,
  error,
  children,
  modelCode,
  stop,
  note,
  field: given,
}: ComposerProps) {
  const { text, attachments = [] } = useDraft(draftId);
  const { enterSends } = usePreferences();
  const ownField = useRef<HTMLTextAreaElement>(null);
  const field = given ?? ownField;
  useFocusWithMouse(field);
  const tooLong = lengthError(text);
  const [isRefused, setRefused] = useState(false);
  /** The draft does not have all files yet, because their code loads: those of an earlier visit, or those just chosen. */
  const [isRestoring, setRestoring] = useState(() => hasStoredFiles(draftId));
  const [coming, setComing] = useState(0);
  /** The code for files could not be loaded. */
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    // Without the stored files the message would be another one, so it waits when they cannot be restored.
    const restore = () =>
      void restoreFiles(draftId).then(
        () => setRestoring(false),
        () => setFailed(true),
      );
    restore();
    draftEvents.addEventListener('change', restore);
    return () => draftEvents.removeEventListener('change', restore);
  }, [draftId]);
  const take = useCallback(
    (files: readonly File[]) => {
      setComing((count) => count + 1);
      void attachFiles(draftId, files)
        .catch(() => setFailed(true))
        .finally(() => setComing((count) => count - 1));
    },
    [draftId],
  );
  const isEmpty = isBlank(text) && attachments.length === 0;
  const isWaiting = isRefused || isRestoring || coming > 0;
  const cannotSend = isEmpty || isWaiting || tooLong !== '' || attachments.some(({ file }) => !file);
  const page = useRef<HTMLElement>(null);
  const column = useRef<HTMLDivElement>(null);
  const isOver = useDroppedFiles(page, take);
  /**
   * Takes pasted files, with which macOS copies their names. A text of an office program stays a text, also when a picture of it
   * comes along.
   */
  const paste = (event: ClipboardEvent) => {
    const { files, types } = event.clipboardData;
    const isFormatted = types.includes('text/html') || types.includes('text/rtf');
    if (files.length === 0 || (isFormatted && types.includes('text/plain'))) return;
    event.preventDefault();
    take([...files]);
  };
  const submit = async () => {
    if (isWaiting) return;
    await send();
    giveFocus(field.current, column.current);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    const sends = event.key === 'Enter' && (event.ctrlKey || event.metaKey || (enterSends && !event.shiftKey));
    if (sends) void submit();
    if (sends || pressButtonOf(event.key, text)) event.preventDefault();
  };
  return (
    <div
      // Files are dropped anywhere on the page.
      ref={(element) => void (page.current = element?.parentElement ?? null)}
      className={isOver ? `${styles.composer} ${styles.over}` : styles.composer}
    >
      <div ref={column} className={styles.column}>
        {attachments.length > 0 && (
          <LazyPart>
            <AttachmentList draftId={draftId} modelCode={modelCode} onRefuse={setRefused} />
          </LazyPart>
        )}
        {hasFailed && <LoadFailure />}
        <div className={styles.box}>
          <textarea
            ref={field}
            className={styles.field}
            rows={1}
            dir="auto"
            aria-label="Message"
            aria-describedby="composer-note"
            aria-invalid={tooLong !== ''}
            placeholder="Message"
            value={text}
            onChange={(event) => saveDraft(draftId, { text: event.target.value })}
            onKeyDown={onKeyDown}
            onPaste={paste}
          />
          <div className={styles.buttons}>
            <AttachButton onChoose={take} />
            {children}
            {stop}
            {!(stop && isEmpty && !isSending) && (
              <PrimaryButton
                aria-busy={isSending}
                aria-keyshortcuts={enterSends ? 'Enter' : 'Control+Enter Meta+Enter'}
                title={enterSends ? 'Enter' : `${modifierKey()}+Enter`}
                disabled={cannotSend}
                onClick={() => void submit()}
              >
                {isSending ? 'Sending…' : 'Send'}
              </PrimaryButton>
            )}
          </div>
        </div>
        {note ?? <p className={styles.cost} />}
        <div id="composer-note" className={styles.note} aria-live="polite">
          {tooLong && <p className={styles.error}>{tooLong}</p>}
          {error && !isSending && (
            <p className={styles.error}>
              Not sent. Your draft is saved. {chatErrorMessage(error)}{' '}
              <LinkButton onClick={() => void submit()}>Retry</LinkButton>
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
