import { call } from '../../../api/call.ts';
import type { Flow } from '../flow/use-flow.ts';
import { MfaForm } from './mfa-form.tsx';
import { Secret } from './secret.tsx';
import * as texts from './messages.ts';

export function SetupMfaPage({ flow }: { flow: Flow }) {
  const { username } = flow.entry;
  return (
    <MfaForm
      flow={flow}
      title={texts.setUpAnAuthenticator}
      lead={flow.isNewTotp ? texts.scanNewForSetup : texts.scanForSetup}
      confirm={(userCode) => call('POST /api/auth/cognito/setup_mfa', { body: { userCode } })}
      onDone={() => flow.go('sign_up_done', { username, replace: true })}
      ended="setupEnded"
    >
      <Secret username={username} secret={flow.totp} />
    </MfaForm>
  );
}
