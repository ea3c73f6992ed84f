import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark';
export type ThemeChoice = Theme | 'system';

const dark = window.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();
const paperColors = { light: '#fbfaf8', dark: '#161513' };

const systemTheme = (): Theme => (dark.matches ? 'dark' : 'light');

/** before-app.js sets the user's choice before the first paint. Without one the system's theme applies. */
function currentTheme(): Theme {
  const chosen = document.documentElement.dataset['theme'];
  return chosen === 'light' || chosen === 'dark' ? chosen : systemTheme();
}

/** Keeps the user's choice. */
export function chooseTheme(choice: ThemeChoice) {
  const follows = choice === 'system';
  if (follows) delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = choice;
  try {
    if (follows) localStorage.removeItem('theme');
    else localStorage.setItem('theme', choice);
  } catch {
    // Storage is disabled, so the choice lasts until the page closes.
  }
  updateThemeColor();
  for (const listener of listeners) listener();
}

/** Choosing the system's theme with a switch of two means to follow the system again. */
export const setTheme = (theme: Theme) => chooseTheme(theme === systemTheme() ? 'system' : theme);

/** Gives the browser's own bars the color of the chosen theme. By themselves they follow the system's theme. */
export function updateThemeColor() {
  const chosen = document.documentElement.dataset['theme'];
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
    meta.content = paperColors[chosen ? currentTheme() : meta.media.includes('dark') ? 'dark' : 'light'];
}

/** Another tab has chosen. An absent choice follows the system. */
function followOtherTabs({ key, newValue }: StorageEvent) {
  if (key !== 'theme') return;
  if (newValue === 'light' || newValue === 'dark') document.documentElement.dataset['theme'] = newValue;
  else delete document.documentElement.dataset['theme'];
  updateThemeColor();
  for (const listener of listeners) listener();
}
window.addEventListener('storage', followOtherTabs);

function subscribe(listener: () => void) {
  listeners.add(listener);
  dark.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    dark.removeEventListener('change', listener);
  };
}

export const useTheme = () => useSyncExternalStore(subscribe, currentTheme);

const currentChoice = (): ThemeChoice => (document.documentElement.dataset['theme'] ? currentTheme() : 'system');

export const useThemeChoice = () => useSyncExternalStore(subscribe, currentChoice);
