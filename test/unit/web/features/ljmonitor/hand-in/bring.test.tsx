/** @jest-environment jsdom */
import { setTimeout as wait } from 'node:timers/promises';
import { BroadcastChannel as NodeBroadcastChannel } from 'node:worker_threads';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { personChannel, tellTabs } from 'web/lib/tab/tell-tabs';
import { bookmarkletFor, readyMessage } from 'web/features/ljmonitor/hand-in/bookmarklet';
import { Bring } from 'web/features/ljmonitor/hand-in/bring/bring.tsx';
import { renderPart } from '../../../../../support/browser/render.tsx';

const listing = 'https://bj.lianjia.com';
const page = { url: `${listing}/ershoufang/c1111027378022/`, html: '<html>', ageMs: 5 };
/** Returns the same page at another origin. */
const at = (origin: string) => ({ ...page, url: page.url.replace(listing, origin) });
const opener = { postMessage: jest.fn() };
const setOpener = (value: unknown) => Object.defineProperty(window, 'opener', { value, configurable: true });

beforeEach(() => {
  opener.postMessage.mockClear();
  setOpener(opener);
});
afterEach(() => {
  setOpener(null);
});

/** Opens the document, signed in unless another status is given. */
const open = (status = 200) =>
  renderPart(<Bring />, {
    answers: {
      'GET /api/ljmonitor/page': {
        status,
        body: status === 200 ? { origin: 'https://listing.test', communities: [] } : { errorCode: 'unauthenticated' },
      },
      'POST /api/auth/google/oauth2_refresh': { status: 401, body: {} },
    },
  });

const post = (data: unknown, { origin = listing, source = opener }: { origin?: string; source?: unknown } = {}) =>
  act(() => {
    const event = new MessageEvent('message', { data, origin });
    Object.defineProperty(event, 'source', { value: source });
    window.dispatchEvent(event);
  });

const waiting = () => screen.findByText(/^Waiting for the page/);
const confirm = () => screen.queryByRole('button', { name: 'Hand in' });

describe('the document that takes a page from another tab', () => {
  it('takes the page of its opener, shows where it is from, and sends nothing by itself', async () => {
    const { sent } = open();
    await waiting();
    expect(opener.postMessage.mock.calls).toEqual([[readyMessage, '*']]);
    post(page);
    expect(confirm()).toBeTruthy();
    expect(screen.getByText(/^Hand in this page\?.*: ?bj\.lianjia\.com\/ershoufang\/c1111027378022\/$/)).toBeTruthy();
    // A page is compressed before it is sent.
    await wait(200);
    expect(new Set(sent.map(({ call }) => call))).toEqual(new Set(['GET /api/ljmonitor/page']));
    expect(screen.queryByText('Could not hand in the page.')).toBeNull();
    expect(confirm()?.getAttribute('aria-busy')).toBe('false');
  });

  it.each([
    ['the origin that the deployment reads', 'https://listing.test'],
    ['the sister site', 'https://sh.ke.com'],
  ])('takes a page of %s', async (_, origin) => {
    open();
    await waiting();
    post({ ...page, url: `${origin}/ershoufang/c1/` }, { origin });
    expect(confirm()).toBeTruthy();
  });

  it.each([
    ['of a foreign origin', at('https://evil.example'), { origin: 'https://evil.example' }],
    [
      'of a host that ends alike',
      at('https://bj.lianjia.com.evil.example'),
      { origin: 'https://bj.lianjia.com.evil.example' },
    ],
    ['of a host whose end is alike', at('https://evillianjia.com'), { origin: 'https://evillianjia.com' }],
    ['without encryption', at('http://bj.lianjia.com'), { origin: 'http://bj.lianjia.com' }],
    ['of an unknown origin', page, { origin: 'null' }],
    ['of another window', page, { source: { postMessage: () => {} } }],
    ['of no window', page, { source: null }],
    ['of this window', page, { source: window }],
    ['with the address of another site', { ...page, url: 'https://sh.lianjia.com/' }, {}],
    ['without an address', { html: '' }, {}],
    ['without text', { ...page, html: 5 }, {}],
    ['that is a text', 'page', {}],
    ['that is nothing', null, {}],
  ])('ignores a message %s', async (_, data, over) => {
    open();
    await waiting();
    post(data, over);
    expect(confirm()).toBeNull();
  });

  it('keeps the first page, so that none is exchanged before its user confirms', async () => {
    open();
    await waiting();
    post(page);
    post({ ...page, url: `${listing}/ershoufang/c2222222222222/` });
    expect(screen.getByText(/c1111027378022/)).toBeTruthy();
  });

  it('offers files where the listing site keeps its tab apart', async () => {
    setOpener(null);
    open();
    expect(await screen.findByText(/^No page arrived/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Choose files' })).toBeTruthy();
  });

  it('says that its user is signed out, and takes no page', async () => {
    history.replaceState(null, '', '/ljmonitor/bring');
    open(401);
    post(page);
    expect(await screen.findByText(/^You are signed out/)).toBeTruthy();
    post(page);
    expect(confirm()).toBeNull();
    history.replaceState(null, '', '/');
  });

  it('shows nothing of a person who signs out in another tab, and asks once more only', async () => {
    Object.assign(globalThis, { BroadcastChannel: NodeBroadcastChannel });
    history.replaceState(null, '', '/ljmonitor/bring');
    const answers = {
      'GET /api/ljmonitor/page': { status: 200, body: { origin: 'https://listing.test', communities: [] } },
    };
    const { sent, unmount } = renderPart(<Bring />, { answers });
    await waiting();
    const { length } = sent;
    tellTabs(personChannel, 'cognito|ann');
    await wait(100);
    expect(sent).toHaveLength(length);
    Object.assign(answers, { 'GET /api/ljmonitor/page': { status: 401, body: { errorCode: 'unauthenticated' } } });
    tellTabs(personChannel, '');
    expect(await screen.findByText(/^You are signed out/)).toBeTruthy();
    await wait(100);
    expect(screen.queryByText(/^Waiting for the page/)).toBeNull();
    expect(sent).toHaveLength(length + 1);
    unmount();
    history.replaceState(null, '', '/');
    Reflect.deleteProperty(globalThis, 'BroadcastChannel');
  });

  it('is ready at once and says nothing else, so that its opener does not learn who is signed in', async () => {
    history.replaceState(null, '', '/ljmonitor/bring');
    for (const status of [200, 401]) {
      opener.postMessage.mockClear();
      const { unmount } = open(status);
      expect(opener.postMessage.mock.calls).toEqual([[readyMessage, '*']]);
      await screen.findByText(status === 200 ? /^Waiting for the page/ : /^You are signed out/);
      expect(opener.postMessage).toHaveBeenCalledTimes(1);
      unmount();
    }
    history.replaceState(null, '', '/');
  });

  it('holds a page that arrives before it is known which site is read', async () => {
    open();
    post(at('https://evil.example'), { origin: 'https://evil.example' });
    post(page, { origin: 'https://evil.example' });
    expect(confirm()).toBeNull();
    await waiting();
    post(at('https://listing.test'), { origin: 'https://listing.test' });
    expect(confirm()).toBeTruthy();
    expect(screen.getByText(/listing\.test\/ershoufang/)).toBeTruthy();
  });

  it('shows a page that it has held', async () => {
    open();
    post(page);
    expect(confirm()).toBeNull();
    expect(await screen.findByRole('button', { name: 'Hand in' })).toBeTruthy();
  });

  it('refuses what a tab shows in place of a page, although the browser gives it the origin of the site', async () => {
    open();
    await waiting();
    post({ ...page, url: `blob:${listing}/0c8b2f8e-6d1c-4b1e-8f6a-7f0e5b1f8c11` });
    expect(screen.getByText(/no page of the listing site/)).toBeTruthy();
    expect(confirm()).toBeNull();
  });
});

const asks = (requestId: unknown, request: object = { kind: 'pages' }) => ({ requestId, request });

describe('a request of the browser extension', () => {
  const own = { origin: location.origin, source: window };
  const posted = jest.spyOn(window, 'postMessage').mockReturnValue();
  const responses = () => posted.mock.calls.map(([data]): unknown => data).filter((data) => data !== readyMessage);
  beforeEach(() => {
    posted.mockClear();
  });

  it('gets its response with the session of the document', async () => {
    open();
    await waiting();
    post(asks('r1'), own);
    await waitFor(() =>
      expect(responses()).toEqual([{ requestId: 'r1', response: { kind: 'pages', communities: [] } }]),
    );
  });

  it('learns that its user is signed out', async () => {
    history.replaceState(null, '', '/ljmonitor/bring');
    open(401);
    await screen.findByText(/^You are signed out/);
    post(asks('r1'), own);
    await waitFor(() => expect(responses()).toEqual([{ requestId: 'r1', response: { kind: 'signedOut' } }]));
    history.replaceState(null, '', '/');
  });

  it.each([
    ['of another window', asks('bad'), { ...own, source: opener }],
    ['of a listing site', asks('bad'), { ...own, origin: listing }],
    ['without a page', asks('bad', { kind: 'handIn' }), own],
    ['for something else', asks('bad', { kind: 'token' }), own],
    ['without an id', asks(5), own],
  ])('is ignored when it is one %s', async (_, data, from) => {
    open();
    await waiting();
    post(data, from);
    post(asks('good'), own);
    await waitFor(() => expect(responses()).toMatchObject([{ requestId: 'good' }]));
  });
});

describe('the bookmarklet', () => {
  it('is one address that names the site as the only recipient', () => {
    const code = bookmarkletFor('https://home.example');
    expect(code).toMatch(/^javascript:[^\s"<>]+$/);
    expect(decodeURIComponent(code)).toContain('const o="https://home.example"');
    expect(decodeURIComponent(code)).not.toContain("'*'");
  });

  it('posts the page once the document that it has opened is ready, and to no other one', () => {
    const home = 'https://home.example';
    const opened = { postMessage: jest.fn() };
    const openTab = jest.fn(() => opened);
    const listeners: ((event: object) => void)[] = [];
    runInNewContext(decodeURIComponent(bookmarkletFor(home).replace('javascript:', '')), {
      open: openTab,
      addEventListener: (_: string, listener: (event: object) => void) => listeners.push(listener),
      location: { href: page.url },
      document: { documentElement: { outerHTML: page.html } },
      performance: { timeOrigin: Date.now() - 5000 },
    });
    expect(openTab.mock.calls).toEqual([[`${home}/ljmonitor/bring`, 'ljmonitor-bring']]);
    const ready = { source: opened, origin: home, data: readyMessage };
    for (const event of [
      { ...ready, source: { postMessage: () => undefined } },
      { ...ready, origin: 'https://evil.example' },
      { ...ready, data: 'hello' },
    ])
      for (const listener of listeners) listener(event);
    expect(opened.postMessage).not.toHaveBeenCalled();
    for (const listener of listeners) listener(ready);
    const ageMs = expect.any(Number);
    expect(opened.postMessage.mock.calls).toEqual([[{ url: page.url, html: page.html, ageMs }, home]]);
  });
});
