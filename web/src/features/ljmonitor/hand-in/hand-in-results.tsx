import { LinkButton } from '../../../ui/buttons/button.tsx';
import styles from './hand-in.module.css';
import { describeHandedIn, type HandedIn, isBadResult } from './describe-handed-in.ts';

/** The result of one page that was handed in. */
export interface HandInResult {
  key: string;
  /** The name of the file, or the address of the page. */
  name: string;
  /** Undefined while the page is read. */
  text?: string;
  /** The address of the page to open instead. */
  open?: string | undefined;
  isBad: boolean;
  /** Hands the page in once more. It is absent when that cannot help. */
  onRetry?: (() => void) | undefined;
}

export const describeResult = (handed: HandedIn) => ({
  text: describeHandedIn(handed),
  open: handed.open,
  isBad: isBadResult(handed),
});

export const HandInResults = ({ results }: { results: readonly HandInResult[] }) => (
  <ul className={styles.results} aria-live="polite">
    {results.map(({ key, name, text, open, isBad, onRetry }) => (
      <li key={key} className={isBad ? styles.bad : undefined}>
        <span className={styles.file}>{name}</span> {text ?? 'Reading…'}
        <PageToOpen url={open} />
        {onRetry && (
          <>
            {' '}
            <LinkButton onClick={onRetry}>Hand in again</LinkButton>
          </>
        )}
      </li>
    ))}
  </ul>
);

/** The link to the page to open instead of a refused one. */
export function PageToOpen({ url }: { url: string | undefined }) {
  if (url === undefined) return null;
  const { host, pathname } = new URL(url);
  return (
    <>
      {' '}
      <a className={styles.open} href={url} target="_blank" rel="noreferrer">
        {host + pathname}
      </a>
    </>
  );
}
