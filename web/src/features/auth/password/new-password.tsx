import { useState } from 'react';
import { passwordProblem, passwordRules } from 'shared-types/rules/auth/password';
import { FlowField } from '../flow/flow-field.tsx';
import styles from '../flow/flow-form.module.css';

interface NewPasswordProps {
  password: string;
  repeated: string;
  onChange: (changed: { password: string } | { repeated: string }) => void;
}

/** Two fields for a new password. The list of rules updates on each key, and errors show once a field has lost the focus. */
export function NewPassword({ password, repeated, onChange }: NewPasswordProps) {
  const [wasLeft, setLeft] = useState(false);
  const [wasRepeatedLeft, setRepeatedLeft] = useState(false);
  return (
    <>
      <FlowField
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        value={password}
        onBlur={() => setLeft(true)}
        onChange={({ target }) => onChange({ password: target.value })}
        error={wasLeft && password !== '' && passwordProblem(password)}
      >
        <ul className={styles.rules}>
          {passwordRules.map(({ name, holds }) => (
            <li key={name} className={holds(password) ? styles.holds : undefined}>
              <span aria-hidden="true">{holds(password) ? '✓' : '·'}</span> {name}
              {holds(password) && <span className="unseen">: met</span>}
            </li>
          ))}
        </ul>
      </FlowField>
      <FlowField
        label="Confirm password"
        name="confirm-password"
        type="password"
        autoComplete="new-password"
        value={repeated}
        onBlur={() => setRepeatedLeft(true)}
        onChange={({ target }) => onChange({ repeated: target.value })}
        error={wasRepeatedLeft && repeated !== '' && repeated !== password && 'password not match'}
      />
    </>
  );
}

export const isValidNewPassword = (password: string, repeated: string) =>
  passwordProblem(password) === undefined && repeated === password;
