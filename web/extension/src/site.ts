import { bringPath } from '../../src/features/ljmonitor/hand-in/bookmarklet.ts';
import type { ExtensionRequest, ExtensionResponse } from '../../src/features/ljmonitor/hand-in/extension/protocol.ts';
import { api, type ContentScript } from './api.ts';

const isLoopback = ({ hostname }: URL) => /^((.+\.)?localhost|127\.0\.0\.1)$/.test(hostname);

/** Returns the origin of an address that the user enters; undefined if no site can be there. */
export function siteOf(entered: string): string | undefined {
  if (!URL.canParse(entered)) return undefined;
  const url = new URL(entered);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url)) ? url.origin : undefined;
}

/** A pattern with a port matches nothing in Firefox, and one without matches all ports. */
const patternOf = ({ protocol, hostname }: URL) => `${protocol}//${hostname}/*`;

/**
 * Returns the pages that the extension may read: those of the listing sites, and on this machine those of the demo
 * city.
 */
export function originsFor(site: string): string[] {
  const url = new URL(site);
  const listingSites = ['https://*.lianjia.com/*', 'https://*.ke.com/*'];
  return [patternOf(url), ...listingSites, ...(isLoopback(url) ? ['http://127.0.0.1/*'] : [])];
}

const contentScript = (site: string): ContentScript => ({
  id: 'bring',
  js: ['bring-content.js'],
  matches: [patternOf(new URL(site)).replace('*', bringPath.slice(1))],
  runAt: 'document_start',
});

/** The browsers forget registered scripts when the extension is updated, so this is checked before each use. */
async function registerContentScript(site: string) {
  const ids = ['bring'];
  const wanted = contentScript(site);
  const [registered] = await api.scripting.getRegisteredContentScripts({ ids });
  if (registered?.matches[0] === wanted.matches[0]) return;
  if (registered) await api.scripting.unregisterContentScripts({ ids });
  await api.scripting.registerContentScripts([wanted]);
}

/**
 * Asks the document of `/ljmonitor/bring` and opens it if no tab has it. Returns undefined when the document is not there yet: it
 * is asked again when a tab has loaded.
 */
export async function askSite(site: string, request: ExtensionRequest): Promise<ExtensionResponse | undefined> {
  await registerContentScript(site);
  const tab = (await api.tabs.query({})).find(({ url }) => url?.split(/[?#]/)[0] === site + bringPath);
  if (tab?.id === undefined) {
    await api.tabs.create({ url: site + bringPath, active: false });
    return undefined;
  }
  try {
    return await api.tabs.sendMessage(tab.id, request);
  } catch {
    // A document that was open before the script was registered does not have it.
    if (tab.status === 'complete') await api.tabs.reload(tab.id);
    return undefined;
  }
}
