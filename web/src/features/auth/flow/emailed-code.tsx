import { useMutation } from '@tanstack/react-query';
import { LinkButton } from '../../../ui/buttons/button.tsx';
import { emailCodeError } from '../messages.ts';
import { FlowField } from './flow-field.tsx';
import styles from './flow-form.module.css';
import { FormErrorText } from './form-error.tsx';
import * as texts from './messages.ts';

/** The address that the code was sent to. Password managers also need this field to save the password. */
export function ReadOnlyUsername({ username }: { username: string }) {
  return <FlowField label={texts.username} name="username" autoComplete="username" readOnly value={username} />;
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
        {texts.resendCode}
      </LinkButton>
      <output className={again.isError ? styles.error : styles.busy}>
        {again.isPending && texts.sending}
        {again.isSuccess && texts.newCodeSent}
        {again.isError && <FormErrorText error={emailCodeError(again.error)} />}
      </output>
    </div>
  );
}
