import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { notifyRoutes } from 'lambdas/notify/routes';
import type { ChannelAddress } from 'shared-types/contract/account/notify';
import { defaultNewsRules, type NewsRules } from 'shared-types/rules/notify/news-rules';
import { dayMs, hourMs, minuteMs } from 'shared-types/rules/time';
import { startTestDatabase } from '../../../support/dynamodb/test-table.ts';
import { exampleAddresses } from '../../../support/notify/addresses.ts';
import { subscribedBrowser } from '../../../support/notify/browser.ts';
import { accepted, channelIdOf, newsNumber, type TestNotify, testNotify, titlesOf } from './support/test-notify.ts';
import { person } from '../../../support/person.ts';

const webhook: ChannelAddress = { kind: 'webhook', url: 'https://hooks.example.org/secret' };
const hook = (number: number): ChannelAddress => ({ kind: 'webhook', url: `https://hooks.example.org/${number}` });
const email: ChannelAddress = { kind: 'email', address: 'ann@home.example' };
const ann = person('ann', 'Ann');
const bob = person('bob', 'Bob');

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let site: TestNotify;
let routes: ReturnType<typeof notifyRoutes>;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());
beforeEach(async () => {
  site = testNotify({ client: database.documents, TableName: await database.createTable() });
  routes = notifyRoutes(site.ports);
});

const nothing = { params: {}, query: {}, body: {}, user: ann };
const on = (number: number, user = ann) => ({ ...nothing, user, params: { channelId: channelIdOf(number) } });
const add = (number: number, address: ChannelAddress) => routes.putChannel({ ...on(number), body: { address } });
const verify = (code: string) => routes.verifyChannel({ ...on(1), body: { code } });
const channels = async (user = ann) => (await routes.getNotifySettings({ ...nothing, user })).channels;
/** Adds a channel whose service has given its address up. */
async function addGone() {
  await add(1, webhook);
  site.service.answer = () => ({ ...accepted, status: 410 });
  expect((await routes.testChannel(on(1))).channels).toMatchObject([{ state: 'gone' }]);
  await site.work({});
  site.service.answer = () => accepted;
  site.requests.splice(0);
}
async function tell() {
  await site.desk.tell(newsNumber(1, { atMs: site.clock.ms }));
  await site.work({ detail: { newsId: newsNumber(1).newsId } });
}
async function nextRun() {
  site.clock.ms += 15 * minuteMs;
  await site.work({});
}

describe('adding a channel', () => {
  it('shows no secret of it, and the signing key of a webhook once', async () => {
    const { settings, signingKey } = await add(1, webhook);
    expect(signingKey).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(settings.channels).toEqual([
      {
        channelId: channelIdOf(1),
        kind: 'webhook',
        label: 'hooks.example.org',
        state: 'on',
        problem: null,
        lastSentTime: null,
      },
    ]);
    expect(JSON.stringify(await routes.getNotifySettings(nothing))).not.toMatch(/secret|whsec/);
  });

  it.each<[ChannelAddress, string]>([
    [{ kind: 'discord', url: 'https://discord.com/api/webhooks/42/secret' }, '42'],
    [{ kind: 'slack', url: 'https://hooks.slack.com/services/T1/B2/secret' }, 'B2'],
    [{ kind: 'telegram', token: `1:${'secret'.repeat(5)}`, chatId: '@our_news' }, '@our_news'],
    [{ kind: 'serverchan', sendKey: 'SCTsecret' }, ''],
  ])('shows the part of an address that is no secret: %j', async (address, label) => {
    const { settings } = await add(1, address);
    expect(settings.channels).toMatchObject([{ kind: address.kind, label }]);
    expect(JSON.stringify(settings)).not.toContain('secret');
  });

  it.each<['discord' | 'slack', string]>([
    ['discord', 'https://discord.com/api/webhooks/1234567890/ab-c_D'],
    ['slack', 'https://hooks.slack-gov.com/services/T0/B0/a'],
  ])('takes a webhook of %s: %s', async (kind, url) => {
    expect((await add(1, { kind, url })).settings.channels).toMatchObject([{ kind, state: 'on' }]);
  });

  it.each<['discord' | 'slack', string]>([
    ['discord', 'https://discord.com.example.org/api/webhooks/1/a'],
    ['discord', 'https://example.org/discord.com/api/webhooks/1/a'],
    ['discord', 'https://xdiscord.com/api/webhooks/1/a'],
    ['discord', 'https://discord.com:8443/api/webhooks/1/a'],
    ['discord', 'https://discord.com/api/webhooks/1/a?wait=false'],
    ['discord', 'https://discord.com/api/webhooks/1/a/slack'],
    ['discord', 'https://discord.com/api/channels/1'],
    ['slack', 'https://slack.com/services/T000/B000/abc'],
    ['slack', 'https://hooks.slack.com.example.org/services/T000/B000/abc'],
    ['slack', 'https://hooks.slack.com/workflows/T000/A000/1/abc'],
    ['slack', 'https://hooks.slack.com/services/T000/B000/abc?a'],
  ])('refuses another address than a webhook of %s: %s', async (kind, url) => {
    await expect(add(1, { kind, url })).rejects.toThrow(/^This is not the URL of a (Discord|Slack) webhook/);
    expect(await channels()).toEqual([]);
  });

  it.each<ChannelAddress>([
    { kind: 'webhook', url: 'https://192.168.1.1/a' },
    { kind: 'ntfy', server: 'https://nas.lan', topic: 'a', token: '' },
    { kind: 'bark', server: 'https://[fd00::1]', deviceKey: 'a' },
    subscribedBrowser('https://10.0.0.1/push').address,
  ])('refuses an address in a private network: %j', async (address) => {
    await expect(add(1, address)).rejects.toMatchObject({ code: 'invalid' });
    expect(await channels()).toEqual([]);
  });

  it.each(['https://ntfy.sh/my-news', 'https://ntfy.sh/?topic=my-news', 'https://ntfy.sh/#my-news'])(
    'refuses a server of ntfy with more than its address: %s',
    async (server) => {
      await expect(add(1, { ...exampleAddresses.ntfy, server })).rejects.toThrow(/^A server of ntfy has no path\./);
    },
  );

  it.each(['https://bark.example.org/?key=k', 'https://bark.example.org/bark#k'])(
    'refuses a server of Bark to which no path can be added: %s',
    async (server) => {
      await expect(add(1, { ...exampleAddresses.bark, server })).rejects.toThrow('has no ? and no #.');
    },
  );

  it('makes one key pair for all browsers, and keeps it to itself', async () => {
    const [one, other] = await Promise.all([routes.getNotifySettings(nothing), routes.getNotifySettings(nothing)]);
    expect(one.pushKey).toMatch(/^B[\w-]{86}$/);
    expect([other.pushKey, (await routes.getNotifySettings(nothing)).pushKey]).toEqual([one.pushKey, one.pushKey]);
    const { privateKey } = await site.ports.store.getPushKeys();
    expect(JSON.stringify(await routes.getNotifySettings(nothing))).not.toContain(privateKey);
  });

  it('takes a browser once, and gives it to its newest user', async () => {
    const { address } = subscribedBrowser();
    const { settings } = await add(1, address);
    expect(settings.channels).toMatchObject([{ kind: 'push', label: 'Phone', state: 'on' }]);
    expect(JSON.stringify(settings)).not.toMatch(/fcm|send/);
    await add(1, address);
    await expect(add(2, address)).rejects.toMatchObject({ code: 'conflict' });
    await routes.putChannel({ ...on(3, bob), body: { address } });
    expect([await channels(), await channels(bob)]).toMatchObject([[], [{ kind: 'push' }]]);
    const newsId = `removed-${channelIdOf(1)}-1-0`;
    expect(await site.ports.store.findUntold(newsId)).toMatchObject({
      userId: 'ann',
      groups: [{ name: 'Browser Phone', entries: [{ topic: 'channelRemoved' }] }],
    });
    expect(site.events).toEqual([newsId]);
    await routes.deleteChannel(on(3, bob));
    await add(2, address);
    expect([await channels(), await channels(bob)]).toMatchObject([[{ kind: 'push' }], []]);
  });

  it('tells the user before of a browser also when the process that gives it to another one dies', async () => {
    const { address } = subscribedBrowser();
    await add(1, address);
    const { store } = site.ports;
    site.ports.store = {
      ...store,
      async putChannel(...given) {
        await store.putChannel(...given);
        throw new Error('crash');
      },
    };
    await expect(routes.putChannel({ ...on(2, bob), body: { address } })).rejects.toThrow('crash');
    expect(await store.findUntold(`removed-${channelIdOf(1)}-0-0`)).toMatchObject({ userId: 'ann' });
  });

  it('is added once when two devices add it at once', async () => {
    const both = await Promise.allSettled([add(1, webhook), add(2, webhook)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await channels()).toHaveLength(1);
  });

  it('may be added again after it was removed or has got another address', async () => {
    await add(1, webhook);
    await routes.deleteChannel(on(1));
    await add(2, webhook);
    await add(2, hook(1));
    await add(3, webhook);
    expect(await channels()).toHaveLength(2);
  });

  it('refuses a key with which nothing can be encrypted', async () => {
    const { address } = subscribedBrowser();
    const offCurve = { ...address, p256dh: `B${'A'.repeat(86)}` };
    await expect(add(1, offCurve)).rejects.toThrow('The key of this browser is damaged. Add the browser again.');
    expect(await channels()).toEqual([]);
  });

  it('refuses an address that the person has already, and takes it from another one', async () => {
    const ntfy: ChannelAddress = { kind: 'ntfy', server: 'https://ntfy.sh', topic: 'news', token: '' };
    await add(1, ntfy);
    await expect(add(2, { ...ntfy })).rejects.toMatchObject({ code: 'conflict' });
    await add(2, { ...ntfy, topic: 'other-news' });
    await routes.putChannel({ ...on(3, bob), body: { address: ntfy } });
    expect([await channels(), await channels(bob)]).toMatchObject([[{}, {}], [{}]]);
    for (const number of [4, 5]) await add(number, { kind: 'feed' });
  });

  it('refuses more than ten, and takes the tenth again', async () => {
    for (let number = 1; number <= 10; number += 1) await add(number, hook(number));
    await expect(add(11, hook(11))).rejects.toThrow('You can have at most 10 channels.');
    await add(10, hook(10));
    expect(await channels()).toHaveLength(10);
  });

  it('refuses more than the site has room for', async () => {
    for (let index = 0; index < 9; index += 1)
      for (let number = 0; number < 10; number += 1)
        await site.ports.store.putChannel({
          userId: `user ${index}`,
          channelId: channelIdOf(number + 100 * index + 100),
          address: hook(number),
          state: 'on',
          signingKey: '',
        });
    await expect(add(1, webhook)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('offers no email where the site has no address to send from', async () => {
    site.ports.outside.mail = undefined;
    await expect(add(1, email)).rejects.toMatchObject({ code: 'invalid' });
    expect(await routes.getNotifySettings(nothing)).toMatchObject({ hasEmail: false, channels: [] });
  });
});

describe('an email address', () => {
  it('gets news after its code has come back', async () => {
    await add(1, email);
    expect(site.mails).toEqual([
      { to: 'ann@home.example', subject: 'Your code is 012345', text: expect.stringContaining('012345') },
    ]);
    expect(await channels()).toMatchObject([{ state: 'unverified', label: 'ann@home.example' }]);
    await expect(verify('000000')).rejects.toMatchObject({ code: 'wrongCode' });
    expect((await verify('012345')).channels).toMatchObject([{ state: 'on' }]);
    expect((await verify('012345')).channels).toMatchObject([{ state: 'on' }]);
  });

  it('takes five codes at most, and none after a quarter of an hour', async () => {
    await add(1, email);
    for (let tries = 0; tries < 5; tries += 1)
      await expect(verify('000000')).rejects.toMatchObject({ code: 'wrongCode' });
    await expect(verify('012345')).rejects.toMatchObject({ code: 'tooMany' });
    site.clock.ms += 2 * minuteMs;
    await add(1, email);
    site.clock.ms += 15 * minuteMs + 1;
    await expect(verify('012345')).rejects.toMatchObject({ code: 'expired' });
    expect(await channels()).toMatchObject([{ state: 'unverified' }]);
  });

  it('is not confirmed by the code of the address before', async () => {
    await add(1, email);
    const other: ChannelAddress = { kind: 'email', address: 'eve@home.example' };
    await expect(add(1, other)).rejects.toMatchObject({ code: 'tooMany' });
    await expect(verify('012345')).rejects.toMatchObject({ code: 'wrongCode' });
    expect(await channels()).toMatchObject([{ state: 'unverified', label: 'eve@home.example' }]);
  });

  it('gets ten codes a day, also when it is removed and added again', async () => {
    for (let number = 1; number <= 10; number += 1) {
      await add(number, email);
      await routes.deleteChannel(on(number));
    }
    await expect(add(11, email)).rejects.toMatchObject({ code: 'tooMany', detail: { retryAfterSeconds: 20 * 3600 } });
    expect([site.mails.length, await channels()]).toEqual([10, []]);
    await routes.putChannel({ ...on(12, bob), body: { address: email } });
    site.clock.ms += dayMs;
    await add(11, email);
    expect(site.mails).toHaveLength(12);
  });

  it('is mailed one code a minute', async () => {
    await add(1, email);
    await expect(add(1, email)).rejects.toMatchObject({ code: 'tooMany', detail: { retryAfterSeconds: 60 } });
    expect(site.mails).toHaveLength(1);
  });
});

describe('a test', () => {
  it('says whether the channel works', async () => {
    await add(1, webhook);
    const { channels: tested } = await routes.testChannel(on(1));
    expect(tested).toMatchObject([{ state: 'on', problem: null, lastSentTime: site.clock.ms }]);
    site.service.answer = () => ({ ...accepted, status: 404 });
    const { channels: failed } = await routes.testChannel(on(1));
    expect(failed).toMatchObject([{ state: 'on', problem: 'The service does not know the address.' }]);
    // Without news that has failed, a failure weeks later is the first one again. Its person still reads why the test failed.
    await nextRun();
    expect(await channels()).toMatchObject([{ state: 'on', problem: 'The service does not know the address.' }]);
    expect(await site.ports.store.listAllChannels()).toMatchObject([{ failures: 0, failingSinceMs: null }]);
    site.service.answer = () => accepted;
    await tell();
    expect(await channels()).toMatchObject([{ state: 'on', problem: null }]);
  });

  it('removes a browser that has unsubscribed, and tells the other channels', async () => {
    await add(1, subscribedBrowser().address);
    await add(2, webhook);
    site.service.answer = ({ url }) => ({ ...accepted, status: url.includes('fcm') ? 410 : 200 });
    expect((await routes.testChannel(on(1))).channels).toMatchObject([{ kind: 'webhook' }]);
    site.requests.splice(0);
    await site.work({});
    expect(titlesOf(site)).toEqual(['Browser Phone: removed']);
  });

  it('has an id that every service takes', async () => {
    const { newId } = site.ports;
    site.ports.newId = () => newId().padStart(26, '0');
    await add(1, { kind: 'ntfy', server: 'https://ntfy.sh', topic: 'my-news', token: '' });
    await routes.testChannel(on(1));
    // An ntfy server takes up to 64 of these characters: github.com/binwiederhier/ntfy, server/server.go
    expect(site.requests.map(({ body }) => body)).toEqual([
      expect.stringMatching(/"sequence_id":"[-_A-Za-z0-9]{1,64}"/),
    ]);
  });

  it('turns a channel off whose address is gone, and tells the other channels', async () => {
    await add(1, webhook);
    await add(2, { kind: 'ntfy', server: 'https://ntfy.sh', topic: 'a', token: '' });
    site.service.answer = ({ url }) => ({ ...accepted, status: url.includes('hooks') ? 410 : 200 });
    const problem = 'The service says that this address no longer exists.';
    expect((await routes.testChannel(on(1))).channels).toMatchObject([{ state: 'gone', problem }, { state: 'on' }]);
    site.requests.splice(0);
    await site.work({});
    expect(site.requests.map(({ body }) => body)).toEqual([
      expect.stringContaining(`${problem} It keeps its news for 30 days. If the address works again`),
    ]);
    // When it works again and then is gone once more, that is told, too.
    site.clock.ms += 2 * minuteMs;
    const { answer } = site.service;
    site.service.answer = () => accepted;
    expect((await routes.testChannel(on(1))).channels).toMatchObject([{ state: 'on' }, { state: 'on' }]);
    site.service.answer = answer;
    await routes.testChannel(on(1));
    site.requests.splice(0);
    await site.work({});
    expect(site.requests.map(({ body }) => body)).toEqual([expect.stringContaining(problem)]);
    // Another test of a page that was loaded before finds out whether it is still so.
    site.clock.ms += 2 * minuteMs;
    site.service.answer = () => ({ ...accepted, status: 500 });
    expect((await routes.testChannel(on(1))).channels).toMatchObject([{ state: 'gone' }, { state: 'on' }]);
  });

  it('leaves a digest to its time', async () => {
    await add(1, webhook);
    await routes.putNewsRules({ ...nothing, body: { ...defaultNewsRules, timeZone: 'UTC', digestAt: 480 } });
    await site.desk.tell(newsNumber(1, { atMs: site.clock.ms }));
    await site.work({});
    await routes.testChannel(on(1));
    site.service.answer = () => ({ ...accepted, status: 503 });
    await routes.testChannel(on(1));
    site.service.answer = () => accepted;
    site.clock.ms += hourMs;
    await site.work({});
    expect(titlesOf({ requests: site.requests })).toEqual(['A test', 'A test']);
    site.clock.ms += dayMs;
    await site.work({});
    expect(titlesOf({ requests: site.requests })).toEqual(['A test', 'A test', '1 new']);
  });

  it.each([
    ['accepted', accepted],
    ['refused', { ...accepted, status: 404 }],
  ])('leaves a digest to the time that its person chooses while the test is %s', async (_, answer) => {
    await add(1, webhook);
    const rules: NewsRules = { ...defaultNewsRules, timeZone: 'UTC', digestAt: 20 * 60 };
    await routes.putNewsRules({ ...nothing, body: rules });
    await tell();
    const { outside } = site.ports;
    site.ports.outside = {
      ...outside,
      async post() {
        await routes.putNewsRules({ ...nothing, body: { ...rules, version: 1, digestAt: 22 * 60 } });
        return answer;
      },
    };
    await routes.testChannel(on(1));
    const [channel] = await site.ports.store.listAllChannels();
    expect(new Date(channel?.dueMs ?? 0).toISOString()).toBe('2026-03-01T22:00:00.000Z');
  });

  it('leaves a message as it is whose attempt may have been accepted', async () => {
    await add(1, webhook);
    await site.desk.tell(newsNumber(1, { atMs: site.clock.ms }));
    site.service.answer = () => ({ ...accepted, status: 503 });
    await site.work({});
    site.service.answer = () => accepted;
    await routes.testChannel(on(1));
    await routes.testChannel(on(1));
    await site.work({});
    const [first, ...others] = site.requests.map(({ headers }) => headers['webhook-id']);
    expect(others).toEqual([expect.stringContaining('test'), expect.stringContaining('test'), first]);
    expect(new Set(others).size).toBe(3);
  });

  it('resumes a paused channel, which then tells what it kept', async () => {
    await add(1, webhook);
    site.service.answer = () => ({ ...accepted, status: 500 });
    await site.desk.tell(newsNumber(1, { atMs: site.clock.ms }));
    await site.work({});
    for (let hours = 0; hours < 6 * 24; hours += 6) {
      site.clock.ms += 6 * hourMs;
      await site.work({});
    }
    expect(await channels()).toMatchObject([{ state: 'paused' }]);
    expect((await routes.testChannel(on(1))).channels).toMatchObject([{ state: 'paused' }]);
    site.service.answer = () => accepted;
    expect((await routes.testChannel(on(1))).channels).toMatchObject([{ state: 'on' }]);
    site.requests.splice(0);
    await site.work({});
    expect(titlesOf(site)).toEqual(['1 new']);
    site.clock.ms += dayMs;
    await site.work({});
    expect(site.requests).toHaveLength(1);
  });
});

describe('a channel that is turned on', () => {
  it('tells what has come while its test was on its way', async () => {
    await addGone();
    const { outside } = site.ports;
    site.ports.outside = {
      ...outside,
      async post(request) {
        site.ports.outside = outside;
        await tell();
        return outside.post(request);
      },
    };
    expect((await routes.testChannel(on(1))).channels).toMatchObject([{ state: 'on' }]);
    await nextRun();
    expect(titlesOf(site)).toEqual(['A test', '1 new']);
    await nextRun();
    expect(site.requests).toHaveLength(2);
  });

  it('tells what is handed out at the same time', async () => {
    await addGone();
    const { store } = site.ports;
    site.ports.store = {
      ...store,
      async listAllChannels() {
        const channelsBefore = await store.listAllChannels();
        if (site.requests.length === 0) await routes.testChannel(on(1));
        return channelsBefore;
      },
    };
    await tell();
    await nextRun();
    expect(titlesOf(site)).toEqual(['A test', '1 new']);
  });

  it('tells what it has kept when it gets another address', async () => {
    await addGone();
    await tell();
    await add(1, hook(1));
    await nextRun();
    expect(titlesOf(site)).toEqual(['1 new']);
    expect(await site.ports.store.findChannel({ userId: 'ann', channelId: channelIdOf(1) })).toMatchObject({
      pending: new Set(),
      dueMs: null,
    });
  });

  it('delivers at once when it gets another address while the one before fails', async () => {
    await add(1, webhook);
    site.service.answer = () => ({ ...accepted, status: 503 });
    await tell();
    site.service.answer = () => accepted;
    await add(1, hook(2));
    site.requests.splice(0);
    await site.work({});
    expect(titlesOf(site)).toEqual(['1 new']);
  });

  it('is told to be off again when it is off again with another address', async () => {
    await add(2, { kind: 'ntfy', server: 'https://ntfy.sh', topic: 'a', token: '' });
    for (const number of [1, 3]) {
      await add(1, hook(number));
      site.service.answer = ({ url }) => ({ ...accepted, status: url.includes('hooks') ? 410 : 200 });
      await routes.testChannel(on(1));
      await site.work({});
    }
    const told = site.requests.filter(({ url, body }) => !url.includes('hooks') && String(body).includes(': off'));
    expect(told).toHaveLength(2);
  });

  it('tells what it has kept when it has become an email address and its code has come back', async () => {
    await addGone();
    await tell();
    await add(1, email);
    await nextRun();
    expect(site.mails).toHaveLength(1);
    await add(1, email);
    await verify('012345');
    await nextRun();
    expect(site.mails.map(({ subject }) => subject).slice(2)).toEqual(['1 new']);
  });
});

describe('a channel of another person', () => {
  it('cannot be tested, verified, changed or removed', async () => {
    await add(1, webhook);
    await expect(routes.testChannel(on(1, bob))).rejects.toMatchObject({ code: 'notFound' });
    await expect(routes.verifyChannel({ ...on(1, bob), body: { code: '012345' } })).rejects.toMatchObject({
      code: 'notFound',
    });
    await routes.putChannel({ ...on(1, bob), body: { address: email } });
    await routes.deleteChannel(on(1, bob));
    expect(await channels()).toMatchObject([{ kind: 'webhook' }]);
    expect(await channels(bob)).toEqual([]);
  });
});

describe('the rules of a person', () => {
  it('are the default ones until they are saved', async () => {
    expect((await routes.getNotifySettings(nothing)).rules).toEqual(defaultNewsRules);
    const rules = { ...defaultNewsRules, timeZone: 'UTC' as const, digestAt: 480, communities: ['1'] };
    await routes.putNewsRules({ ...nothing, body: rules });
    expect((await routes.getNotifySettings(nothing)).rules).toEqual({ ...rules, version: 1 });
    await expect(routes.putNewsRules({ ...nothing, body: rules })).rejects.toMatchObject({ code: 'conflict' });
    expect((await routes.getNotifySettings({ ...nothing, user: bob })).rules).toEqual(defaultNewsRules);
  });

  // It is four o'clock in UTC.
  const atFour = { ...defaultNewsRules, timeZone: 'UTC' as const };
  const untilSix = { from: 3 * 60, to: 6 * 60 };

  type Times = Partial<Pick<NewsRules, 'digestAt' | 'quiet'>>;
  it.each<[string, Times, Times, number]>([
    ['a digest, then at once', { digestAt: 20 * 60 }, {}, 15 * minuteMs],
    ['a digest, then at once after quiet hours', { digestAt: 20 * 60 }, { quiet: untilSix }, 2 * hourMs],
    ['a digest, then an earlier one', { digestAt: 20 * 60 }, { digestAt: 5 * 60 }, hourMs],
    ['a digest, then a later one', { digestAt: 5 * 60 }, { digestAt: 7 * 60 }, 3 * hourMs],
    ['quiet hours, then a digest', { quiet: untilSix }, { digestAt: 7 * 60 }, 3 * hourMs],
  ])('move what waits: %s', async (_, before, after, waitMs) => {
    await add(1, webhook);
    await routes.putNewsRules({ ...nothing, body: { ...atFour, ...before } });
    await tell();
    await routes.putNewsRules({ ...nothing, body: { ...atFour, ...after, version: 1 } });
    for (let waitedMs = 15 * minuteMs; waitedMs < waitMs; waitedMs += 15 * minuteMs) await nextRun();
    expect(site.requests).toEqual([]);
    await nextRun();
    expect(titlesOf(site)).toEqual(['1 new']);
  });

  it('move what is handed out while they are saved', async () => {
    await add(1, webhook);
    await routes.putNewsRules({ ...nothing, body: { ...atFour, digestAt: 20 * 60 } });
    const { store } = site.ports;
    site.ports.store = {
      ...store,
      async handOut(...given) {
        await routes.putNewsRules({ ...nothing, body: { ...atFour, digestAt: 5 * 60, version: 1 } });
        return store.handOut(...given);
      },
    };
    await tell();
    expect(await store.listAllChannels()).toMatchObject([{ dueMs: site.clock.ms + hourMs }]);
    site.clock.ms += hourMs;
    await site.work({});
    await nextRun();
    expect(titlesOf(site)).toEqual(['1 new']);
  });

  it('keep a digest that is due, and the next attempt of a channel that fails', async () => {
    await add(1, webhook);
    await routes.putNewsRules({ ...nothing, body: { ...atFour, digestAt: 5 * 60 } });
    await tell();
    site.clock.ms += hourMs;
    await routes.putNewsRules({ ...nothing, body: { ...atFour, digestAt: 5 * 60, version: 1 } });
    site.service.answer = () => ({ ...accepted, status: 503 });
    await nextRun();
    expect(titlesOf(site)).toEqual(['1 new']);
    const [channel] = await site.ports.store.listAllChannels();
    await routes.putNewsRules({ ...nothing, body: { ...atFour, version: 2 } });
    expect(await site.ports.store.listAllChannels()).toEqual([channel]);
  });
});
