import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startChannels } from 'local/fakes/channels/channels';
import { outsidePoster } from 'lambdas/platform/outside/post';
import { pushRequest } from 'lambdas/notify/services/push';
import { send } from 'lambdas/notify/services/services';
import { exampleAddresses } from '../../../../support/notify/addresses.ts';
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

const { ntfy, webhook, telegram, serverchan, discord, slack, bark } = exampleAddresses;
/** Every kind of channel that the site posts to in plain text. */
const addresses = Object.values(exampleAddresses).filter(({ kind }) => !['email', 'feed', 'push'].includes(kind));

describe('the stand-ins of the services', () => {
  it.each(addresses)('take a message of the notifier: $kind', async (address) => {
    expect(await notify(address)).toEqual({ kind: 'accepted' });
    const [taken] = channels.messages();
    expect(taken?.title).toBe('2 new');
    expect(taken?.text).toMatch(/^小区 *\nNEW 1/);
  });

  it.each<[number, ChannelAddress]>([
    [60, ntfy],
    [5, serverchan],
    [20, telegram],
    [5, discord],
    [1, slack],
  ])('take %i messages at once and refuse the next one: %j', async (most, address) => {
    const outcomes = [];
    for (let count = 0; count <= most; count += 1) outcomes.push((await notify(address)).kind);
    expect(outcomes.slice(0, most)).not.toContain('refused');
    expect(outcomes[most]).toBe('refused');
  });

  it.each<[string, ChannelAddress, number]>([
    ['ntfy', ntfy, 4096],
    ['Telegram', telegram, 4097],
    ['Bark', bark, 4096],
    ['Server酱', serverchan, 32_769],
  ])('refuse a text that is too long: %s', async (_, address, length) => {
    expect(await notify(address, { text: 'x'.repeat(length) })).toMatchObject({ kind: 'refused' });
    expect(channels.messages()).toEqual([]);
  });

  it.each<[string, ChannelAddress, string]>([
    ['an unknown token of ntfy', { ...ntfy, token: 'tk_wrong' }, 'ntfy does not accept the token.'],
    ['a foreign topic of ntfy', { ...ntfy, topic: 'reserved' }, 'The topic is reserved, or'],
    ['an unknown bot of Telegram', { ...telegram, token: `${telegram.token}wrong` }, 'accept the token of the bot.'],
    ['an unknown chat of Telegram', { ...telegram, chatId: '400' }, 'Telegram does not know the chat.'],
    ['a chat that has blocked its bot', { ...telegram, chatId: '403' }, 'Has it been blocked?'],
    ['a group that has another id by now', { ...telegram, chatId: '-400' }, 'with the chat ID -100400.'],
    ['an unknown key of Bark', { ...bark, deviceKey: 'wrong' }, 'Bark does not know the device key.'],
    ['an unknown key of Server酱', { ...serverchan, sendKey: 'SCTwrong' }, 'Server酱 does not accept the key.'],
  ])('refuse %s, which its person is told', async (_, address, sentence) => {
    expect(await notify(address)).toMatchObject({ kind: 'refused', reason: { en: expect.stringContaining(sentence) } });
    expect(channels.messages()).toEqual([]);
  });

  it('tell a person that ntfy has got too many messages', async () => {
    for (let count = 0; count < 60; count += 1) await notify(ntfy);
    expect(await notify(ntfy)).toMatchObject({ reason: { en: 'The service received too many messages.' } });
  });

  it('refuse a title that leaves a text of ntfy no room', async () => {
    const text = 'x'.repeat(4000);
    expect(await notify(ntfy, { text, title: 'x'.repeat(4200) })).toMatchObject({ kind: 'refused' });
    expect(await notify(ntfy, { text, title: 'x'.repeat(200) })).toEqual({ kind: 'accepted' });
  });
});

describe('the stand-in of Discord', () => {
  const { url } = discord;
  const post = (body: object | string, address = `${url}?wait=true`) =>
    outsidePoster(channels.origin)({
      url: address,
      headers: {},
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });

  it('says when to come back', async () => {
    for (let count = 0; count < 5; count += 1) await notify(discord);
    expect(await notify(discord)).toMatchObject({ kind: 'refused', retryAfterMs: 1500 });
    clock.ms += 2000;
    expect(await notify(discord)).toEqual({ kind: 'accepted' });
  });

  it('has another limit for another webhook', async () => {
    for (let count = 0; count < 5; count += 1) await notify(discord);
    expect(await notify({ kind: 'discord', url: `${url}2` })).toEqual({ kind: 'accepted' });
  });

  it('shows marks and mentions of others as they are', async () => {
    await notify(discord, { text: '**[a](b) <@1>' });
    expect(channels.messages()).toMatchObject([{ text: `**[a](b) <@1>\n\n${message.url}` }]);
  });

  it.each<[string, object | string, number]>([
    ['2,001 characters', { content: 'x'.repeat(2001) }, 400],
    ['an empty message', { content: ' ' }, 400],
    ['a flag that webhooks may not set', { content: 'x', flags: 64 }, 400],
    ['a body that is no JSON', '{', 400],
  ])('refuses %s', async (_, body, status) => {
    expect(await post(body)).toMatchObject({ status });
    expect(channels.messages()).toEqual([]);
  });

  it('takes 2,000 characters, and reports them to those who wait', async () => {
    const content = 'x'.repeat(2000);
    expect(await post({ content })).toMatchObject({ status: 200, body: expect.stringContaining(content) });
    expect(await post({ content }, url)).toMatchObject({ status: 204, body: '' });
  });

  it('says that a webhook has been deleted', async () => {
    expect(await notify({ kind: 'discord', url: `${url}gone` })).toMatchObject({ kind: 'refused', isGone: true });
  });
});

describe('the stand-in of Slack', () => {
  const { url } = slack;
  const post = (body: string) => outsidePoster(channels.origin)({ url, headers: {}, body });

  it('says when to come back', async () => {
    await notify(slack);
    expect(await notify(slack)).toMatchObject({ kind: 'refused', retryAfterMs: 1000 });
    clock.ms += 1000;
    expect(await notify(slack)).toEqual({ kind: 'accepted' });
  });

  it('shows marks and mentions of others as they are', async () => {
    await notify(slack, { text: '<!channel> A & B' });
    expect(channels.messages()).toMatchObject([{ text: `<!channel> A & B\n\n${message.url}` }]);
  });

  it('cuts a text that is too long, as Slack does', async () => {
    expect(await post(JSON.stringify({ text: `a\n\n${'x'.repeat(50_000)}` }))).toMatchObject({
      status: 200,
      body: 'ok',
    });
    expect(channels.messages()[0]?.text).toHaveLength(39_997);
  });

  it.each([
    ['gone', 404, 'no_service'],
    ['archived', 410, 'channel_is_archived'],
    ['prohibited', 403, 'action_prohibited'],
  ])('refuses at an address that ends with %s', async (end, status, body) => {
    const reply = await outsidePoster(channels.origin)({ url: `${url}${end}`, headers: {}, body: '{"text":"a"}' });
    expect(reply).toMatchObject({ status, body });
  });

  it.each([
    ['{', 'invalid_payload'],
    ['{"texts":"a"}', 'invalid_payload'],
    ['{"text":""}', 'no_text'],
  ])('refuses %s', async (sent, body) => {
    expect(await post(sent)).toMatchObject({ status: 400, body });
    expect(channels.messages()).toEqual([]);
  });
});

describe('the stand-in of the services of browsers', () => {
  const { address, read } = subscribedBrowser();
  const post = (headers: Record<string, string>, body: Uint8Array = Buffer.alloc(100)) =>
    outsidePoster(channels.origin)({ url: address.endpoint, headers, body });

  it('takes a message that only the browser can read, and replaces it by a later one with its topic', async () => {
    for (const text of ['once', 'twice']) expect(await notify(address, { text })).toEqual({ kind: 'accepted' });
    const taken = channels.messages();
    expect(taken).toMatchObject([{ host: 'fcm.googleapis.com', text: 'encrypted, 4096 bytes' }]);
    expect(taken.map(({ encrypted }) => read(Buffer.from(encrypted?.body ?? '', 'base64')).text)).toEqual(['twice']);
    expect(taken[0]?.encrypted?.siteKey).toBe(examplePushKeys.publicKey);
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
