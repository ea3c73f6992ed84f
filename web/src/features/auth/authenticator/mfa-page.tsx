import { call } from '../../../api/call.ts';
import { MfaForm } from './mfa-form.tsx';
import type { FlowPageProps } from '../flow/use-flow.ts';

export function MfaPage({ flow, title }: FlowPageProps) {
  const { username } = flow.entry;
  return (
    <MfaForm
      flow={flow}
      title={title}
      lead="Enter the 6-digit code from your authenticator app. A code works once: after setting up the app, wait for its next one."
      confirm={(userCode) => call('POST /api/auth/cognito/sign_in_confirm', { body: { username, userCode } })}
      onDone={flow.finishSignIn}
      ended="signInEnded"
    />
  );
}
