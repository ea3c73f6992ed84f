import { call } from '../../../api/call.ts';
import { MfaForm } from './mfa-form.tsx';
import type { Flow } from '../flow/use-flow.ts';

export function MfaPage({ flow }: { flow: Flow }) {
  const { username } = flow.entry;
  return (
    <MfaForm
      flow={flow}
      title="One more step"
      lead="Your authenticator shows a code for this site."
      confirm={(userCode) => call('POST /api/auth/cognito/sign_in_confirm', { body: { username, userCode } })}
      onDone={flow.finishSignIn}
    />
  );
}
