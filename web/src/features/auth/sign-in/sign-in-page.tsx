import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { usernameOf } from 'shared-types/rules/auth/username';
import { call } from '../../../api/call.ts';
import { LinkButton } from '../../../ui/buttons/button.tsx';
import { signInError } from '../flow/describe-refusal.ts';
import { FlowField } from '../flow/flow-field.tsx';
import { pageAfterPassword, type SignInReason, totpSecretOf } from '../flow/flow-page.ts';
import { FlowForm } from '../flow/flow-form.tsx';
import { FormErrorText, useFocusOnError } from '../flow/form-error.tsx';
import type { FlowPageProps } from '../flow/use-flow.ts';

/** Why the user is on the sign-in page again, and what to do. */
const reasonTexts: Record<SignInReason, string> = {
  passwordChanged: 'Your password has been changed. Sign in with the new one.',
  signInEnded: 'Your sign-in has ended, because a code was wrong or it took too long. Sign in again.',
  setupEnded:
    'Your setup has ended, because a code was wrong or it took too long. Sign in again, then scan the new QR code.',
  setupLeft: 'A QR code is shown only once. Sign in again, then scan the new one.',
};

export function SignInPage({ flow, title }: FlowPageProps) {
  const { username, password, search, totp } = flow;
  const { reason } = flow.entry;
  const navigate = useNavigate();
  const signIn = useMutation({
    mutationFn: () => call('POST /api/auth/cognito/sign_in', { body: { username, password } }),
    onSuccess: flow.finishSignIn,
    onError: (error) => {
      const next = pageAfterPassword(error);
      const hadTotp = totp !== '' || reason === 'setupEnded' || reason === 'setupLeft';
      if (next === 'setup_mfa') flow.setInput({ totp: totpSecretOf(error), isNewTotp: hadTotp });
      if (next) flow.go(next, { username: usernameOf(username) });
    },
  });
  const refused = signIn.error && !pageAfterPassword(signIn.error) ? signIn.error : null;
  const field = useFocusOnError(refused);
  const change = (changed: { username: string } | { password: string }) => {
    flow.setInput(changed);
    if (!signIn.isPending) signIn.reset();
  };
  return (
    <FlowForm
      title={title}
      lead={reason && <span role="alert">{reasonTexts[reason]}</span>}
      label="Sign In"
      canSubmit={username !== '' && password !== ''}
      isBusy={signIn.isPending || signIn.isSuccess}
      submit={() => signIn.mutate()}
      back={() => void navigate({ pathname: '/auth', search })}
      more={
        <>
          <p>
            <LinkButton onClick={() => flow.go('sign_up')}>Don't have an account? Sign Up</LinkButton>
          </p>
          <p>
            <LinkButton onClick={() => flow.go('forgot_password')}>Forgot your password?</LinkButton>
          </p>
        </>
      }
    >
      <FlowField
        label="Username"
        hint="Your email address"
        name="username"
        autoComplete="username"
        inputMode="email"
        value={username}
        onChange={({ target }) => change({ username: target.value })}
      />
      <FlowField
        ref={field}
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={({ target }) => change({ password: target.value })}
        error={refused && <FormErrorText error={signInError(refused)} />}
        note={signIn.isPending && 'Signing in…'}
      />
    </FlowForm>
  );
}
