import { setTheme, useTheme } from '../../lib/preferences/theme.ts';
import styles from './top-bar.module.css';

export function ThemeSwitch() {
  const isDark = useTheme() === 'dark';
  return (
    <button
      type="button"
      className={styles.theme}
      aria-label="Dark mode"
      aria-pressed={isDark}
      title={isDark ? 'Light mode' : 'Dark mode'}
      onClick={() => setTheme(isDark ? 'light' : 'dark')}
    >
      <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
        <circle cx="8" cy="8" r="6.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
        <path d="M8 1.75a6.25 6.25 0 0 1 0 12.5z" fill="currentColor" />
      </svg>
    </button>
  );
}
