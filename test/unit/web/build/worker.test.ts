import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, jest } from '@jest/globals';

const origin = 'https://site.example';
const source = readFileSync('web/build/worker.js', 'utf8');

interface FakeRequest {
  url: string;
  method: string;
  mode: string;
}
interface WorkerEvent {
  request?: FakeRequest;
  data?: { json: () => unknown } | string[];
  notification?: { data: string; close: () => void };
  waitUntil: (work: Promise<unknown>) => void;
  respondWith: (response: Promise<Response>) => void;
}

const pathOf = (request: string | FakeRequest) =>
  new URL(typeof request === 'string' ? request : request.url, origin).pathname;

/** Stores texts by cache and path, as a browser keeps them between two builds. */
const stored = () => new Map<string, Map<string, string>>();

/** Runs the worker of a build. Its server is a function that returns the text of a path, or throws without a network. */
function startWorker(
  build: string,
  caches: ReturnType<typeof stored>,
  serve: (path: string) => string | Promise<string>,
  isRemoved = false,
) {
  const listeners = new Map<string, (event: WorkerEvent) => void>();
  const unregister = jest.fn();
  const showNotification = jest.fn();
  const windows: { focus: () => void; navigate: (url: string) => void }[] = [];
  const openWindow = jest.fn();
  const claim = jest.fn();
  const fetch = async (request: string | FakeRequest) => new Response(await serve(pathOf(request)));
  const open = async (name: string) => {
    const files = caches.get(name) ?? new Map<string, string>();
    caches.set(name, files);
    return {
      addAll: async (paths: string[]) => {
        for (const path of paths) files.set(path, await serve(path));
      },
      put: async (request: string | FakeRequest, response: Response) =>
        void files.set(pathOf(request), await response.text()),
    };
  };
  const timers: (() => void)[] = [];
  runInNewContext(
    source
      .replace('startFiles = []', `startFiles = ['/assets/index-${build}.js']`)
      .replace('laterFiles = []', `laterFiles = ['/assets/costs-${build}.js']`)
      .replace('isRemoved = false', `isRemoved = ${isRemoved}`),
    {
      self: {
        addEventListener: (name: string, listener: (event: WorkerEvent) => void) => listeners.set(name, listener),
        skipWaiting: () => {},
        registration: { unregister, showNotification },
        clients: { claim, matchAll: async () => windows, openWindow },
      },
      caches: {
        open,
        keys: async () => [...caches.keys()],
        delete: async (name: string) => caches.delete(name),
        match: async (request: string | FakeRequest, { cacheName }: { cacheName: string }) => {
          const text = caches.get(cacheName)?.get(pathOf(request));
          return text === undefined ? undefined : new Response(text);
        },
      },
      fetch,
      location: { origin },
      URL,
      Response,
      setTimeout: (run: () => void) => void timers.push(run),
    },
  );
  async function dispatch(name: string, fields: Partial<WorkerEvent> = {}) {
    const works: Promise<unknown>[] = [];
    const responses: Promise<Response>[] = [];
    listeners.get(name)?.({
      ...fields,
      waitUntil: (work) => void works.push(work),
      respondWith: (response) => void responses.push(response),
    });
    await Promise.all(works);
    return responses;
  }
  return {
    unregister,
    claim,
    timers,
    showNotification,
    windows,
    openWindow,
    push: async (message: object) => void (await dispatch('push', { data: { json: () => message } })),
    async click(url: string) {
      const close = jest.fn();
      void (await dispatch('notificationclick', { notification: { data: url, close } }));
      expect(close).toHaveBeenCalled();
    },
    tell: async (paths: string[]) => void (await dispatch('message', { data: paths })),
    install: async () => void (await dispatch('install')),
    activate: async () => void (await dispatch('activate')),
    /** Returns the worker's response; undefined if it leaves the request to the browser. */
    async ask(path: string, mode = 'navigate', method = 'GET') {
      const [response] = await dispatch('fetch', { request: { url: new URL(path, origin).href, method, mode } });
      return (await response)?.text();
    },
  };
}

const online = (build: string) => (path: string) => (path === '/' ? `<script src="/assets/index-${build}.js">` : path);
const offline = () => {
  throw new TypeError('Failed to fetch');
};
async function installed(build = '1', caches = stored()) {
  const worker = startWorker(build, caches, online(build));
  await worker.install();
  await worker.activate();
  return caches;
}

describe('the service worker', () => {
  it('leaves the API, the hand-in of pages, files of other builds and other sites to the browser', async () => {
    const worker = startWorker('1', await installed(), online('1'));
    for (const path of [
      '/api/auth/session',
      '/api/auth/logout',
      '/api',
      '/_local/x',
      '/ljmonitor/bring',
      '/icon-192.png',
    ])
      expect([path, await worker.ask(path)]).toEqual([path, undefined]);
    expect(await worker.ask('/api/chat/usage', 'cors')).toBeUndefined();
    expect(await worker.ask('/assets/index-0.js', 'cors')).toBeUndefined();
    expect(await worker.ask('https://other.example/assets/index-1.js', 'cors')).toBeUndefined();
    expect(await worker.ask('/stack', 'navigate', 'POST')).toBeUndefined();
  });

  it('responds to every page with the document of the network, and without one with its own', async () => {
    const caches = await installed();
    const newer = startWorker('1', caches, () => 'newer');
    expect([await newer.ask('/'), await newer.ask('/ljmonitor/bring/x')]).toEqual(['newer', 'newer']);
    const alone = startWorker('1', caches, offline);
    for (const path of ['/', '/chat/1', '/apiary']) expect(await alone.ask(path)).toBe(online('1')('/'));
  });

  it('waits some seconds for the network, then shows its own document', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const worker = startWorker('1', await installed(), () => promise);
    const response = worker.ask('/');
    worker.timers.forEach((run) => run());
    expect(await response).toBe(online('1')('/'));
    resolve('too late');
  });

  it('has each file of its build at hand after the first use, and those with which a page starts before it', async () => {
    const caches = await installed();
    const files = ['/assets/index-1.js', '/assets/costs-1.js'];
    const alone = startWorker('1', caches, offline);
    expect(await alone.ask('/assets/index-1.js', 'cors')).toBe('/assets/index-1.js');
    await expect(alone.ask('/assets/costs-1.js', 'cors')).rejects.toThrow('Failed to fetch');
    await startWorker('1', caches, online('1')).ask('/assets/costs-1.js', 'cors');
    for (const file of files) expect(await alone.ask(file, 'cors')).toBe(file);
  });

  it('stores what a page had loaded before it, and responds to that page from then on', async () => {
    const caches = await installed();
    const worker = startWorker('1', caches, online('1'));
    await worker.activate();
    expect(worker.claim).toHaveBeenCalledTimes(1);
    await worker.tell(['/assets/costs-1.js', '/assets/costs-0.js', '/api/auth/session']);
    expect([...(caches.get('site /assets/index-1.js')?.keys() ?? [])].toSorted()).toEqual([
      '/',
      '/assets/costs-1.js',
      '/assets/index-1.js',
    ]);
  });

  it('never mixes two builds, and keeps no files of the older one', async () => {
    const caches = await installed('1');
    // In the middle of a deployment the document is still that of the older build.
    await expect(startWorker('2', caches, online('1')).install()).rejects.toThrow('another build');
    expect([...caches.keys()]).toEqual(['site /assets/index-1.js']);
    await installed('2', caches);
    expect([...caches.keys()]).toEqual(['site /assets/index-2.js']);
    expect(await startWorker('2', caches, offline).ask('/')).toBe(online('2')('/'));
  });

  it('removes itself and all that it has stored, and responds to nothing then', async () => {
    const caches = await installed('1');
    const worker = startWorker('2', caches, online('2'), true);
    await worker.install();
    await worker.activate();
    await worker.tell(['/assets/costs-2.js']);
    expect([worker.unregister.mock.calls.length, worker.claim.mock.calls.length, caches.size]).toEqual([1, 0, 0]);
    expect([await worker.ask('/'), await worker.ask('/assets/index-2.js', 'cors')]).toEqual([undefined, undefined]);
  });
});

describe('a message that is pushed', () => {
  it('is shown, and once although it came twice', async () => {
    const worker = startWorker('1', stored(), offline);
    await worker.push({ id: 'c1-4', title: '2 new', text: '小区', url: '/ljmonitor?news=new' });
    expect(worker.showNotification).toHaveBeenCalledWith('2 new', {
      body: '小区',
      tag: 'c1-4',
      data: '/ljmonitor?news=new',
      icon: '/icon-192.png',
    });
  });

  it('opens its page in the window of the site, and without one in a new window', async () => {
    const worker = startWorker('1', stored(), offline);
    await worker.click('/ljmonitor');
    expect(worker.openWindow).toHaveBeenCalledWith('/ljmonitor');
    const window = { focus: jest.fn(), navigate: jest.fn() };
    worker.windows.push(window);
    await worker.click('/stack');
    expect(window.focus).toHaveBeenCalled();
    expect(window.navigate).toHaveBeenCalledWith('/stack');
    expect(worker.openWindow).toHaveBeenCalledTimes(1);
  });
});
