import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './field.module.css';

/** The attributes that connect a control with its label and its message. */
export interface ControlProps {
  id: string;
  className: string | undefined;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean;
}

export interface FieldProps {
  label: string;
  /** Only screen readers get the label. */
  isLabelHidden?: boolean;
  /** Stands beside the label. */
  hint?: ReactNode;
  /** Stands under the control while there is no error. */
  note?: ReactNode;
  error?: ReactNode;
  /** Keeps the message's line empty instead of removing it, so that a message moves nothing. */
  hasFixedHeight?: boolean;
  children: (control: ControlProps) => ReactNode;
}

/** A form control with its label and, under it, its error or note. */
export function Field({ label, isLabelHidden, hint, note, error, hasFixedHeight, children }: FieldProps) {
  const id = useId();
  const isInvalid = Boolean(error);
  const describedBy = [hint && `${id}-hint`, (isInvalid || note) && `${id}-message`].filter(Boolean).join(' ');
  return (
    <div>
      <div className={isLabelHidden ? 'unseen' : styles.label}>
        <label htmlFor={id}>{label}</label>
        {hint && <span id={`${id}-hint`}>{hint}</span>}
      </div>
      {children({
        id,
        className: styles.control,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': isInvalid,
      })}
      <div
        id={`${id}-message`}
        className={[styles.message, isInvalid && styles.error, hasFixedHeight && styles.fixed]
          .filter(Boolean)
          .join(' ')}
        aria-live="polite"
      >
        {isInvalid ? error : note}
      </div>
    </div>
  );
}

interface TextFieldProps extends Omit<FieldProps, 'children'>, Omit<ComponentProps<'input'>, 'children' | 'id'> {
  /** Stands between the input and its message. */
  children?: ReactNode;
}

export function TextField({
  label,
  isLabelHidden = false,
  hint,
  note,
  error,
  hasFixedHeight = false,
  children,
  ...input
}: TextFieldProps) {
  const field = { label, isLabelHidden, hint, note, error, hasFixedHeight };
  return (
    <Field {...field}>
      {(control) => (
        <>
          <input {...control} {...input} />
          {children}
        </>
      )}
    </Field>
  );
}
