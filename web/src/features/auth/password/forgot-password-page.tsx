import { useMutation } from '@tanstack/react-query';
import { usernameOf } from 'shared-types/rules/username';
import { call } from '../../../api/call.ts';
import { emailCodeError } from '../messages.ts';
import { Field } from '../flow/field.tsx';
import { FlowForm } from '../flow/flow-form.tsx';
import { FormErrorText, useFocusOnError } from '../flow/refusal.tsx';
import type { Flow } from '../flow/use-flow.ts';

export function ForgotPasswordPage({ flow }: { flow: Flow }) {
  const { username } = flow;
  const send = useMutation({
    mutationFn: () => call('POST /api/auth/cognito/forgot_password', { body: { username } }),
    onSuccess: () => flow.go('reset_password', { username: usernameOf(username) }),
  });
  const field = useFocusOnError(send.error);
  return (
    <FlowForm
      title="Forgot password"
      lead="A code to set a new one is sent to your e-mail address."
      label="Send a code"
      canSubmit={username.trim() !== ''}
      isBusy={send.isPending}
      submit={() => send.mutate()}
      back={flow.back}
    >
      <Field
        ref={field}
        label="Username"
        hint="your e-mail address"
        name="username"
        type="email"
        autoComplete="username"
        value={username}
        onChange={({ target }) => {
          flow.setInput({ username: target.value });
          if (!send.isPending) send.reset();
        }}
        error={send.error && <FormErrorText refusal={emailCodeError(send.error)} />}
      />
    </FlowForm>
  );
}
