import { useMutation } from '@tanstack/react-query';
import { LinkButton } from '../../../ui/buttons/button.tsx';
import { emailCodeError } from './describe-refusal.ts';
import { FlowField } from './flow-field.tsx';
import styles from './flow-form.module.css';
import { FormErrorText } from './form-error.tsx';

/** The address that the code was sent to. Password managers also need this field to save the password. */
export function ReadOnlyUsername({ username }: { username: string }) {
  return <FlowField label="Username" name="username" autoComplete="username" readOnly value={username} />;
}

interface ResendCodeProps {
  send: () => Promise<unknown>;
}

export function ResendCode({ send }: ResendCodeProps) {
  const again = useMutation({ mutationFn: send });
  return (
    <div>
      <LinkButton
        onClick={() => {
          if (!again.isPending) again.mutate();
        }}
      >
        Resend code
      </LinkButton>
      <output className={again.isError ? styles.error : styles.busy}>
        {again.isPending && 'Sending…'}
        {again.isSuccess && 'New code sent. Earlier codes no longer work.'}
        {again.isError && <FormErrorText error={emailCodeError(again.error)} />}
      </output>
    </div>
  );
}
