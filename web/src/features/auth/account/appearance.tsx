import { chooseTheme, type ThemeChoice, useThemeChoice } from '../../../lib/theme.ts';
import styles from './account-card.module.css';

const themes: [ThemeChoice, string][] = [
  ['system', 'Like the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

/** The colors of this browser. */
export function Appearance() {
  const chosen = useThemeChoice();
  return (
    <section className={styles.sessions}>
      <h2>Appearance</h2>
      <div className={styles.themes} role="radiogroup" aria-label="Appearance">
        {themes.map(([theme, name]) => (
          <label key={theme}>
            <input type="radio" name="theme" checked={chosen === theme} onChange={() => chooseTheme(theme)} /> {name}
          </label>
        ))}
      </div>
    </section>
  );
}
