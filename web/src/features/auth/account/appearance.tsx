import type { Theme } from 'shared-types/rules/auth/preferences';
import { choose, usePreferences } from '../../../lib/preferences/preferences.ts';
import styles from './account-card.module.css';
import * as texts from './messages.ts';

const themes: [Theme, string][] = [
  ['system', texts.likeTheSystem],
  ['light', texts.light],
  ['dark', texts.dark],
];

/** How a question in the chat is sent. */
export function SendingKey() {
  const { enterSends } = usePreferences();
  return (
    <section className={styles.sessions}>
      <h2>{texts.chat}</h2>
      <div className={styles.themes}>
        <label>
          <input
            type="checkbox"
            checked={enterSends}
            onChange={({ target }) => choose({ enterSends: target.checked })}
          />{' '}
          {texts.enterSends}
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
      <h2>{texts.appearance}</h2>
      <div className={styles.themes} role="radiogroup" aria-label={texts.appearance}>
        {themes.map(([theme, name]) => (
          <label key={theme}>
            <input type="radio" name="theme" checked={chosen === theme} onChange={() => choose({ theme })} /> {name}
          </label>
        ))}
      </div>
    </section>
  );
}
