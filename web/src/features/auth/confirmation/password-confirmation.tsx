import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../../api/call.ts';
import { Button, PrimaryButton } from '../../../ui/buttons/button.tsx';
import { CodeField } from '../flow/code-field.tsx';
import { FlowField } from '../flow/flow-field.tsx';
import styles from '../flow/flow-form.module.css';
import { FormErrorText, useFocusOnError } from '../flow/form-error.tsx';
import { confirmationError, isWrongPassword } from '../flow/describe-refusal.ts';

interface PasswordConfirmationProps {
  onConfirmed: () => void;
  onCancel: () => void;
}

/** Asks for the password and a code of the authenticator. */
export function PasswordConfirmation({ onConfirmed, onCancel }: PasswordConfirmationProps) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const confirm = useMutation({
    mutationFn: () => call('POST /api/auth/cognito/reauthenticate', { body: { password, userCode: code.trim() } }),
    onSuccess: onConfirmed,
  });
  const { error } = confirm;
  const ofPassword = isWrongPassword(error) ? error : null;
  const ofCode = ofPassword ? null : error;
  const passwordField = useFocusOnError(ofPassword);
  const codeField = useFocusOnError(ofCode);
  const canSubmit = password !== '' && code.trim() !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canSubmit && !confirm.isPending) confirm.mutate();
  };
  const changed = () => {
    if (!confirm.isPending) confirm.reset();
  };
  return (
    <form onSubmit={submit} noValidate>
      <p className={styles.lead}>
        Enter your password and a code from your authenticator app. You will not be asked again for five minutes.
      </p>
      <div className={styles.fields}>
        <FlowField
          ref={passwordField}
          label="Current password"
          name="current-password"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={({ target }) => {
            setPassword(target.value);
            changed();
          }}
          error={ofPassword && <FormErrorText error={confirmationError(ofPassword)} />}
        />
        <CodeField
          ref={codeField}
          label="MFA code"
          code={code}
          onCode={(typed) => {
            setCode(typed);
            changed();
          }}
          error={ofCode && <FormErrorText error={confirmationError(ofCode)} />}
        />
      </div>
      <div className={styles.buttons}>
        <Button onClick={onCancel}>Cancel</Button>
        <PrimaryButton type="submit" disabled={!canSubmit} aria-busy={confirm.isPending}>
          Confirm
        </PrimaryButton>
      </div>
    </form>
  );
}
