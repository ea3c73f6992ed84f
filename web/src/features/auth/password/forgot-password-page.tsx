import { useMutation } from '@tanstack/react-query';
import { usernameOf } from 'shared-types/rules/auth/username';
import { call } from '../../../api/call.ts';
import { emailCodeError } from '../flow/describe-refusal.ts';
import { FlowField } from '../flow/flow-field.tsx';
import { FlowForm } from '../flow/flow-form.tsx';
import { FormErrorText, useFocusOnError } from '../flow/form-error.tsx';
import type { FlowPageProps } from '../flow/use-flow.ts';

export function ForgotPasswordPage({ flow, title }: FlowPageProps) {
  const { username } = flow;
  const send = useMutation({
    mutationFn: () => call('POST /api/auth/cognito/forgot_password', { body: { username } }),
    onSuccess: () => flow.go('reset_password', { username: usernameOf(username) }),
  });
  const field = useFocusOnError(send.error);
  return (
    <FlowForm
      title={title}
      lead="We will email you a code to set a new password."
      label="Send code"
      canSubmit={username.trim() !== ''}
      isBusy={send.isPending}
      submit={() => send.mutate()}
      back={flow.back}
    >
      <FlowField
        ref={field}
        label="Username"
        hint="Your email address"
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
