import { type FormEvent, type ReactNode, useId } from 'react';
import { Button, PrimaryButton } from '../../../ui/buttons/button.tsx';
import styles from './flow-form.module.css';

interface FlowFormProps {
  title: string;
  /** Introduces the page in one line. */
  lead?: ReactNode;
  /** The text of the primary button. */
  label: string;
  canSubmit: boolean;
  isBusy: boolean;
  submit: () => void;
  back: () => void;
  /** The fields. */
  children: ReactNode;
  /** Stands below the buttons. */
  more?: ReactNode;
}

/** A page of the sign-in flow. Enter in a field submits while the primary button is enabled. */
export function FlowForm({ title, lead, label, canSubmit, isBusy, submit, back, children, more }: FlowFormProps) {
  const id = useId();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (canSubmit && !isBusy) submit();
  };
  return (
    <form aria-labelledby={id} onSubmit={onSubmit} noValidate>
      <h1 id={id}>{title}</h1>
      {lead && <p className={styles.lead}>{lead}</p>}
      <div className={styles.fields}>{children}</div>
      <div className={styles.buttons}>
        <Button onClick={back}>Back</Button>
        <PrimaryButton type="submit" disabled={!canSubmit} aria-busy={isBusy}>
          {label}
        </PrimaryButton>
      </div>
      {more && <div className={styles.more}>{more}</div>}
    </form>
  );
}
