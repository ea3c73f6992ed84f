import { useMutation } from '@tanstack/react-query';
import { LinkButton } from '../../../ui/buttons/button.tsx';
import { emailCodeError } from '../messages.ts';
import { Field } from './field.tsx';
import styles from './flow-form.module.css';
import { FormErrorText } from './refusal.tsx';

/** Whom the code was sent to. Filled in also for the browser's own list of passwords. */
export function ReadOnlyUsername({ username }: { username: string }) {
  return <Field label="Username" name="username" autoComplete="username" readOnly value={username} />;
}

interface ResendCodeProps {
  send: () => Promise<unknown>;
}

/** Another code by mail. */
export function ResendCode({ send }: ResendCodeProps) {
  const again = useMutation({ mutationFn: send });
  return (
    <div>
      <LinkButton
        onClick={() => {
          if (!again.isPending) again.mutate();
        }}
      >
        Send a new code
      </LinkButton>
      <output className={again.isError ? styles.error : styles.busy}>
        {again.isPending && 'One moment …'}
        {again.isSuccess && 'A new code is on its way. Only the last one counts.'}
        {again.isError && <FormErrorText refusal={emailCodeError(again.error)} />}
      </output>
    </div>
  );
}
