import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { resetRefusal } from '../messages.ts';
import { CodeField } from '../flow/code-field.tsx';
import { Form } from '../flow/flow-form.tsx';
import { ReadOnlyUsername, SendAgain } from '../flow/emailed-code.tsx';
import { isNewPassword, NewPassword } from './new-password.tsx';
import { Refusal, useFocusOn } from '../flow/refusal.tsx';
import type { Flow } from '../flow/use-flow.ts';

export function ResetPasswordPage({ flow }: { flow: Flow }) {
  const { username } = flow.entry;
  const [code, setCode] = useState('');
  const [typed, setTyped] = useState({ password: '', repeated: '' });
  const { password, repeated } = typed;
  const change = useMutation({
    mutationFn: () =>
      call('POST /api/auth/cognito/reset_password', { body: { username, confirmationCode: code.trim(), password } }),
    onSuccess: () => {
      flow.carry({ username, password: '' });
      flow.go('sign_in', { isReset: true, replace: true });
    },
  });
  const field = useFocusOn(change.error);
  const changed = () => {
    if (!change.isPending) change.reset();
  };
  const sendAgain = () => {
    changed();
    return call('POST /api/auth/cognito/forgot_password', { body: { username } });
  };
  return (
    <Form
      title="New password"
      lead="If there is such an account, a code was sent to its e-mail address."
      label="Change password"
      canSubmit={code.trim() !== '' && isNewPassword(password, repeated)}
      isBusy={change.isPending}
      submit={() => change.mutate()}
      back={flow.back}
      more={<SendAgain send={sendAgain} />}
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
        error={change.error && <Refusal refusal={resetRefusal(change.error)} />}
      />
      <NewPassword
        password={password}
        repeated={repeated}
        onChange={(part) => {
          setTyped({ ...typed, ...part });
          changed();
        }}
      />
    </Form>
  );
}
