import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { resetPasswordError } from '../flow/describe-refusal.ts';
import { CodeField } from '../flow/code-field.tsx';
import { FlowForm } from '../flow/flow-form.tsx';
import { ReadOnlyUsername, ResendCode } from '../flow/emailed-code.tsx';
import { isValidNewPassword, NewPassword } from './new-password.tsx';
import { FormErrorText, useFocusOnError } from '../flow/form-error.tsx';
import type { FlowPageProps } from '../flow/use-flow.ts';

export function ResetPasswordPage({ flow, title }: FlowPageProps) {
  const { username } = flow.entry;
  const [code, setCode] = useState('');
  const [typed, setTyped] = useState({ password: '', repeated: '' });
  const { password, repeated } = typed;
  const change = useMutation({
    mutationFn: () =>
      call('POST /api/auth/cognito/reset_password', { body: { username, confirmationCode: code.trim(), password } }),
    onSuccess: () => {
      flow.setInput({ username, password: '' });
      flow.go('sign_in', { reason: 'passwordChanged', replace: true });
    },
  });
  const field = useFocusOnError(change.error);
  const changed = () => {
    if (!change.isPending) change.reset();
  };
  const sendAgain = () => {
    changed();
    return call('POST /api/auth/cognito/forgot_password', { body: { username } });
  };
  return (
    <FlowForm
      title={title}
      lead="If this account exists, we sent a code to its email address."
      label="Change password"
      canSubmit={code.trim() !== '' && isValidNewPassword(password, repeated)}
      isBusy={change.isPending}
      submit={() => change.mutate()}
      back={flow.back}
      more={<ResendCode send={sendAgain} />}
    >
      <ReadOnlyUsername username={username} />
      <CodeField
        ref={field}
        label="Confirmation code"
        code={code}
        onCode={(text) => {
          setCode(text);
          changed();
        }}
        error={change.error && <FormErrorText error={resetPasswordError(change.error)} />}
      />
      <NewPassword
        password={password}
        repeated={repeated}
        onChange={(part) => {
          setTyped({ ...typed, ...part });
          changed();
        }}
      />
    </FlowForm>
  );
}
