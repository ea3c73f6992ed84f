import { api, type Order } from './api.ts';
import { originsFor, siteOf } from './site.ts';
import { changeState, loadState } from './state.ts';

function element<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`popup.html has no #${id}`);
  return found;
}

const tools = element('tools', HTMLElement);
const connect = element('connect', HTMLFormElement);
const address = element('site', HTMLInputElement);
const message = element('message', HTMLOutputElement);
const progress = element('progress', HTMLProgressElement);
const read = element('read', HTMLButtonElement);
const walk = element('walk', HTMLButtonElement);
const goOn = element('go-on', HTMLButtonElement);
const stop = element('stop', HTMLButtonElement);

async function show() {
  const state = await loadState();
  const isConnected = state.site !== null && (await api.permissions.contains({ origins: originsFor(state.site) }));
  tools.hidden = !isConnected;
  connect.hidden = state.walk !== null;
  if (state.site !== null && address.value === '') address.value = state.site;
  message.textContent = state.message;
  read.hidden = walk.hidden = state.walk !== null;
  progress.hidden = stop.hidden = state.walk === null;
  goOn.hidden = !state.walk?.isWaiting;
  if (!state.walk) return;
  const { handedIn, left } = state.walk;
  progress.max = Math.max(1, handedIn.length + left);
  progress.value = handedIn.length;
}

/** Asks for the permission at once: a browser shows its question only while it handles the click. */
async function connectSite() {
  const site = siteOf(address.value);
  if (site === undefined)
    return changeState({ message: 'Your site has an address that begins with https://. Enter that one.' });
  const granted = api.permissions.request({ origins: originsFor(site) });
  // Firefox closes this popup to ask, so the site is stored before the user has chosen.
  await changeState({ site, message: '' });
  if (await granted) return changeState({ message: 'Connected. Sign in to your site, then check your communities.' });
  return changeState({ message: 'Pages cannot be handed in without this permission. Connect again and allow it.' });
}

const order = (given: Order) => void api.runtime.sendMessage(given);

async function readThisTab() {
  const [tab] = await api.tabs.query({ active: true, currentWindow: true });
  if (tab?.id !== undefined) order({ kind: 'readTab', tabId: tab.id });
}

connect.addEventListener('submit', (event) => {
  event.preventDefault();
  void connectSite().then(show);
});
read.addEventListener('click', () => void readThisTab());
walk.addEventListener('click', () => order({ kind: 'start' }));
goOn.addEventListener('click', () => order({ kind: 'goOn' }));
stop.addEventListener('click', () => order({ kind: 'stop' }));
api.storage.onChanged.addListener(() => void show());
void show();
