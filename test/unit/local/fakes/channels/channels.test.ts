import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startChannels } from 'local/fakes/channels/channels';
import { outsidePoster } from 'lambdas/platform/outside/post';
import { pushRequest } from 'lambdas/notify/services/push';
import { send } from 'lambdas/notify/services/services';
import { examplePushKeys, subscribedBrowser } from '../../../../support/notify/browser.ts';
import type { ChannelAddress } from 'shared-types/contract/account/notify';

const clock = { ms: 1_000_000, now: () => clock.ms };
const message = { id: 'c1-4', title: '2 new', text: '小区\nNEW 1', url: 'https://home.test/ljmonitor' };
const context = { now: new Date(clock.ms), signingKey: 'whsec_a2V5', feedHash: '', sent: 0 };

let channels: Awaited<ReturnType<typeof startChannels>>;
beforeEach(async () => {
  channels = await startChannels({ clock });
});
afterEach(() => channels.close());

/** Sends a message as the notifier does. */
const notify = (address: ChannelAddress, more: Partial<typeof message> = {}) =>
  send(
    {
      post: outsidePoster(channels.origin),
      mail: undefined,
      pushKeys: async () => examplePushKeys,
      keep: async () => {},
    },
    address,
    { ...message, ...more },
    context,
  );

const webhook: ChannelAddress = { kind: 'webhook', url: 'https://hooks.example.org/a' };

const telegram: ChannelAddress = { kind: 'telegram', token: '123:abcdefghijklmnopqrstuvwxyz', chatId: '42' };
const serverchan: ChannelAddress = { kind: 'serverchan', sendKey: 'SCT123abcde' };
const addresses: ChannelAddress[] = [
  { kind: 'ntfy', server: 'https://ntfy.sh', topic: 'my-news', token: '' },
  telegram,
  { kind: 'bark', server: 'https://api.day.app', deviceKey: 'k' },
  serverchan,
  webhook,
];

describe('the stand-ins of the services', () => {
  it.each(addresses)('take a message of the notifier: $kind', async (address) => {
    expect(await notify(address)).toEqual({ kind: 'accepted' });
    const [taken] = channels.messages();
    expect(taken?.title).toBe('2 new');
    expect(taken?.text).toMatch(/^小区 *\nNEW 1/);
  });

  it.each<[number, ChannelAddress]>([
    [60, { kind: 'ntfy', server: 'https://ntfy.sh', topic: 'my-news', token: '' }],
    [5, serverchan],
    [20, telegram],
  ])('take %i messages at once and refuse the next one: %j', async (most, address) => {
    const outcomes = [];
    for (let count = 0; count <= most; count += 1) outcomes.push((await notify(address)).kind);
    expect(outcomes.slice(0, most)).not.toContain('refused');
    expect(outcomes[most]).toBe('refused');
  });

  it.each<[string, ChannelAddress, number]>([
    ['ntfy', { kind: 'ntfy', server: 'https://ntfy.sh', topic: 'my-news', token: '' }, 4097],
    ['Telegram', telegram, 4097],
    ['Bark', { kind: 'bark', server: 'https://api.day.app', deviceKey: 'k' }, 4096],
    ['Server酱', serverchan, 32_769],
  ])('refuse a text that is too long: %s', async (_, address, length) => {
    expect(await notify(address, { text: 'x'.repeat(length) })).toMatchObject({ kind: 'refused' });
    expect(channels.messages()).toEqual([]);
  });
});

describe('the stand-in of the services of browsers', () => {
  const { address } = subscribedBrowser();
  const post = (headers: Record<string, string>, body: Uint8Array = Buffer.alloc(100)) =>
    outsidePoster(channels.origin)({ url: address.endpoint, headers, body });

  it('takes a message that it cannot read, and replaces it by a later one with its topic', async () => {
    for (const text of ['once', 'twice']) expect(await notify(address, { text })).toEqual({ kind: 'accepted' });
    expect(channels.messages()).toMatchObject([{ host: 'fcm.googleapis.com', text: 'encrypted, 4096 bytes' }]);
  });

  it('says that a browser has unsubscribed', async () => {
    const gone = { ...address, endpoint: `${address.endpoint}/gone` };
    expect(await notify(gone)).toMatchObject({ kind: 'refused', isGone: true });
  });

  it('refuses what is not signed with the key of the site, or for another service', async () => {
    expect(await post({})).toMatchObject({ status: 401 });
    const { headers } = await pushRequest({ ...message, id: 'a' }, address, examplePushKeys);
    const other = { ...address, endpoint: 'https://web.push.apple.com/a' };
    const { headers: ofOther } = await pushRequest({ ...message, id: 'a' }, other, examplePushKeys);
    const [, token = ''] = /t=([^,]+)/.exec(headers['authorization'] ?? '') ?? [];
    for (const authorization of [
      ofOther['authorization'] ?? '',
      `vapid t=${token.slice(0, -4)}AAAA, k=${examplePushKeys.publicKey}`,
      `vapid t=${token}, k=${address.p256dh}`,
    ])
      expect(await post({ ...headers, authorization })).toMatchObject({ status: 403 });
  });

  it.each([
    ['no time of life', { ttl: 'x' }, 400],
    ['a topic that is too long', { topic: 'a'.repeat(33) }, 400],
    ['another encoding', { 'content-encoding': 'aesgcm' }, 400],
  ])('refuses %s', async (_, wrong, status) => {
    const { headers, body } = await pushRequest(message, address, examplePushKeys);
    expect(await post({ ...headers, ...wrong }, Buffer.from(body))).toMatchObject({ status });
    expect(channels.messages()).toEqual([]);
  });

  it('refuses a message that is too long', async () => {
    const { headers, body } = await pushRequest(message, address, examplePushKeys);
    const long = Buffer.concat([Buffer.from(body), Buffer.alloc(1)]);
    expect(await post(headers, long)).toMatchObject({ status: 413 });
  });
});

describe('the stand-in of a webhook', () => {
  it('takes a signed message, and replaces it by a later one with its id', async () => {
    expect(await notify(webhook)).toEqual({ kind: 'accepted' });
    expect(await notify(webhook, { text: 'again' })).toEqual({ kind: 'accepted' });
    expect(channels.messages()).toMatchObject([{ host: 'hooks.example.org', service: 'webhook', text: 'again' }]);
  });

  it('refuses a message without a signature', async () => {
    const post = outsidePoster(channels.origin);
    expect(await post({ url: webhook.url, headers: {}, body: '{}' })).toMatchObject({ status: 400 });
    expect(channels.messages()).toEqual([]);
  });
});
