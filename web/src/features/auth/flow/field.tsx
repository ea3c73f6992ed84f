import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './flow-form.module.css';

interface FieldProps extends ComponentProps<'input'> {
  label: string;
  hint?: string;
  /** What is wrong, said under the field. */
  error?: ReactNode;
  /** What is going on, in the same place. */
  note?: ReactNode;
  /** Between the field and its error. */
  children?: ReactNode;
}

export function Field({ label, hint, error, note, children, ...input }: FieldProps) {
  const id = useId();
  const isWrong = Boolean(error);
  return (
    <div className={styles.field}>
      <div className={styles.label}>
        <label htmlFor={id}>{label}</label>
        {hint && <span id={`${id}-hint`}>{hint}</span>}
      </div>
      <input
        id={id}
        aria-invalid={isWrong}
        aria-describedby={[...(hint ? [`${id}-hint`] : []), ...(isWrong ? [`${id}-error`] : [])].join(' ') || undefined}
        spellCheck={false}
        autoCapitalize="none"
        {...input}
      />
      {children}
      <div id={`${id}-error`} className={styles.error} aria-live="polite">
        {isWrong ? error : <span className={styles.note}>{note}</span>}
      </div>
    </div>
  );
}
