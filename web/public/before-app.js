// Runs before the first paint, so that a page in the chosen colours never flashes in the others. A file, because the
// content security policy allows no inline script.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is switched off: the system's colours it is.
}
