import { useMutation } from '@tanstack/react-query';
import { usernameOf } from 'shared-types/rules/auth/username';
import { call } from '../../../api/call.ts';
import { emailCodeError } from '../messages.ts';
import { FlowField } from '../flow/flow-field.tsx';
import { FlowForm } from '../flow/flow-form.tsx';
import { FormErrorText, useFocusOnError } from '../flow/form-error.tsx';
import type { Flow } from '../flow/use-flow.ts';
import * as texts from './messages.ts';

export function ForgotPasswordPage({ flow }: { flow: Flow }) {
  const { username } = flow;
  const send = useMutation({
    mutationFn: () => call('POST /api/auth/cognito/forgot_password', { body: { username } }),
    onSuccess: () => flow.go('reset_password', { username: usernameOf(username) }),
  });
  const field = useFocusOnError(send.error);
  return (
    <FlowForm
      title={texts.forgotPassword}
      lead={texts.weWillEmailACode}
      label={texts.sendCode}
      canSubmit={username.trim() !== ''}
      isBusy={send.isPending}
      submit={() => send.mutate()}
      back={flow.back}
    >
      <FlowField
        ref={field}
        label={texts.username}
        hint={texts.yourEmailAddress}
        name="username"
        type="email"
        autoComplete="username"
        value={username}
        onChange={({ target }) => {
          flow.setInput({ username: target.value });
          if (!send.isPending) send.reset();
        }}
        error={send.error && <FormErrorText error={emailCodeError(send.error)} />}
      />
    </FlowForm>
  );
}
