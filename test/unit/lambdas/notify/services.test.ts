import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import type { ChannelAddress } from 'shared-types/contract/account/notify';
import type { Mail, OutsideReply, OutsideRequest } from 'lambdas/notify/services/service';
import { send, serviceOf } from 'lambdas/notify/services/services';
import { isPublicUrl, outsidePoster } from 'lambdas/platform/outside/post';
import { PrivateAddress } from 'lambdas/platform/outside/ssrf-guard';
import { exampleAddresses } from '../../../support/notify/addresses.ts';
import { examplePushKeys, subscribedBrowser } from '../../../support/notify/browser.ts';

const message = { id: 'c1-4', title: '2 new', text: '小区\nNEW 1', url: 'https://home.test/ljmonitor' };
const signingKey = `whsec_${Buffer.from('key').toString('base64')}`;
const context = { now: new Date('2026-03-01T00:00:00Z'), signingKey, feedHash: '', sent: 0 };

async function sent(address: ChannelAddress, reply: Partial<OutsideReply> | Error, told = message) {
  const requests: OutsideRequest[] = [];
  const mails: Mail[] = [];
  const outside = {
    async post(request: OutsideRequest) {
      requests.push(request);
      if (reply instanceof Error) throw reply;
      return { status: 200, body: '', retryAfter: undefined, ...reply };
    },
    async mail(mail: Mail) {
      mails.push(mail);
      return { kind: 'accepted' as const };
    },
    pushKeys: async () => examplePushKeys,
    keep: () => Promise.reject(new Error('no feed')),
  };
  const outcome = await send(outside, address, told, context);
  const [request] = requests;
  const text = typeof request?.body === 'string' ? request.body : '{}';
  return { outcome, request, body: z.record(z.string(), z.unknown()).parse(JSON.parse(text)), mails };
}

const { telegram, bark, serverchan, webhook, discord, slack } = exampleAddresses;
const ntfy = { ...exampleAddresses.ntfy, token: 'tk_1' };

describe('a request', () => {
  it('publishes to ntfy as JSON, with the token and an id that a repeated message replaces', async () => {
    const { request, body } = await sent(ntfy, {});
    expect(request).toMatchObject({ url: 'https://ntfy.sh/', headers: { authorization: 'Bearer tk_1' } });
    expect(body).toEqual({
      topic: 'my-news',
      sequence_id: 'c1-4',
      title: '2 new',
      message: message.text,
      click: message.url,
    });
  });

  it('sends through a Telegram bot', async () => {
    const { request, body } = await sent(telegram, {});
    expect(request?.url).toBe('https://api.telegram.org/bot123:abcdefghijklmnopqrstuvwxyz/sendMessage');
    expect(body).toMatchObject({ chat_id: '42', text: `2 new\n\n${message.text}\n\n${message.url}` });
  });

  it('fits into a message of Telegram with its title and the longest link to houses', async () => {
    const url = `https://home-page.example.org/ljmonitor?houseIds=${'1'.repeat(500)}`;
    const text = 'a'.repeat(serviceOf('telegram').limits.textBytes);
    const { body } = await sent(telegram, {}, { ...message, title: 'a'.repeat(200), text, url });
    expect(String(body['text']).length).toBeLessThanOrEqual(4096);
  });

  it('pushes through Bark with an id that a repeated message replaces', async () => {
    const { request, body } = await sent(bark, {});
    expect(request?.url).toBe('https://api.day.app/push');
    expect(body).toMatchObject({ device_key: 'k', id: 'c1-4', body: message.text });
  });

  it('reaches a Bark server below a path', async () => {
    const { request } = await sent({ kind: 'bark', server: 'https://site.test/bark/', deviceKey: 'k' }, {});
    expect(request?.url).toBe('https://site.test/bark/push');
  });

  it.each([ntfy, bark, serverchan])('is not accepted by another program at the address of $kind', async (address) => {
    const { outcome } = await sent(address, { body: '<html>' });
    expect(outcome).toMatchObject({ kind: 'refused', reason: { en: expect.stringContaining('Check the address') } });
  });

  it('is encrypted for one browser, and replaces one that waits', async () => {
    const browser = subscribedBrowser();
    const { outcome, request } = await sent(browser.address, { status: 201 });
    expect(outcome).toEqual({ kind: 'accepted' });
    expect(request).toMatchObject({
      url: browser.address.endpoint,
      headers: {
        ttl: '604800',
        topic: expect.stringMatching(/^[\w-]{32}$/),
        'content-encoding': 'aes128gcm',
        authorization: expect.stringContaining(`k=${examplePushKeys.publicKey}`),
      },
    });
    expect(String(request?.body)).not.toContain('new');
    expect(browser.read(request?.body ?? '')).toEqual({ ...message, url: '/ljmonitor' });
  });

  it('fits into a message to a browser, however long its parts are', async () => {
    const browser = subscribedBrowser();
    const long = {
      ...message,
      title: '新'.repeat(66),
      text: '\u0001'.repeat(5000),
      url: `${message.url}?${'a'.repeat(5000)}`,
    };
    const { request } = await sent(browser.address, { status: 201 }, long);
    expect(browser.read(request?.body ?? '').url).toBe('/ljmonitor');
    expect(Buffer.byteLength(request?.body ?? '')).toBeLessThanOrEqual(4096);
  });

  it.each([
    ['SCT123abcde', 'https://sctapi.ftqq.com/SCT123abcde.send'],
    ['sctp42tabcdef', 'https://42.push.ft07.com/send/sctp42tabcdef.send'],
  ])('goes to the Server酱 of the key %s', async (sendKey, url) => {
    const { request, body, outcome } = await sent({ kind: 'serverchan', sendKey }, { body: '{"code":0}' });
    expect([request?.url, body['desp'], outcome.kind]).toEqual([
      url,
      `小区  \nNEW 1\n\n[${message.url}](${message.url})`,
      'accepted',
    ]);
  });

  it('shows texts of others in Server酱 as they are, and keeps the links below them', async () => {
    const text = '# 小区\nNEW ![](https://evil.example/p.png) <b>*a*\nhttps://site.test/a_b_c';
    const { body } = await sent(serverchan, {}, { ...message, text });
    expect(body['desp']).toBe(
      `${String.raw`\# 小区`}  \n${String.raw`NEW !\[](https://evil.example/p.png) \<b>\*a\*`}  \nhttps://site.test/a_b_c\n\n[${message.url}](${message.url})`,
    );
  });

  it('signs a webhook with id and time as Standard Webhooks does', async () => {
    const { request } = await sent(webhook, {});
    const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature } = request?.headers ?? {};
    expect([id, time]).toEqual(['c1-4', '1772323200']);
    const own = createHmac('sha256', 'key')
      .update(`${id}.${time}.${String(request?.body)}`)
      .digest('base64');
    expect(signature).toBe(`v1,${own}`);
  });

  it('posts to a Discord channel, calls nobody, and waits for the answer', async () => {
    const told = { ...message, title: '2 new *', text: '小区_1\n# NEW <@1> [a](b)' };
    const { request, body } = await sent(discord, {}, told);
    expect(request?.url).toBe('https://discord.com/api/webhooks/42/abc?wait=true');
    expect(body).toEqual({
      content: `**2 new \\***\n\n小区\\_1\n\\# NEW \\<@1> \\[a](b)\n\n${message.url}`,
      allowed_mentions: { parse: [] },
      flags: 4,
    });
  });

  it('fits into a message of Discord with its link, however much of it is escaped', async () => {
    const url = `${message.url}?${'a'.repeat(500)}`;
    const { body } = await sent(discord, {}, { ...message, title: '*'.repeat(200), text: '_'.repeat(1400), url });
    expect(String(body['content'])).toMatch(/\n\n\S+$/);
    expect(String(body['content']).length).toBeLessThanOrEqual(2000);
  });

  it('posts to a Slack channel, with nothing that Slack takes for a mention', async () => {
    const url = `${message.url}?a=1&b=2`;
    const { request, body } = await sent(slack, {}, { ...message, text: '<!channel> A & B', url });
    expect(request?.url).toBe('https://hooks.slack.com/services/T1/B2/abc');
    expect(body).toEqual({
      text: '2 new\n\n&lt;!channel&gt; A &amp; B\n\n<https://home.test/ljmonitor?a=1&amp;b=2>',
      mrkdwn: false,
      unfurl_links: false,
      unfurl_media: false,
    });
  });

  it('mails the text with its link', async () => {
    const { mails } = await sent({ kind: 'email', address: 'ann@home.example' }, {});
    expect(mails).toEqual([{ to: 'ann@home.example', subject: '2 new', text: `${message.text}\n\n${message.url}\n` }]);
  });
});

describe('an answer', () => {
  it.each<[string, ChannelAddress, Partial<OutsideReply> | Error, object]>([
    ['ntfy has a limit', ntfy, { status: 429, retryAfter: 60 }, { kind: 'refused', retryAfterMs: 60_000 }],
    ['a topic is reserved', ntfy, { status: 403 }, { reason: expect.stringContaining('reserved') }],
    [
      'Telegram names a time',
      telegram,
      { status: 429, body: '{"ok":false,"parameters":{"retry_after":7}}' },
      { kind: 'refused', retryAfterMs: 7000 },
    ],
    [
      'Discord names a time',
      discord,
      {
        status: 429,
        retryAfter: 2,
        body: '{"message":"You are being rate limited.","retry_after":1.5,"global":false}',
      },
      { reason: 'The service received too many messages.', retryAfterMs: 1500 },
    ],
    [
      'a webhook was deleted in Discord',
      discord,
      { status: 404, body: '{"message":"Unknown Webhook","code":10015}' },
      { reason: 'The webhook no longer exists. Create another one in Discord.', isGone: true },
    ],
    ['Discord takes no such message', discord, { status: 400 }, { reason: expect.stringContaining('does not accept') }],
    ['Slack has a limit', slack, { status: 429, retryAfter: 1, body: 'rate_limited' }, { retryAfterMs: 1000 }],
    [
      'a webhook was removed in Slack',
      slack,
      { status: 404, body: 'no_service' },
      { reason: expect.stringContaining('no longer exists'), isGone: true },
    ],
    [
      'a channel of Slack was archived',
      slack,
      { status: 410, body: 'channel_is_archived' },
      { reason: expect.stringContaining('archived'), isGone: true },
    ],
    [
      'Slack forbids the channel',
      slack,
      { status: 403, body: 'action_prohibited' },
      { reason: 'Slack does not let the webhook write to its channel.' },
    ],
    ['Slack takes no such message', slack, { status: 400, body: 'invalid_payload' }, { kind: 'refused' }],
    [
      'the token of a bot was revoked',
      telegram,
      { status: 401, body: '{"ok":false,"error_code":401,"description":"Unauthorized"}' },
      { kind: 'refused', reason: 'Telegram does not accept the token of the bot.' },
    ],
    [
      'no bot has this token',
      telegram,
      { status: 404, body: '{"ok":false,"error_code":404,"description":"Not Found"}' },
      { kind: 'refused', reason: 'Telegram does not accept the token of the bot.' },
    ],
    [
      'the token is that of another bot, to which nobody has written',
      telegram,
      { status: 400, body: '{"ok":false,"error_code":400,"description":"Bad Request: chat not found"}' },
      { kind: 'refused', reason: 'Telegram does not know the chat. Write to the bot first.' },
    ],
    [
      'Telegram takes no such message',
      telegram,
      { status: 400, body: '{"ok":false,"error_code":400,"description":"Bad Request: message is too long"}' },
      { kind: 'refused', reason: 'Telegram does not accept the message.' },
    ],
    [
      'a group has become a supergroup',
      telegram,
      { status: 400, body: '{"ok":false,"parameters":{"migrate_to_chat_id":-1001234567890}}' },
      { reason: expect.stringContaining('add it again with the chat ID -1001234567890.') },
    ],
    ['a person has blocked the bot', telegram, { status: 403 }, { reason: expect.stringContaining('blocked') }],
    ['Bark refuses with a 200', bark, { body: '{"code":400}' }, { reason: 'Bark does not know the device key.' }],
    [
      'Server酱 refuses with a 200',
      serverchan,
      { body: '{"code":40001,"message":"超过当天的发送次数限制[5]"}' },
      { kind: 'refused', reason: 'Server酱 refused: 超过当天的发送次数限制[5]' },
    ],
    [
      'the address of a browser leads to another server',
      subscribedBrowser('https://www.example.org/').address,
      { status: 200, body: '<!doctype html>' },
      { kind: 'refused', reason: expect.stringContaining('no push service') },
    ],
    [
      'a browser was added with another key of the site',
      subscribedBrowser().address,
      { status: 403 },
      { reason: expect.stringContaining('another key of this site') },
    ],
    ['a server is gone', webhook, { status: 410 }, { reason: 'The service says that this address no longer exists.' }],
    ['a server redirects', webhook, { status: 302 }, { kind: 'refused' }],
    [
      'the name of a server leads into a private network',
      webhook,
      new PrivateAddress('hooks.example.org leads to a private address'),
      { reason: 'The address is not on the public internet.' },
    ],
    [
      'the connection fails with the address in its error',
      webhook,
      new Error('connect https://hooks.example.org/a'),
      { reason: 'The server did not respond.' },
    ],
  ])('is understood when %s', async (_, address, reply, outcome) => {
    const told = (await sent(address, reply)).outcome;
    const { reason } = told.kind === 'refused' ? told : {};
    expect({ ...told, reason: reason?.en }).toMatchObject(outcome);
    expect(reason?.zh).toMatch(/[\u4e00-\u9fff]{2}/);
  });
});

describe('an address that a person typed', () => {
  it.each(['https://hooks.example.org/a?b=1', 'https://1.1.1.1:8443/'])('may be %s', (url) => {
    expect(isPublicUrl(url)).toBe(true);
  });

  it.each([
    'http://hooks.example.org/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://nas.lan/',
    'https://localhost/',
    'https://ann:secret@hooks.example.org/',
    'not an address',
  ])('may not be %s', async (url) => {
    expect(isPublicUrl(url)).toBe(false);
    await expect(outsidePoster('')({ url, headers: {}, body: '' })).rejects.toMatchObject({ code: 'privateAddress' });
  });
});
