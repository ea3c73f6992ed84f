import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark';

const dark = window.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();
const papers = { light: '#fbfaf8', dark: '#161513' };

const systemTheme = (): Theme => (dark.matches ? 'dark' : 'light');

/** theme.js has set it before the first paint; without a choice the system decides. */
function currentTheme(): Theme {
  const chosen = document.documentElement.dataset['theme'];
  return chosen === 'light' || chosen === 'dark' ? chosen : systemTheme();
}

/** Choosing what the system says anyway means to follow the system again. */
export function setTheme(theme: Theme) {
  const follows = theme === systemTheme();
  if (follows) delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  try {
    if (follows) localStorage.removeItem('theme');
    else localStorage.setItem('theme', theme);
  } catch {
    // Storage is switched off: the choice holds for this page.
  }
  updateThemeColor();
  for (const listener of listeners) listener();
}

/** The browser's own bars know the system's colours only; they follow a choice. */
export function updateThemeColor() {
  const chosen = document.documentElement.dataset['theme'];
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
    meta.content = papers[chosen ? currentTheme() : meta.media.includes('dark') ? 'dark' : 'light'];
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  dark.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    dark.removeEventListener('change', listener);
  };
}

export const useTheme = () => useSyncExternalStore(subscribe, currentTheme);
