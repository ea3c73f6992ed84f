import type { BrowserContext, CDPSession, Page } from '@playwright/test';

const world = 'extension';

/** Content scripts have a part of the API only: https://developer.chrome.com/docs/extensions/develop/concepts/content-scripts */
const apiInPage = `
  const listeners = [];
  globalThis.chrome = { runtime: { onMessage: { addListener: (listener) => listeners.push(listener) } } };
  globalThis.deliver = (message) => new Promise((resolve) => {
    for (const listener of listeners) if (listener(message, {}, resolve) === true) return;
    resolve(null);
  });`;

interface Tab {
  id: number;
  page: Page;
  session: CDPSession;
  status: 'loading' | 'complete';
  /** The isolated world of the content script in the document that is shown. */
  contextId: number | undefined;
}

/**
 * Imitates the tabs of a Playwright context, as the API for extensions shows them. Scripts run in a real isolated
 * world.
 */
export function fakeTabs(context: BrowserContext, onComplete: (tabId: number) => void) {
  const tabs = new Map<number, Promise<Tab>>();
  const scripts: { source: string; pattern: string }[] = [];
  const loading = new Set<Promise<unknown>>();
  let lastId = 0;
  let activeId = 0;

  async function watch(id: number, page: Page): Promise<Tab> {
    const session = await context.newCDPSession(page);
    const tab: Tab = { id, page, session, status: 'complete', contextId: undefined };
    session.on('Runtime.executionContextCreated', ({ context: { id: contextId, name } }) => {
      if (name === world) tab.contextId = contextId;
    });
    session.on('Runtime.executionContextsCleared', () => {
      tab.contextId = undefined;
    });
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) tab.status = 'loading';
    });
    page.on('load', () => {
      tab.status = 'complete';
      onComplete(id);
    });
    page.on('close', () => void tabs.delete(id));
    await session.send('Page.enable');
    await session.send('Runtime.enable');
    for (const script of scripts) await addScript(tab, script);
    return tab;
  }

  /** A registered script runs in documents that are loaded later. */
  const addScript = ({ session }: Tab, { source, pattern }: (typeof scripts)[number]) =>
    session.send('Page.addScriptToEvaluateOnNewDocument', {
      source: `if (new RegExp(${JSON.stringify(pattern)}).test(location.href)) { ${apiInPage} ${source} }`,
      worldName: world,
    });

  function adopt(page: Page) {
    const id = (lastId += 1);
    tabs.set(id, watch(id, page));
    return id;
  }

  async function get(id: number): Promise<Tab> {
    const tab = await tabs.get(id);
    if (!tab) throw new Error(`No tab with id: ${id}.`);
    return tab;
  }

  async function evaluate({ session }: Tab, expression: string, contextId: number): Promise<unknown> {
    const params = { expression, contextId, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', params);
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result.value;
  }

  function load(navigation: Promise<unknown>) {
    const ended = navigation.catch(() => undefined).finally(() => loading.delete(ended));
    loading.add(ended);
  }

  return {
    get,
    load,
    pagesLoaded: () => Promise.all(loading),
    all: () => Promise.all(tabs.values()),
    adopt,
    get activeId() {
      return activeId;
    },
    activate(id: number) {
      activeId = id;
    },
    async create(url: string): Promise<Tab> {
      const tab = await get(adopt(await context.newPage()));
      load(tab.page.goto(url));
      return tab;
    },
    async register(source: string, pattern: string) {
      const script = { source, pattern };
      scripts.push(script);
      for (const tab of await Promise.all(tabs.values())) await addScript(tab, script);
    },
    async runIn(id: number, func: string): Promise<unknown> {
      const tab = await get(id);
      const { frameTree } = await tab.session.send('Page.getFrameTree');
      const created = await tab.session.send('Page.createIsolatedWorld', {
        frameId: frameTree.frame.id,
        worldName: 'run',
      });
      return evaluate(tab, `(${func})()`, created.executionContextId);
    },
    async sendMessage(id: number, message: unknown): Promise<unknown> {
      const tab = await get(id);
      if (tab.contextId === undefined) throw noReceiver();
      const has = await evaluate(tab, 'typeof deliver', tab.contextId);
      if (has !== 'function') throw noReceiver();
      return evaluate(tab, `deliver(${JSON.stringify(message)})`, tab.contextId);
    },
  };
}

/**
 * Returns the error of a message without a listener:
 * https://developer.chrome.com/docs/extensions/develop/concepts/messaging
 */
const noReceiver = () => new Error('Could not establish connection. Receiving end does not exist.');
