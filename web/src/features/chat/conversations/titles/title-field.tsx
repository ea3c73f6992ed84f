import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Failure } from '../../../../ui/feedback/failure.tsx';
import { TextField } from '../../../../ui/field/field.tsx';
import { isComposing } from '../../input-method.ts';
import styles from '../conversation-list.module.css';

export interface TitleFieldProps {
  label: string;
  /** The initial title. */
  title: string;
  /** Keeps the field as high as a line. */
  isNoteHidden?: boolean;
  /** Returns what is wrong with a title, or an empty string. */
  validate: (title: string) => string;
  isBusy: boolean;
  error: Error | null;
  /** The sentence that introduces the error. */
  failure: string;
  onEnter: (title: string) => void;
  onEscape: () => void;
}

/** A field for a title. Enter saves it, Escape cancels. */
export default function TitleField(props: TitleFieldProps) {
  const { label, title, isNoteHidden = false, validate, isBusy, error, failure, onEnter, onEscape } = props;
  const [text, setText] = useState(title);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const invalid = validate(text);
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === 'Escape') onEscape();
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (invalid === '' && !isBusy) onEnter(text);
  };
  return (
    <div className={styles.main}>
      <TextField
        ref={field}
        label={label}
        isLabelHidden
        note={isNoteHidden ? undefined : 'Enter to save, Escape to cancel'}
        error={invalid}
        aria-busy={isBusy}
        placeholder={label}
        dir="auto"
        autoComplete="off"
        enterKeyHint="done"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {error && <Failure what={failure} error={error} />}
    </div>
  );
}
