import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isUsername, usernameMessage, usernameOf } from 'shared-types/rules/auth/username';
import { call } from '../../../api/call.ts';
import { signUpError } from '../flow/describe-refusal.ts';
import { FlowField } from '../flow/flow-field.tsx';
import { FlowForm } from '../flow/flow-form.tsx';
import { isValidNewPassword, NewPassword } from '../password/new-password.tsx';
import { FormErrorText, useFocusOnError } from '../flow/form-error.tsx';
import type { FlowPageProps } from '../flow/use-flow.ts';

export function SignUpPage({ flow, title }: FlowPageProps) {
  const { username, password } = flow;
  const [invitation, setInvitation] = useState(flow.invitation);
  const [repeated, setRepeated] = useState('');
  const [isNameLeft, setNameLeft] = useState(false);
  const isName = isUsername(usernameOf(username));
  const signUp = useMutation({
    mutationFn: () =>
      call('POST /api/auth/cognito/sign_up', { body: { username, password, registrationCode: invitation.trim() } }),
    onSuccess: () => flow.go('sign_up_confirm', { username: usernameOf(username) }),
  });
  const field = useFocusOnError(signUp.error);
  const changed = () => {
    if (!signUp.isPending) signUp.reset();
  };
  return (
    <FlowForm
      title={title}
      lead="You need an invitation from the owner."
      label="Sign Up"
      canSubmit={invitation.trim() !== '' && isName && isValidNewPassword(password, repeated)}
      isBusy={signUp.isPending}
      submit={() => signUp.mutate()}
      back={flow.back}
    >
      <FlowField
        ref={field}
        label="Invitation code"
        name="invitation"
        autoComplete="off"
        value={invitation}
        onChange={({ target }) => {
          setInvitation(target.value);
          changed();
        }}
        error={signUp.error && <FormErrorText error={signUpError(signUp.error)} />}
      />
      <FlowField
        label="Username"
        hint="Your email address"
        name="username"
        type="email"
        autoComplete="username"
        value={username}
        onBlur={() => setNameLeft(true)}
        onChange={({ target }) => {
          flow.setInput({ username: target.value });
          changed();
        }}
        error={isNameLeft && username !== '' && !isName && usernameMessage}
      />
      <NewPassword
        password={password}
        repeated={repeated}
        onChange={(typed) => {
          if ('password' in typed) flow.setInput(typed);
          else setRepeated(typed.repeated);
          changed();
        }}
      />
    </FlowForm>
  );
}
