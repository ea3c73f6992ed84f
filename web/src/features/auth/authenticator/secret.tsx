import { useTimedFlag } from '../../../lib/use-timed-flag.ts';
import { site } from '../../../site.ts';
import { LinkButton } from '../../../ui/buttons/button.tsx';
import { LazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { onDemand } from '../../../ui/feedback/on-demand.tsx';
import styles from './setup-mfa.module.css';

const copiedMs = 3_000;

const QrCode = onDemand(() => import('./qr-code.tsx'));

/** Groups the secret by four characters, as authenticator apps ask for it. */
export const groupByFour = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ');

/** Returns the key URI that authenticator apps read from a QR code. */
export function otpauthUri(siteTitle: string, username: string, secret: string) {
  const label = [siteTitle, username].map(encodeURIComponent).join(':');
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(siteTitle)}`;
}

/** The secret of an authenticator, as a QR code and as a key to type or to copy. */
export const Secret = ({ username, secret }: { username: string; secret: string }) => (
  <div className={styles.secret}>
    <div className={styles.picture}>
      <LazyPart failure={<p>Could not load the QR code.</p>}>
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
      <p>Cannot scan it? Enter this key:</p>
      <code>{groupByFour(secret)}</code>
      <p>
        <LinkButton onClick={copy}>Copy</LinkButton> <output className={styles.copied}>{isCopied && 'Copied'}</output>
      </p>
    </div>
  );
}
