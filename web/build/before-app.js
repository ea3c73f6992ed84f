// Runs before the first paint and before the app is loaded. The build writes it into the document, and the content security
// policy allows it by its hash: see web/build/document-script.ts.

// A page in the chosen colors never flashes in the others.
try {
  const preferences = localStorage.getItem('preferences') ?? '';
  for (const name of ['theme', 'density'])
    document.documentElement.dataset[name] = new RegExp(`"${name}":"(\\w+)"`).exec(preferences)?.[1] ?? '';
} catch {
  // Storage is disabled, or empty, so the system's colors apply.
}

// The app takes this response: see web/src/api/session-lookup.ts. Browsers ask again after a preload that got a 401.
const sessionLookup = fetch('/api/auth/session');
window.sessionLookup = sessionLookup;
// The app reports a failure. Without this line the browser would report it, too.
sessionLookup.catch(() => {});

// The parts that hear other tabs load some seconds after the page: see web/src/layout/tabs/early-told.ts.
const earlyTold = new Map();
window.earlyTold = earlyTold;
for (const name of window.BroadcastChannel ? ['data', 'stale data'] : []) {
  const channel = new window.BroadcastChannel(name);
  const messages = [];
  channel.addEventListener('message', ({ data }) => messages.push(data));
  earlyTold.set(name, { channel, messages });
  // The page of a visitor never takes them.
  setTimeout(() => channel.close(), 30_000);
}

// The files of the screen load beside those of the app.
/** @type {Record<string, string[]>} */
const filesOfScreens = {};
const screenName = location.pathname.split('/')[1] ?? '';
for (const file of Object.hasOwn(filesOfScreens, screenName) ? (filesOfScreens[screenName] ?? []) : []) {
  const isSheet = file.endsWith('.css');
  const link = document.createElement('link');
  link.rel = isSheet ? 'preload' : 'modulepreload';
  link.as = isSheet ? 'style' : 'script';
  link.crossOrigin = '';
  link.href = `/${file}`;
  document.head.append(link);
}
