import { useSyncExternalStore } from 'react';
import type { Theme } from 'shared-types/rules/auth/preferences';
import { choose, getChoices, onPreferences } from './preferences.ts';

const dark = window.matchMedia('(prefers-color-scheme: dark)');
const paperColors = { light: '#fbfaf8', dark: '#161513' };

const systemTheme = () => (dark.matches ? 'dark' : 'light');

/** before-app.js sets the user's choice before the first paint. Without one the system's theme applies. */
function currentTheme() {
  const { theme } = getChoices();
  return theme === 'system' ? systemTheme() : theme;
}

/** Choosing the system's theme with a switch of two means to follow the system again. */
export const setTheme = (theme: Theme) => choose({ theme: theme === systemTheme() ? 'system' : theme });

/** Gives the browser's own bars the color of the chosen theme. By themselves they follow the system's theme. */
export function updateThemeColor() {
  const { theme } = getChoices();
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
    meta.content = paperColors[theme === 'system' ? (meta.media.includes('dark') ? 'dark' : 'light') : theme];
}
onPreferences(updateThemeColor);

function subscribe(listener: () => void) {
  const end = onPreferences(listener);
  dark.addEventListener('change', listener);
  return () => {
    end();
    dark.removeEventListener('change', listener);
  };
}

export const useTheme = () => useSyncExternalStore(subscribe, currentTheme);
