import { useMutation } from '@tanstack/react-query';
import { LinkButton } from '../../../ui/buttons/button.tsx';
import { mailRefusal } from '../messages.ts';
import { Field } from './field.tsx';
import styles from './flow-form.module.css';
import { Refusal } from './refusal.tsx';

/** Whom the code was sent to. Filled in also for the browser's own list of passwords. */
export function ReadOnlyUsername({ username }: { username: string }) {
  return <Field label="Username" name="username" autoComplete="username" readOnly value={username} />;
}

interface SendAgainProps {
  send: () => Promise<unknown>;
}

/** Another code by mail. */
export function SendAgain({ send }: SendAgainProps) {
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
        {again.isError && <Refusal refusal={mailRefusal(again.error)} />}
      </output>
    </div>
  );
}
