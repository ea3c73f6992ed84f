// The service worker: it starts the app without a network. The build writes the names of its files: see web/build/worker-file.ts.
// It never answers for the API, so it stores no data of a user's.

// With `true`, the next visit of each browser removes the worker and what it has stored: see docs/operations.md.
const isRemoved = false;

/** @type {string[]} */
const startFiles = [];
/** @type {string[]} */
const laterFiles = [];

// The name of the app's own script changes with every file that it loads, so no two builds share a cache.
const prefix = 'site ';
const entry = startFiles[0] ?? '';
const cacheName = prefix + entry;
const options = { cacheName, ignoreVary: true };

/** A document that takes longer than this comes from the cache. */
const maxWaitMs = 4_000;

/**
 * The parts of the worker's events and of its scope that it uses. The library of a page's types lacks them.
 * @typedef {{ json: () => { id: string, title: string, text: string, url: string } }} PushMessageData
 * @typedef {Event & {
 *   request: Request,
 *   waitUntil: (work: Promise<unknown>) => void,
 *   respondWith: (response: Promise<Response>) => void,
 *   data: PushMessageData & string[],
 *   notification: { data: string, close: () => void },
 * }} WorkerEvent
 * @typedef {{ focus: () => Promise<unknown>, navigate: (url: string) => Promise<unknown> }} OpenWindow
 * @typedef {{
 *   addEventListener: (name: string, listener: (event: WorkerEvent) => void) => void,
 *   skipWaiting: () => Promise<void>,
 *   registration: ServiceWorkerRegistration,
 *   clients: {
 *     claim: () => Promise<void>,
 *     matchAll: (options: { type: 'window' }) => Promise<OpenWindow[]>,
 *     openWindow: (url: string) => Promise<unknown>,
 *   },
 * }} WorkerScope
 */
/** @type {WorkerScope} */
// @ts-ignore
const worker = self;

worker.addEventListener('install', (event) => {
  // Open pages lose nothing: the files of their own build stay on the server.
  void worker.skipWaiting();
  if (!isRemoved) event.waitUntil(storeShell());
});

worker.addEventListener('activate', (event) => event.waitUntil(takeOver()));

// A page names the files that it has loaded, because some came from the network before the worker took over.
worker.addEventListener('message', (event) => event.waitUntil(storeLoaded(event.data)));

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (isRemoved || request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate' && isPage(pathname)) event.respondWith(loadPage(request));
  else if (startFiles.concat(laterFiles).includes(pathname)) event.respondWith(loadFile(request));
});

worker.addEventListener('push', (event) => event.waitUntil(show(event)));

worker.addEventListener('notificationclick', (event) => event.waitUntil(open(event)));

/**
 * Shows a message that lambdas/src/notify/services/push.ts has sent. A browser ends the subscription of a site that shows none.
 * @param {WorkerEvent} event
 */
async function show({ data }) {
  const { id, title, text, url } = data.json();
  // A message that was sent twice shows once.
  await worker.registration.showNotification(title, { body: text, tag: id, data: url, icon: '/icon-192.png' });
}

/**
 * Opens the page with the news, in a window that is open already if there is one.
 * @param {WorkerEvent} event
 */
async function open({ notification }) {
  notification.close();
  const [window] = await worker.clients.matchAll({ type: 'window' });
  if (!window) return worker.clients.openWindow(notification.data);
  await window.focus();
  return window.navigate(notification.data);
}

async function storeShell() {
  const shell = await fetch('/', { cache: 'no-cache' });
  // During a deployment the document may be that of another build.
  if (!(await shell.clone().text()).includes(entry)) throw new Error('the document belongs to another build');
  const cache = await caches.open(cacheName);
  await cache.addAll(startFiles);
  await cache.put('/', shell);
}

async function takeOver() {
  for (const name of await caches.keys())
    if (isRemoved || (name.startsWith(prefix) && name !== cacheName)) await caches.delete(name);
  await (isRemoved ? worker.registration.unregister() : worker.clients.claim());
}

/** @param {string[]} paths */
async function storeLoaded(paths) {
  if (!isRemoved) await Promise.all(laterFiles.filter((file) => paths.includes(file)).map(loadFile));
}

/**
 * Like the edge, it takes a path without a file extension for a page of the app.
 * @param {string} path
 */
const isPage = (path) => !/^\/(api|_local)(\/|$)|^\/ljmonitor\/bring$|\.[^/]*$/.test(path);

const shell = () => caches.match('/', options);

/** @param {Request} request */
async function loadPage(request) {
  const response = fetch(request);
  const late = new Promise((done) => setTimeout(done, maxWaitMs)).then(shell);
  try {
    return (await Promise.race([response, late])) ?? (await response);
  } catch {
    return (await shell()) ?? Response.error();
  }
}

/** @param {Request | string} request */
async function loadFile(request) {
  const stored = await caches.match(request, options);
  if (stored) return stored;
  const response = await fetch(request);
  if (response.ok) await store(request, response.clone());
  return response;
}

/**
 * Without room for it, the file comes from the network again.
 * @param {Request | string} request
 * @param {Response} response
 */
async function store(request, response) {
  try {
    const cache = await caches.open(cacheName);
    await cache.put(request, response);
  } catch {
    // The page has its response.
  }
}
