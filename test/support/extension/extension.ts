import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from '@playwright/test';
import * as z from 'zod';
import { backgroundRunner } from './background.ts';
import { includesOrigins, matches } from './match-pattern.ts';
import { fakeTabs } from './tabs.ts';

const folder = fileURLToPath(new URL('../../../web/extension/dist/', import.meta.url));
const origin = 'https://extension.test';

const Manifest = z.object({
  permissions: z.array(z.string()),
  host_permissions: z.array(z.string()),
  optional_host_permissions: z.array(z.string()),
  background: z.object({ service_worker: z.string() }),
  action: z.object({ default_popup: z.string() }),
});
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

interface ContentScript {
  id: string;
  js: string[];
  matches: string[];
  runAt: string;
}

type Method = (...args: never[]) => Promise<unknown>;

/** Messages and stored values are JSON: https://developer.chrome.com/docs/extensions/develop/concepts/messaging#serialization */
const json = (value: unknown): unknown => (value === undefined ? value : JSON.parse(JSON.stringify(value)));

/**
 * Runs the extension in `web/extension/dist` as it was built, in place of a desktop browser: its service worker in a context of its
 * own, its content script in the isolated world of a page, its popup as a page. Each rule of the API names its documentation.
 */
export async function startExtension(context: BrowserContext) {
  const manifest = Manifest.parse(JSON.parse(read('manifest.json')));
  const clock = { nowMs: Date.now(), pagesLoaded: async (): Promise<unknown> => undefined };
  const background = backgroundRunner(read(manifest.background.service_worker), clock);
  const tabs = fakeTabs(context, (id) => void background.dispatch('tabs.onUpdated', id, { status: 'complete' }));
  clock.pagesLoaded = tabs.pagesLoaded;
  // Chrome grants these at the installation. Firefox grants them then or later, so the extension asks for them, too.
  const granted = [...manifest.host_permissions];
  const mayRead = (url: string) => URL.canParse(url) && granted.some((pattern) => isWeb(url) && matches(pattern, url));
  let stored: Record<string, unknown> = {};
  const contentScripts = new Map<string, ContentScript>();
  const alarms = new Set<string>();
  const popups = new Set<Page>();
  /** The addresses that the extension has opened, with the time. */
  const opened: { url: string; atMs: number }[] = [];
  let badge = '';
  const whenOpened = new Map<number, () => void>();

  /**
   * Shows a tab as https://developer.chrome.com/docs/extensions/reference/api/tabs#type-Tab says: the address needs a
   * permission for the page.
   */
  const shownTab = ({ id, page, status }: Awaited<ReturnType<typeof tabs.get>>) => ({
    id,
    status,
    ...(mayRead(page.url()) && { url: page.url() }),
  });

  const methods: Record<string, Method> = {
    'action.setBadgeText': async ({ text }: { text: string }) => {
      badge = text;
    },
    // https://developer.chrome.com/docs/extensions/reference/api/alarms: twice a minute at most.
    'alarms.create': async (name: string, { periodInMinutes }: { periodInMinutes: number }) => {
      if (periodInMinutes < 0.5) throw new Error('an alarm with a period below 30 seconds comes after 30 seconds');
      alarms.add(name);
    },
    'alarms.clear': async (name: string) => alarms.delete(name),
    // https://developer.chrome.com/docs/extensions/reference/api/permissions#method-request
    'permissions.request': async ({ origins }: { origins: string[] }) => {
      const offered = [...manifest.host_permissions, ...manifest.optional_host_permissions];
      if (!origins.every((wanted) => offered.some((pattern) => includesOrigins(pattern, wanted))))
        throw new Error('Only permissions specified in the manifest may be requested.');
      granted.push(...origins);
      return true;
    },
    'permissions.contains': async ({ origins }: { origins: string[] }) =>
      origins.every((wanted) => granted.some((pattern) => includesOrigins(pattern, wanted))),
    // https://developer.chrome.com/docs/extensions/reference/api/scripting#method-executeScript
    'scripting.executeScript': async ({ target, func }: { target: { tabId: number }; func: () => unknown }) => {
      const { page } = await tabs.get(target.tabId);
      if (!mayRead(page.url()))
        throw new Error(
          'Cannot access contents of the page. Extension manifest must request permission to access the host.',
        );
      return [{ frameId: 0, result: json(await tabs.runIn(target.tabId, func.toString())) }];
    },
    'scripting.getRegisteredContentScripts': async ({ ids }: { ids: string[] }) =>
      [...contentScripts.values()].filter(({ id }) => ids.includes(id)),
    // https://developer.mozilla.org/docs/Mozilla/Add-ons/WebExtensions/API/scripting/registerContentScripts
    'scripting.registerContentScripts': async (scripts: ContentScript[]) => {
      for (const script of scripts) {
        if (contentScripts.has(script.id)) throw new Error(`Duplicate script ID '${script.id}'`);
        for (const pattern of script.matches)
          if (!granted.some((each) => includesOrigins(each, pattern))) throw new Error(`no permission for ${pattern}`);
        contentScripts.set(script.id, structuredClone(script));
        for (const file of script.js) await tabs.register(read(file), script.matches.map(regExpOf).join('|'));
      }
    },
    // https://developer.chrome.com/docs/extensions/reference/api/storage#property-local: reloading the extension keeps it.
    'storage.get': async (key: string) => json(key in stored ? { [key]: stored[key] } : {}),
    'storage.set': async (items: Record<string, unknown>) => {
      stored = { ...stored, ...z.record(z.string(), z.unknown()).parse(json(items)) };
      for (const popup of popups) await popup.evaluate('emitStorageChange()').catch(() => undefined);
    },
    'tabs.create': async ({ url, active }: { url: string; active: boolean }) => {
      const tab = await tabs.create(url);
      opened.push({ url, atMs: clock.nowMs });
      if (active) tabs.activate(tab.id);
      return shownTab(tab);
    },
    'tabs.get': async (id: number) => shownTab(await tabs.get(id)),
    // Firefox finds tabs by address with the permission "tabs" only, which this extension does not have:
    // https://developer.mozilla.org/docs/Mozilla/Add-ons/WebExtensions/Chrome_incompatibilities#tabs_api
    'tabs.query': async (filter: { active?: true; currentWindow?: true }) => {
      for (const name of Object.keys(filter))
        if (name !== 'active' && name !== 'currentWindow') throw new Error(`no permission to find tabs by ${name}`);
      return (await tabs.all()).filter(({ id }) => !filter.active || id === tabs.activeId).map(shownTab);
    },
    'tabs.reload': async (id: number) => {
      tabs.load((await tabs.get(id)).page.reload());
    },
    'tabs.sendMessage': async (id: number, message: unknown) => json(await tabs.sendMessage(id, json(message))),
    // It returns before the page has changed.
    'tabs.update': async (id: number, { url, active }: { url?: string; active?: boolean }) => {
      const { page } = await tabs.get(id);
      if (active) tabs.activate(id);
      if (url === undefined) return;
      opened.push({ url, atMs: clock.nowMs });
      whenOpened.get(opened.length)?.();
      tabs.load(page.goto(url));
    },
  };

  /** A namespace without its permission in the manifest is undefined. */
  const namespacesWithPermission = ['alarms', 'scripting', 'storage'];
  const call = (name: string, ...args: unknown[]): Promise<unknown> => {
    const [namespace = ''] = name.split('.');
    const method = methods[name];
    if (!method || (namespacesWithPermission.includes(namespace) && !manifest.permissions.includes(namespace)))
      return Promise.reject(new TypeError(`chrome.${name} is not a function`));
    return Promise.resolve(Reflect.apply(method, undefined, args));
  };
  const inBackground =
    (name: string) =>
    (...args: unknown[]) =>
      background.answered(call(name, ...args));

  background.use({
    action: { setBadgeText: inBackground('action.setBadgeText') },
    alarms: {
      create: inBackground('alarms.create'),
      clear: inBackground('alarms.clear'),
      onAlarm: background.event('alarms.onAlarm'),
    },
    permissions: {
      contains: inBackground('permissions.contains'),
      request: () => Promise.reject(new Error('This function must be called during a user gesture')),
    },
    runtime: {
      getURL: (path: string) => `${origin}/${path}`,
      onMessage: background.event('runtime.onMessage'),
      onInstalled: background.event('runtime.onInstalled'),
      onStartup: background.event('runtime.onStartup'),
    },
    scripting: {
      executeScript: inBackground('scripting.executeScript'),
      getRegisteredContentScripts: inBackground('scripting.getRegisteredContentScripts'),
      registerContentScripts: inBackground('scripting.registerContentScripts'),
    },
    storage: { local: { get: inBackground('storage.get'), set: inBackground('storage.set') } },
    tabs: {
      create: inBackground('tabs.create'),
      get: inBackground('tabs.get'),
      query: inBackground('tabs.query'),
      reload: inBackground('tabs.reload'),
      sendMessage: inBackground('tabs.sendMessage'),
      update: inBackground('tabs.update'),
      onUpdated: background.event('tabs.onUpdated'),
    },
  });
  background.dispatch('runtime.onInstalled');

  /** The popup's order is answered when a listener responds, which it may do later only if it has returned true. */
  const sendToBackground = (order: unknown) =>
    new Promise<unknown>((resolve, reject) => {
      const sender = { url: `${origin}/${manifest.action.default_popup}` };
      const kept = background.dispatch('runtime.onMessage', json(order), sender, (answer: unknown) =>
        resolve(json(answer)),
      );
      if (!kept.includes(true)) reject(new Error('The message port closed before a response was received.'));
    });

  interface PopupCall {
    name: string;
    args: unknown[];
    isInGesture: boolean;
  }

  return {
    opened,
    badge: () => badge,
    alarms,
    /** Does something in the midst of the worker's work, when it opens its n-th page. */
    whenOpened: (count: number, act: () => void) => void whenOpened.set(count, act),
    /** Ends the worker while it waits next, so that no event but an alarm starts it again. */
    endBackgroundAtTimer: () => background.endAtTimer(),
    isBackgroundEnded: () => background.isEnded(),
    /** Loads the extension anew. The browser may forget its alarms and registered scripts, and keeps the storage. */
    reload() {
      background.end();
      alarms.clear();
      background.dispatch('runtime.onInstalled');
    },
    /** Half a minute later the alarms come. */
    passHalfMinute() {
      clock.nowMs += 30_000;
      for (const name of alarms) background.dispatch('alarms.onAlarm', { name });
    },
    async openPopup(): Promise<Page> {
      const active = tabs.activeId;
      const popup = await context.newPage();
      popups.add(popup);
      popup.on('close', () => popups.delete(popup));
      await popup.route(`${origin}/**`, (route) =>
        route.fulfill({
          path: join(folder, new URL(route.request().url()).pathname),
          // https://developer.chrome.com/docs/extensions/reference/manifest/content-security-policy
          headers: { 'content-security-policy': "script-src 'self'; object-src 'self'" },
        }),
      );
      await popup.exposeFunction('callExtensionApi', async ({ name, args, isInGesture }: PopupCall) => {
        if (name === 'permissions.request' && !isInGesture)
          throw new Error('This function must be called during a user gesture');
        return name === 'runtime.sendMessage' ? sendToBackground(args[0]) : call(name, ...args);
      });
      await popup.addInitScript(apiInPopup);
      tabs.activate(active);
      await popup.goto(`${origin}/${manifest.action.default_popup}`);
      return popup;
    },
    /** Makes the extension see a tab that a person has opened, in front of all others. */
    show: (page: Page) => tabs.activate(tabs.adopt(page)),
  };
}

const isWeb = (url: string) => /^https?:/.test(url);

/** Returns the addresses of a pattern, with any port. */
const regExpOf = (pattern: string) => {
  const [, scheme = '', host = '', path = ''] = /^(\w+):\/\/([^/]+)(\/.*)$/.exec(pattern) ?? [];
  return `^${scheme}://${host.replaceAll('.', '\\.')}(:\\d+)?${path.replaceAll('*', '.*')}$`;
};

const apiInPopup = `
  const call = (name) => (...args) =>
    callExtensionApi({ name, args, isInGesture: navigator.userActivation.isActive });
  const listeners = [];
  globalThis.emitStorageChange = () => listeners.forEach((listener) => listener());
  globalThis.chrome = {
    permissions: { request: call('permissions.request'), contains: call('permissions.contains') },
    runtime: { sendMessage: call('runtime.sendMessage'), getURL: (path) => '${origin}/' + path },
    storage: {
      local: { get: call('storage.get'), set: call('storage.set') },
      onChanged: { addListener: (listener) => listeners.push(listener) },
    },
    tabs: { query: call('tabs.query') },
  };`;
