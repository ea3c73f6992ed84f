/** @jest-environment jsdom */
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { NotifySettings } from 'shared-types/contract/account/notify';
import { defaultNewsRules } from 'shared-types/rules/notify/news-rules';
import { NewsSection } from 'web/features/auth/news/news-section.tsx';
import { choose } from 'web/lib/preferences/preferences';
import { renderPart, type RenderOptions } from '../../../../../support/browser/render.tsx';

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const channelId = idOf(1);
const path = `/api/notify/channels/${channelId}`;
const email = {
  channelId,
  kind: 'email' as const,
  label: 'ann@example.org',
  state: 'on' as const,
  problem: null,
  lastSentTime: null,
};
const settings = (more: Partial<NotifySettings> = {}): NotifySettings => ({
  channels: [],
  rules: { ...defaultNewsRules, timeZone: 'UTC' },
  hasEmail: true,
  pushKey: 'BP4z',
  ...more,
});

beforeEach(() => {
  Object.defineProperty(globalThis.crypto, 'randomUUID', { value: () => channelId, configurable: true });
});

/** Opens the settings of the news on the account page. */
async function open(shown: NotifySettings, answers: RenderOptions['answers'] = {}) {
  const part = renderPart(<NewsSection userId="ann" />, {
    answers: {
      'GET /api/notify/settings': { body: shown },
      'GET /api/ljmonitor/resblock': { body: [{ resblockId: '1', name: '柳荫里' }] },
      ...answers,
    },
  });
  expect(part.sent).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Channels' }));
  await screen.findByRole('button', { name: 'Save' });
  return part;
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const tick = (label: string) => fireEvent.click(screen.getByLabelText(label));
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('the channels of the account page', () => {
  it('are open for a link to them', async () => {
    const scrolled = jest.fn();
    Object.assign(HTMLElement.prototype, { scrollIntoView: scrolled });
    renderPart(<NewsSection userId="ann" />, {
      path: '/auth#news',
      answers: { 'GET /api/notify/settings': { body: settings() } },
    });
    expect(await screen.findByText('No channels yet, so no news is sent to you.')).toBeTruthy();
    expect(scrolled).toHaveBeenCalledTimes(1);
  });

  it('are added by an email address, whose code is then asked for', async () => {
    const unverified = settings({ channels: [{ ...email, state: 'unverified' }] });
    const { sent } = await open(settings(), {
      [`PUT ${path}`]: { body: { settings: unverified, signingKey: null, feedPath: null } },
      [`POST ${path}/verify`]: { body: settings({ channels: [email] }) },
    });
    expect(screen.getByText('No channels yet, so no news is sent to you.')).toBeTruthy();
    type('Email address', ' ann@example.org ');
    press('Add channel');
    fireEvent.change(await screen.findByLabelText('Code from the email'), { target: { value: '012345' } });
    press('Confirm');
    await screen.findByRole('button', { name: 'Send test to Email ann@example.org' });
    expect(sent.filter(({ call }) => !call.startsWith('GET'))).toEqual([
      { call: `PUT ${path}`, body: { address: { kind: 'email', address: 'ann@example.org' } } },
      { call: `POST ${path}/verify`, body: { code: '012345' } },
    ]);
  });

  it('ask for another code at the same address', async () => {
    const unverified = settings({ channels: [{ ...email, state: 'unverified' }] });
    const { sent } = await open(unverified, {
      [`PUT ${path}`]: { body: { settings: unverified, signingKey: null, feedPath: null } },
    });
    press('Send again');
    await screen.findByText('Another code is on its way.');
    expect(sent.at(-1)).toEqual({
      call: `PUT ${path}`,
      body: { address: { kind: 'email', address: 'ann@example.org' } },
    });
  });

  it('show the key of a webhook once, and offer no email where the site sends none', async () => {
    await open(settings({ hasEmail: false }), {
      [`PUT ${path}`]: { body: { settings: settings(), signingKey: 'whsec_abc', feedPath: null } },
    });
    expect(screen.queryByRole('option', { name: 'Email' })).toBeNull();
    expect(screen.getByText(/^Email is not offered, because this site has no address to send from\./)).toBeTruthy();
    type('Service', 'webhook');
    type('Address', 'https://hooks.example.org/a');
    press('Add channel');
    expect((await screen.findByText('whsec_abc')).tagName).toBe('CODE');
  });

  it('keep their id for another try after a failure, until something else is typed or chosen', async () => {
    let ids = 0;
    const value = () => idOf(++ids);
    Object.defineProperty(globalThis.crypto, 'randomUUID', { value, configurable: true });
    let failures = 0;
    const fail = async () => ({ status: 409, body: { errorCode: 'conflict', message: `Failure ${++failures}.` } });
    const calls = Array.from(
      { length: 30 },
      (_, number) => [`PUT /api/notify/channels/${idOf(number)}`, fail] as const,
    );
    const { sent } = await open(settings(), Object.fromEntries(calls));
    const tryToAdd = async () => {
      const text = `Failure ${failures + 1}.`;
      press('Add channel');
      await screen.findByText(text, { exact: false });
      return sent.findLast(({ call }) => call.startsWith('PUT'))?.call;
    };
    type('Email address', 'ann@example.org');
    const first = await tryToAdd();
    expect(await tryToAdd()).toBe(first);
    type('Email address', 'bob@example.org');
    const second = await tryToAdd();
    type('Service', 'ntfy');
    type('Topic', 'my-news');
    expect(new Set([first, second, await tryToAdd()]).size).toBe(3);
  });

  it('are added at a service with a server of its own', async () => {
    const { sent } = await open(settings({ hasEmail: false }), {
      [`PUT ${path}`]: { body: { settings: settings(), signingKey: null, feedPath: null } },
    });
    type('Service', 'ntfy');
    expect(screen.getByLabelText('Server')).toHaveProperty('value', 'https://ntfy.sh');
    type('Topic', 'my-news');
    press('Add channel');
    await waitFor(() => expect(sent.at(-1)?.call).toBe(`PUT ${path}`));
    expect(sent.at(-1)?.body).toEqual({
      address: { kind: 'ntfy', server: 'https://ntfy.sh', topic: 'my-news', token: '' },
    });
  });

  it.each([
    ['webhook', 'push', null],
    ['push', 'webhook', JSON.stringify({ channelId, userId: 'ann' })],
  ])(
    'are remembered as this browser by what was sent: %s, while %s is chosen',
    async (sentKind, chosen, remembered) => {
      const subscription = { endpoint: 'https://push.example/a', toJSON: () => ({}) };
      const registration = { pushManager: { subscribe: async () => subscription } };
      const serviceWorker = { register: async () => registration, ready: Promise.resolve(registration) };
      Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
      Object.assign(window, { PushManager: jest.fn(), Notification: { requestPermission: async () => 'granted' } });
      try {
        const { promise, resolve } = Promise.withResolvers<{ body: unknown }>();
        const { sent } = await open(settings(), { [`PUT ${path}`]: promise });
        type('Service', sentKind);
        if (sentKind === 'webhook') type('Address', 'https://hooks.example.org/a');
        press('Add channel');
        await waitFor(() => expect(sent.at(-1)?.call).toBe(`PUT ${path}`));
        type('Service', chosen);
        resolve({ body: { settings: settings(), signingKey: 'whsec_abc', feedPath: null } });
        await screen.findByText('whsec_abc');
        expect(localStorage.getItem('channel of this browser')).toBe(remembered);
      } finally {
        for (const name of ['PushManager', 'Notification']) Reflect.deleteProperty(window, name);
        Reflect.deleteProperty(navigator, 'serviceWorker');
        localStorage.clear();
      }
    },
  );

  it('say why this browser cannot be one', async () => {
    const { sent } = await open(settings());
    type('Service', 'push');
    expect(screen.getByLabelText('Device name')).toHaveProperty('value', 'Browser');
    press('Add channel');
    expect((await screen.findByRole('alert')).textContent).toContain(
      'This browser does not support notifications from sites.',
    );
    expect(sent.filter(({ call }) => call.startsWith('PUT'))).toEqual([]);
  });

  it('are tested, and say what went wrong', async () => {
    const failing = settings({ channels: [{ ...email, problem: 'The email service is busy.' }] });
    await open(settings({ channels: [email] }), { [`POST ${path}/test`]: { body: failing } });
    press('Send test to Email ann@example.org');
    await screen.findByText('The email service is busy.');
    expect(screen.queryByText('Test sent. Check that it has arrived.')).toBeNull();
  });
});

describe('a channel whose test shows that it is gone', () => {
  it('says what to do', async () => {
    const problem = 'The service says that this address no longer exists.';
    const gone = settings({
      channels: [{ ...email, kind: 'webhook', label: 'hooks.example.org', state: 'gone', problem }],
    });
    await open(settings({ channels: [{ ...email, kind: 'webhook', label: 'hooks.example.org' }] }), {
      [`POST ${path}/test`]: { body: gone },
    });
    press('Send test to Webhook hooks.example.org');
    await screen.findByText(`${problem} Remove the channel, or send a test if the address works again.`);
    expect(screen.getByText('Off')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Send test to Webhook hooks.example.org' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Remove Webhook hooks.example.org' })).toBeTruthy();
  });

  it('is removed, and the page says so', async () => {
    const browser = { ...email, kind: 'push' as const, label: 'My laptop' };
    await open(settings({ channels: [browser] }), { [`POST ${path}/test`]: { body: settings() } });
    press('Send test to Browser My laptop');
    await screen.findByText(/^Browser My laptop no longer accepts messages, so it was removed\./);
    expect(screen.queryByRole('button', { name: 'Send test to Browser My laptop' })).toBeNull();
  });
});

describe('the rules of the account page', () => {
  it('are saved as they are chosen', async () => {
    const { sent } = await open(settings(), { 'PUT /api/notify/rules': { body: settings() } });
    tick('Removed houses');
    tick('A server is up');
    type('Lower by at least', '3');
    fireEvent.click(await screen.findByLabelText('Only these'));
    tick('柳荫里');
    tick('Quiet hours');
    type('From', '23:30');
    tick('中文');
    press('Save');
    await screen.findByText('Saved.');
    expect(sent.at(-1)?.body).toEqual({
      ...defaultNewsRules,
      timeZone: 'UTC',
      topics: defaultNewsRules.topics.filter((topic) => topic !== 'removed' && topic !== 'serverUp'),
      cheaperBy: 3,
      communities: ['1'],
      quiet: { from: 23 * 60 + 30, to: 8 * 60 },
      language: 'zh',
    });
  });

  it('say nothing of game servers where the site has none', async () => {
    await open(settings(), { 'GET /api/minecraft_bedrock/v2': { body: { data: [], access: 'none' } } });
    await waitFor(() => expect(screen.queryByText('Game servers')).toBeNull());
    expect(screen.getByLabelText('An answer is ready while you are away')).toBeTruthy();
  });

  it('name saved views, as they are now and as they were', async () => {
    const park = { name: 'Near the park', query: 'text=park' };
    const [big, gone] = [
      { name: 'Big', query: 'minArea=120' },
      { name: 'Old', query: 'maxYear=1980' },
    ];
    choose({ views: [park, big] });
    const rules = { ...settings().rules, communities: [], views: [{ ...big, query: 'minArea=100' }, gone] };
    const { sent } = await open({ ...settings(), rules }, { 'PUT /api/notify/rules': { body: settings() } });
    fireEvent.click(await screen.findByLabelText('Near the park'));
    tick('Old');
    press('Save');
    await screen.findByText('Saved.');
    expect(sent.at(-1)?.body).toMatchObject({ communities: [], views: [park, big] });
    tick('All communities');
    press('Save');
    await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ communities: null, views: [] }));
    choose({ views: [] });
  });

  it('say which saved views bring no messages', async () => {
    choose({
      views: [
        { name: 'Dearer', query: 'news=dearer&minArea=90' },
        { name: 'Cheaper', query: 'news=cheaper' },
        { name: 'Rises', query: 'change=dearer&changedWithinDays=7' },
        { name: 'Falls', query: 'change=cheaper&changedWithinDays=7' },
        { name: 'Hidden', query: 'hidden=true' },
      ],
    });
    await open({ ...settings(), rules: { ...settings().rules, communities: [] } });
    await screen.findAllByText(/brings no messages/);
    expect(screen.getAllByText(/brings no messages/).map(({ textContent }) => textContent)).toEqual([
      '“Dearer” brings no messages of its own: higher prices, edits and hidden houses are never told.',
      '“Rises” brings no messages of its own: higher prices, edits and hidden houses are never told.',
      '“Hidden” brings no messages of its own: higher prices, edits and hidden houses are never told.',
    ]);
    choose({ views: [] });
  });

  it('replace those of another tab only when they are saved again', async () => {
    const of = (version: number) => settings({ rules: { ...settings().rules, version } });
    const loaded = { body: of(0) };
    const saved: { status: number; body: unknown } = {
      status: 409,
      body: { errorCode: 'conflict', message: 'Another tab has changed these settings.' },
    };
    const { sent, client } = await open(settings(), {
      'GET /api/notify/settings': loaded,
      'PUT /api/notify/rules': saved,
    });
    const save = async (text: string) => {
      press('Save');
      await screen.findByText(text, { exact: false });
      return sent.findLast(({ call }) => call === 'PUT /api/notify/rules')?.body;
    };
    tick('Removed houses');
    loaded.body = of(4);
    await client.invalidateQueries({ queryKey: ['auth', 'news'] });
    expect(await save('Another tab has changed these settings.')).toMatchObject({ version: 0 });
    Object.assign(saved, { status: 200, body: of(5) });
    expect(await save('Saved.')).toMatchObject({ version: 4 });
    tick('Removed houses');
    expect(await save('Saved.')).toMatchObject({ version: 5 });
  });

  it('have a time for a digest instead of quiet hours', async () => {
    const { sent } = await open(settings(), { 'PUT /api/notify/rules': { body: settings() } });
    tick('Once a day');
    expect(screen.getByText(/^A digest leaves out what is over by then/)).toBeTruthy();
    type('Digest time', '07:15');
    expect(screen.queryByLabelText('Quiet hours')).toBeNull();
    press('Save');
    await screen.findByText('Saved.');
    expect(sent.at(-1)?.body).toMatchObject({ digestAt: 7 * 60 + 15, quiet: null });
  });
});
