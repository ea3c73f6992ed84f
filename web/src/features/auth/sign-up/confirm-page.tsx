import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { confirmError } from '../flow/describe-refusal.ts';
import { CodeField } from '../flow/code-field.tsx';
import { FlowForm } from '../flow/flow-form.tsx';
import { ReadOnlyUsername, ResendCode } from '../flow/emailed-code.tsx';
import { FormErrorText, useFocusOnError } from '../flow/form-error.tsx';
import type { FlowPageProps } from '../flow/use-flow.ts';

export function ConfirmPage({ flow, title }: FlowPageProps) {
  const { username } = flow.entry;
  const [code, setCode] = useState('');
  const confirm = useMutation({
    mutationFn: () =>
      call('POST /api/auth/cognito/sign_up_confirm', { body: { username, confirmationCode: code.trim() } }),
    onSuccess: () => flow.go('sign_up_done', { username, replace: true }),
  });
  const field = useFocusOnError(confirm.error);
  const changed = () => {
    if (!confirm.isPending) confirm.reset();
  };
  const sendAgain = () => {
    changed();
    return call('POST /api/auth/cognito/resend_code', { body: { username } });
  };
  return (
    <FlowForm
      title={title}
      lead="We sent a code to your email address."
      label="Confirm Sign Up"
      canSubmit={code.trim() !== ''}
      isBusy={confirm.isPending}
      submit={() => confirm.mutate()}
      back={flow.back}
      more={<ResendCode send={sendAgain} />}
    >
      <ReadOnlyUsername username={username} />
      <CodeField
        ref={field}
        label="Confirmation code"
        code={code}
        onCode={(typed) => {
          setCode(typed);
          changed();
        }}
        error={confirm.error && <FormErrorText error={confirmError(confirm.error)} />}
      />
    </FlowForm>
  );
}
