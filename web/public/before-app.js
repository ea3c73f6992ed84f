// Runs before the first paint and before the app is loaded. A file, because the content security policy allows no inline
// script.

// A page in the chosen colors never flashes in the others.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is disabled, so the system's colors apply.
}

// The app takes this answer: see web/src/api/session-lookup.ts. Browsers ask again after a preload that answered 401.
const sessionLookup = fetch('/api/auth/session');
window.sessionLookup = sessionLookup;
// The app reports a failure. Without this line the browser would report it, too.
sessionLookup.catch(() => {});
