import { lazy, Suspense } from 'react';
import { call } from '../../../api/call.ts';
import { useTimedFlag } from '../../../lib/use-timed-flag.ts';
import { site } from '../../../site.ts';
import { LinkButton } from '../../../ui/buttons/button.tsx';
import { otpauthUri, groupByFour } from '../messages.ts';
import { MfaForm } from './mfa-form.tsx';
import styles from './setup-mfa.module.css';
import type { Flow } from '../flow/use-flow.ts';

const copiedMs = 3_000;

/** Loaded for this page only. Without it there is still the secret to type. */
const QrCode = lazy(() => import('./qr-code.tsx').catch(() => ({ default: NoPicture })));

export function SetupMfaPage({ flow }: { flow: Flow }) {
  const { username } = flow.entry;
  return (
    <MfaForm
      flow={flow}
      title="Set up an authenticator"
      lead="Scan this with an authenticator app, then type the code that it shows."
      confirm={(userCode) => call('POST /api/auth/cognito/setup_mfa', { body: { userCode } })}
      onDone={() => flow.go('sign_up_done', { username, replace: true })}
    >
      <div className={styles.secret}>
        <div className={styles.picture}>
          <Suspense>
            <QrCode text={otpauthUri(site.title, username, flow.totp)} />
          </Suspense>
        </div>
        <Secret secret={flow.totp} />
      </div>
    </MfaForm>
  );
}

const NoPicture = () => <p>The picture could not be loaded.</p>;

/** The same as the picture, to type or to copy. */
function Secret({ secret }: { secret: string }) {
  const [isCopied, noteCopied] = useTimedFlag(copiedMs);
  const copy = () => {
    navigator.clipboard.writeText(secret).then(noteCopied, () => {
      // Not allowed to: the secret stands there to be selected.
    });
  };
  return (
    <div className={styles.words}>
      <p>Or type this secret:</p>
      <code>{groupByFour(secret)}</code>
      <p>
        <LinkButton onClick={copy}>copy</LinkButton> <output className={styles.copied}>{isCopied && 'copied'}</output>
      </p>
    </div>
  );
}
