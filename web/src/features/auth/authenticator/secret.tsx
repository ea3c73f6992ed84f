import { useTimedFlag } from '../../../lib/use-timed-flag.ts';
import { site } from '../../../site.ts';
import { LinkButton } from '../../../ui/buttons/button.tsx';
import { LazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { onDemand } from '../../../ui/feedback/on-demand.tsx';
import { groupByFour, otpauthUri } from './format.ts';
import styles from './setup-mfa.module.css';
import * as texts from './messages.ts';

const copiedMs = 3_000;

const QrCode = onDemand(() => import('./qr-code.tsx'));

/** The secret of an authenticator, as a QR code and as a key to type or to copy. */
export const Secret = ({ username, secret }: { username: string; secret: string }) => (
  <div className={styles.secret}>
    <div className={styles.picture}>
      <LazyPart failure={<p>{texts.couldNotLoadQr}</p>}>
        <QrCode text={otpauthUri(site.title, username, secret)} />
      </LazyPart>
    </div>
    <Key secret={secret} />
  </div>
);

/** The content of the QR code, to type or to copy. */
function Key({ secret }: { secret: string }) {
  const [isCopied, showCopied] = useTimedFlag(copiedMs);
  const copy = () => {
    navigator.clipboard.writeText(secret).then(showCopied, () => {
      // The browser refused. The secret is on the screen and can be selected.
    });
  };
  return (
    <div className={styles.secretText}>
      <p>{texts.enterKeyInstead}</p>
      <code>{groupByFour(secret)}</code>
      <p>
        <LinkButton onClick={copy}>{texts.copy}</LinkButton>{' '}
        <output className={styles.copied}>{isCopied && texts.copied}</output>
      </p>
    </div>
  );
}
