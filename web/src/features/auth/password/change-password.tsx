import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { call } from '../../../api/call.ts';
import { Button, PrimaryButton } from '../../../ui/buttons/button.tsx';
import styles from '../flow/flow-form.module.css';
import { FormErrorText } from '../flow/form-error.tsx';
import { changePasswordError } from '../flow/describe-refusal.ts';
import { isValidNewPassword, NewPassword } from './new-password.tsx';

interface ChangePasswordProps {
  onDone: () => void;
  onCancel: () => void;
}

/** The form for a new password of a signed-in user. The old one is asked for by the confirmation. */
export function ChangePassword({ onDone, onCancel }: ChangePasswordProps) {
  const id = useId();
  const [typed, setTyped] = useState({ password: '', repeated: '' });
  const { password, repeated } = typed;
  const change = useMutation({
    mutationFn: () => call('POST /api/auth/cognito/change_password', { body: { password } }),
    onSuccess: onDone,
  });
  const canSubmit = isValidNewPassword(password, repeated);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canSubmit && !change.isPending) change.mutate();
  };
  return (
    <form className={styles.inline} aria-labelledby={id} onSubmit={submit} noValidate>
      <h3 id={id}>Change password</h3>
      <p className={styles.lead}>Your other browsers will be signed out. This one stays signed in.</p>
      <div className={styles.fields}>
        <NewPassword
          password={password}
          repeated={repeated}
          onChange={(part) => {
            setTyped({ ...typed, ...part });
            if (!change.isPending) change.reset();
          }}
        />
        <div className={styles.error} role="alert">
          {change.error && <FormErrorText error={changePasswordError(change.error)} />}
        </div>
      </div>
      <div className={styles.buttons}>
        <Button onClick={onCancel}>Cancel</Button>
        <PrimaryButton type="submit" disabled={!canSubmit} aria-busy={change.isPending}>
          Change password
        </PrimaryButton>
      </div>
    </form>
  );
}
