import { describeHandedIn } from '../../src/features/ljmonitor/hand-in/describe-handed-in.ts';
import type { PageInTab } from '../../src/features/ljmonitor/hand-in/bookmarklet.ts';
import { api, type Order, type Tab } from './api.ts';
import { askSite, originsFor } from './site.ts';
import { changeState, loadState } from './state.ts';
import { afterPage, isSamePage, newWalk, pagesLeft, stayMs, type State, type Walk } from './walk.ts';

/**
 * The browser ends this script when it has had nothing to do for 30 seconds. The state is in the storage, and each event goes on
 * from there; the alarm is the event that always comes.
 */
const alarm = 'walk';
const alarmMinutes = 0.5;

let last: Promise<void> = Promise.resolve();

/** One event is handled after the other, because each reads the state and changes it. */
function inTurn(work: () => Promise<unknown>): Promise<void> {
  last = last.then(work).then(
    () => undefined,
    (error: unknown) => console.error(error),
  );
  return last;
}

api.runtime.onMessage.addListener((order: Order, { url }, respond) => {
  if (url !== api.runtime.getURL('popup.html')) return undefined;
  void inTurn(() => obey(order)).then(() => respond());
  return true;
});
api.tabs.onUpdated.addListener((tabId, { status }) => {
  if (status === 'complete') void inTurn(() => proceed(tabId));
});
api.alarms.onAlarm.addListener(() => void inTurn(() => proceed(undefined)));
// These two make the browser start this script, which goes on with a walk.
api.runtime.onInstalled.addListener(() => undefined);
api.runtime.onStartup.addListener(() => undefined);
void inTurn(() => proceed(undefined));

async function obey(order: Order) {
  const { walk } = await loadState();
  switch (order.kind) {
    case 'readTab':
      await changeState({ tabToRead: order.tabId, message: 'Checking the page…' });
      break;
    case 'start':
      await changeState({ walk: newWalk, message: 'Looking up the pages…' });
      break;
    case 'goOn':
      if (walk) return openNext(walk);
      break;
    case 'stop':
      return endWalk('Stopped. The pages that you have handed in are kept for half an hour.');
  }
  return proceed(undefined);
}

/** Does what is to be done next. `loadedTab` is the tab whose page has loaded. */
async function proceed(loadedTab: number | undefined) {
  const { site, tabToRead, walk } = await loadState();
  if (site === null || !(await api.permissions.contains({ origins: originsFor(site) }))) return;
  if (tabToRead !== null) await readTab(site, tabToRead);
  if (walk) await proceedWalk(site, walk, loadedTab);
}

async function readTab(site: string, tabId: number) {
  const page = await readPage(tabId).catch(() => undefined);
  if (!page)
    return changeState({ tabToRead: null, message: 'This tab is not a page of the listing site. Open a list there.' });
  const response = await askSite(site, { kind: 'handIn', page });
  if (!response) return undefined;
  if (response.kind === 'handedIn') {
    const { result } = response;
    const message = [describeHandedIn(result), result.open].filter(Boolean).join(' ');
    return changeState({ tabToRead: null, message });
  }
  return changeState({ tabToRead: null, message: problemOf(response) });
}

/** This function runs in the page, so it uses nothing else of this file. */
const pageInTab = (): PageInTab => ({
  url: location.href,
  html: document.documentElement.outerHTML,
  ageMs: Math.round(Date.now() - performance.timeOrigin),
});

async function readPage(tabId: number): Promise<PageInTab | undefined> {
  const [injected] = await api.scripting.executeScript({ target: { tabId }, func: pageInTab });
  return injected?.result;
}

function problemOf(response: { kind: string; reason?: string }): string {
  if (response.kind === 'signedOut') return 'You are signed out of your site, so no page was taken. Sign in there.';
  return response.reason ?? 'Your site is not responding. Try again.';
}

const triedAgain = 'Checking then continues automatically.';

async function proceedWalk(site: string, walk: Walk, loadedTab: number | undefined) {
  await api.alarms.create(alarm, { periodInMinutes: alarmMinutes });
  if (walk.tabId === null) return openNext(walk);
  const tab = await api.tabs.get(walk.tabId).catch(() => undefined);
  if (!tab) return endWalk('The tab was closed. Start again to check the missing pages.');
  if (tab.status !== 'complete') return undefined;
  const isList = isSamePage(tab.url, walk.url);
  if (walk.isWaiting && !(isList && loadedTab === walk.tabId)) return undefined;
  const restMs = walk.stayUntilMs - Date.now();
  if (restMs > 0) return void setTimeout(() => void inTurn(() => proceed(undefined)), restMs);
  // The script was ended before it had sent the tab on.
  if (isSamePage(tab.url, walk.previousUrl)) return openPage(walk, walk.url);
  return handIn(site, walk, tab);
}

async function handIn(site: string, walk: Walk, { id, url }: Tab) {
  if (id === undefined) return undefined;
  const isRepeated = walk.isSending;
  const sending: Walk = { ...walk, isSending: true };
  await changeState({ walk: sending });
  // A page that is not the list stays here. Its address tells a captcha from a sign-in.
  const page = isSamePage(url, walk.url) ? await readPage(id) : { url: url ?? 'about:blank', html: '', ageMs: 0 };
  const response = page && (await askSite(site, { kind: 'handIn', page }));
  if (!response) return changeState({ walk });
  if (response.kind !== 'handedIn') return changeState({ walk, message: `${problemOf(response)} ${triedAgain}` });
  const { result } = response;
  if (result.outcome !== 'refused') {
    await changeState({ message: describeHandedIn(result) });
    return openNext(afterPage(walk, result));
  }
  // Its first copy may have completed a reading, which makes the second one too old. A new copy is never too old.
  if (isRepeated) return openPage({ ...walk, isSending: false }, walk.url);
  await api.tabs.update(id, { active: true });
  const message = `${describeHandedIn(result)} Checking continues when the list appears in the tab.`;
  return changeState({ walk: { ...walk, isSending: false, isWaiting: true }, message });
}

async function openNext(walk: Walk): Promise<unknown> {
  const { site } = await changeState({ walk });
  if (site === null) return undefined;
  const response = await askSite(site, { kind: 'pages' });
  if (!response) return undefined;
  if (response.kind !== 'pages') return changeState({ message: `${problemOf(response)} ${triedAgain}` });
  const left = pagesLeft(walk, response.communities);
  const [next] = left;
  if (next === undefined) return endWalk(`${(await loadState()).message} All pages are handed in.`.trim());
  await api.action.setBadgeText({ text: String(left.length) });
  return openPage({ ...walk, left: left.length, previousUrl: walk.handedIn.at(-1) ?? '' }, next);
}

/** A walk opens a tab of its own for its first page. */
async function openPage(walk: Walk, url: string) {
  const tabId = walk.tabId ?? (await api.tabs.create({ url, active: true })).id;
  if (tabId === undefined) return undefined;
  const stayUntilMs = Date.now() + stayMs(Math.random());
  await changeState({ walk: { ...walk, tabId, url, stayUntilMs, isSending: false, isWaiting: false } });
  return walk.tabId === null ? undefined : api.tabs.update(tabId, { url });
}

async function endWalk(message: string): Promise<State> {
  await api.alarms.clear(alarm);
  await api.action.setBadgeText({ text: '' });
  return changeState({ walk: null, message });
}
