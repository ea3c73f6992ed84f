import type { Theme } from 'shared-types/rules/auth/preferences';
import { choose, usePreferences } from '../../../lib/preferences/preferences.ts';
import styles from './account-card.module.css';

const themes: [Theme, string][] = [
  ['system', 'Match system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

/** How a question in the chat is sent. */
export function SendingKey() {
  const { enterSends } = usePreferences();
  return (
    <section className={styles.sessions}>
      <h2>Chat</h2>
      <div className={styles.themes}>
        <label>
          <input
            type="checkbox"
            checked={enterSends}
            onChange={({ target }) => choose({ enterSends: target.checked })}
          />{' '}
          Enter sends in the chat, and Shift+Enter starts a new line.
        </label>
      </div>
    </section>
  );
}

/** The colors of the site. */
export function Appearance() {
  const chosen = usePreferences().theme;
  return (
    <section className={styles.sessions}>
      <h2>Appearance</h2>
      <div className={styles.themes} role="radiogroup" aria-label="Appearance">
        {themes.map(([theme, name]) => (
          <label key={theme}>
            <input type="radio" name="theme" checked={chosen === theme} onChange={() => choose({ theme })} /> {name}
          </label>
        ))}
      </div>
    </section>
  );
}
