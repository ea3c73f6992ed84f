import { call } from '../../../api/call.ts';
import type { FlowPageProps } from '../flow/use-flow.ts';
import { MfaForm } from './mfa-form.tsx';
import { Secret } from './secret.tsx';

export function SetupMfaPage({ flow, title }: FlowPageProps) {
  const { username } = flow.entry;
  return (
    <MfaForm
      flow={flow}
      title={title}
      lead={
        flow.isNewTotp
          ? 'This QR code is new. In your authenticator app, delete the entry from the earlier one. Then scan this code and enter the code that the app shows.'
          : 'Scan this code with an authenticator app, then enter the code that the app shows.'
      }
      confirm={(userCode) => call('POST /api/auth/cognito/setup_mfa', { body: { userCode } })}
      onDone={() => flow.go('sign_up_done', { username, replace: true })}
      ended="setupEnded"
    >
      <Secret username={username} secret={flow.totp} />
    </MfaForm>
  );
}
