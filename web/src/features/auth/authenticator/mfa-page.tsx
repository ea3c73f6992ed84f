import { call } from '../../../api/call.ts';
import { MfaForm } from './mfa-form.tsx';
import type { Flow } from '../flow/use-flow.ts';
import * as texts from './messages.ts';

export function MfaPage({ flow }: { flow: Flow }) {
  const { username } = flow.entry;
  return (
    <MfaForm
      flow={flow}
      title={texts.twoStepVerification}
      lead={texts.enterCode}
      confirm={(userCode) => call('POST /api/auth/cognito/sign_in_confirm', { body: { username, userCode } })}
      onDone={flow.finishSignIn}
      ended="signInEnded"
    />
  );
}
