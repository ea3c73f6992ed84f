import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { call } from '../../../api/call.ts';
import { Button, PrimaryButton } from '../../../ui/buttons/button.tsx';
import { CodeField } from '../flow/code-field.tsx';
import styles from '../flow/flow-form.module.css';
import { FormErrorText, useFocusOnError } from '../flow/form-error.tsx';
import { replaceAuthenticatorError } from '../flow/describe-refusal.ts';
import { Secret } from './secret.tsx';

interface ReplaceAuthenticatorProps {
  name: string;
  secret: string;
  onDone: () => void;
  onCancel: () => void;
}

/** The form that puts another authenticator in the place of the present one. */
export function ReplaceAuthenticator({ name, secret, onDone, onCancel }: ReplaceAuthenticatorProps) {
  const id = useId();
  const [code, setCode] = useState('');
  const replace = useMutation({
    mutationFn: () => call('POST /api/auth/cognito/new_authenticator_confirm', { body: { userCode: code.trim() } }),
    onSuccess: onDone,
  });
  const field = useFocusOnError(replace.error);
  const canSubmit = code.trim() !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canSubmit && !replace.isPending) replace.mutate();
  };
  return (
    <form className={styles.inline} aria-labelledby={id} onSubmit={submit} noValidate>
      <h3 id={id}>Change authenticator</h3>
      <p className={styles.lead}>
        Scan this code with your new authenticator app, then enter the code that the app shows. Until then the current
        one stays valid. Your other browsers will be signed out.
      </p>
      <div className={styles.fields}>
        <Secret username={name} secret={secret} />
        <CodeField
          ref={field}
          label="Code of the new authenticator"
          code={code}
          onCode={(typed) => {
            setCode(typed);
            if (!replace.isPending) replace.reset();
          }}
          error={replace.error && <FormErrorText error={replaceAuthenticatorError(replace.error)} />}
        />
      </div>
      <div className={styles.buttons}>
        <Button onClick={onCancel}>Cancel</Button>
        <PrimaryButton type="submit" disabled={!canSubmit} aria-busy={replace.isPending}>
          Change authenticator
        </PrimaryButton>
      </div>
    </form>
  );
}
