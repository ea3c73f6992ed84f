import styles from './hand-in.module.css';
import * as texts from './messages.ts';

/** The result of one page that was handed in. */
export interface HandInResult {
  key: string;
  /** The name of the file, or the address of the page. */
  name: string;
  /** Undefined while the page is read. */
  text?: string;
  isBad: boolean;
}

export const HandInResults = ({ results }: { results: readonly HandInResult[] }) => (
  <ul className={styles.results} aria-live="polite">
    {results.map(({ key, name, text, isBad }) => (
      <li key={key} className={isBad ? styles.bad : undefined}>
        <span className={styles.file}>{name}</span> {text ?? texts.reading}
      </li>
    ))}
  </ul>
);
