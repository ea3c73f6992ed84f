import { lazy } from 'react';
import { call } from '../../../api/call.ts';
import { useTimedFlag } from '../../../lib/use-timed-flag.ts';
import { site } from '../../../site.ts';
import { LinkButton } from '../../../ui/buttons/button.tsx';
import { LazyPart } from '../../../ui/feedback/lazy-part.tsx';
import type { Flow } from '../flow/use-flow.ts';
import { groupByFour, otpauthUri } from './format.ts';
import { MfaForm } from './mfa-form.tsx';
import styles from './setup-mfa.module.css';

const copiedMs = 3_000;

const QrCode = lazy(() => import('./qr-code.tsx'));

export function SetupMfaPage({ flow }: { flow: Flow }) {
  const { username } = flow.entry;
  return (
    <MfaForm
      flow={flow}
      title="Set up an authenticator"
      lead="Scan this code with an authenticator app, then enter the code that the app shows."
      confirm={(userCode) => call('POST /api/auth/cognito/setup_mfa', { body: { userCode } })}
      onDone={() => flow.go('sign_up_done', { username, replace: true })}
    >
      <div className={styles.secret}>
        <div className={styles.picture}>
          <LazyPart failure={<p>Could not load the QR code.</p>}>
            <QrCode text={otpauthUri(site.title, username, flow.totp)} />
          </LazyPart>
        </div>
        <Secret secret={flow.totp} />
      </div>
    </MfaForm>
  );
}

/** The content of the QR code, to type or to copy. */
function Secret({ secret }: { secret: string }) {
  const [isCopied, showCopied] = useTimedFlag(copiedMs);
  const copy = () => {
    navigator.clipboard.writeText(secret).then(showCopied, () => {
      // The browser refused. The secret is on the screen and can be selected.
    });
  };
  return (
    <div className={styles.secretText}>
      <p>Cannot scan it? Enter this key:</p>
      <code>{groupByFour(secret)}</code>
      <p>
        <LinkButton onClick={copy}>Copy</LinkButton> <output className={styles.copied}>{isCopied && 'Copied'}</output>
      </p>
    </div>
  );
}
