import { type FormEvent, type ReactNode, useId } from 'react';
import { Button, PrimaryButton } from '../../../ui/buttons/button.tsx';
import styles from './flow-form.module.css';

interface FlowFormProps {
  title: string;
  /** One line on what this page is for. */
  lead?: ReactNode;
  /** The word on the main button. */
  label: string;
  canSubmit: boolean;
  isBusy: boolean;
  submit: () => void;
  back: () => void;
  /** The fields. */
  children: ReactNode;
  /** Below the buttons. */
  more?: ReactNode;
}

/** One page of the flow. Enter in a field submits, as in any form, while the button may be pressed. */
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
