import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Failure } from '../../../ui/feedback/failure.tsx';
import styles from './conversation-list.module.css';
import { isComposing } from '../input-method.ts';

interface TitleFieldProps {
  label: string;
  /** What it begins with. */
  title: string;
  /** What is wrong with a title; '' while nothing is. */
  validate: (title: string) => string;
  isBusy: boolean;
  error: Error | null;
  /** What has failed, as a sentence. */
  what: string;
  onEnter: (title: string) => void;
  onEscape: () => void;
}

/** A title that is being written. Enter takes it, Escape drops it. */
export function TitleField(props: TitleFieldProps) {
  const { label, title, validate, isBusy, error, what, onEnter, onEscape } = props;
  const [text, setText] = useState(title);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const complaint = validate(text);
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === 'Escape') onEscape();
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (complaint === '' && !isBusy) onEnter(text);
  };
  return (
    <div className={styles.main}>
      <input
        ref={field}
        className={styles.field}
        aria-label={label}
        aria-describedby="title-note"
        aria-invalid={complaint !== ''}
        aria-busy={isBusy}
        placeholder={label}
        autoComplete="off"
        enterKeyHint="done"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <p id="title-note" className={styles.aside}>
        {complaint || 'Enter to save, Escape to cancel'}
      </p>
      {error && <Failure what={what} error={error} />}
    </div>
  );
}
