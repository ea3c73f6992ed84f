import { type ReactNode, useId } from 'react';
import styles from './settings.module.css';

interface ControlProps {
  id: string;
  className: string | undefined;
  'aria-describedby': string;
  'aria-invalid': boolean;
}

interface SettingsFieldProps {
  label: string;
  hint?: string;
  /** What is wrong with it; '' while nothing is. */
  complaint?: string;
  children: (props: ControlProps) => ReactNode;
}

/** A control with its name and, under it, what is wrong or what it is for. */
export function SettingsField({ label, hint = '', complaint = '', children }: SettingsFieldProps) {
  const id = useId();
  return (
    <div className={styles.row}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        className: styles.control,
        'aria-describedby': `${id}-note`,
        'aria-invalid': complaint !== '',
      })}
      <p id={`${id}-note`} className={complaint ? styles.complaint : styles.hint}>
        {complaint || hint}
      </p>
    </div>
  );
}
