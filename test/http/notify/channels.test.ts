import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ChannelAddress } from 'shared-types/contract/account/notify';
import { defaultNewsRules } from 'shared-types/rules/notify/news-rules';
import * as z from 'zod';
import { owner } from '../../support/credentials.ts';
import { eventually } from '../../support/eventually.ts';
import { exampleAddresses } from '../../support/notify/addresses.ts';
import { subscribedBrowser } from '../../support/notify/browser.ts';
import { apiCaller, type Call } from '../../support/site/caller.ts';
import { ownerOf } from '../../support/site/monitor.ts';
import { startSite, type Site } from '../../support/site/site.ts';

const Messages = z.array(z.object({ service: z.string(), title: z.string(), text: z.string() }));
const community = '1199027300101';

let site: Site;
let call: Call;
beforeAll(async () => {
  site = await startSite();
  call = apiCaller(site.origin, await site.signIn('Ann'));
});
afterAll(() => site.stop());

/** Returns the messages that a service took. */
const messagesOf = async (service: string) =>
  Messages.parse(await site.control('/channels')).filter((message) => message.service === service);

it('tells news through the channels that a person has added and tested, at once', async () => {
  const monitor = ownerOf(site, call);
  await monitor.addEmail();
  const params = { channelId: randomUUID() };
  const added = await call('PUT /api/notify/channels/{channelId}', {
    params,
    body: { address: { kind: 'webhook', url: 'https://hooks.example.org/news' } },
  });
  expect(added.signingKey).toMatch(/^whsec_/);
  expect(JSON.stringify(added.settings)).not.toContain('/news');
  await call('POST /api/notify/channels/{channelId}/test', { params });
  expect((await messagesOf('webhook')).map(({ title }) => title)).toEqual(['A test']);

  await monitor.track(community);
  await site.control('/listing', { mode: 'change' });
  const mails = await monitor.countMails();
  await monitor.refresh();
  await monitor.isMailed(/\d+ cheaper/, mails);
  const told = await eventually(async () => (await messagesOf('webhook')).at(1) ?? false);
  expect(told.title).toMatch(/\d+ cheaper/);

  // A run of the schedule finds nothing that is due.
  await site.control('/schedule/news', {});
  expect(await messagesOf('webhook')).toHaveLength(2);
  const rules = { ...defaultNewsRules, timeZone: 'UTC' as const, digestAt: 480 };
  expect((await call('PUT /api/notify/rules', { body: rules })).rules).toEqual({ ...rules, version: 1 });
  const { channels } = await call('GET /api/notify/settings', {});
  expect(channels.map(({ kind, state, label }) => [kind, state, label])).toEqual(
    expect.arrayContaining([
      ['email', 'on', owner],
      ['webhook', 'on', 'hooks.example.org'],
    ]),
  );
  for (const { channelId } of channels)
    await call('DELETE /api/notify/channels/{channelId}', { params: { channelId } });
  expect((await call('GET /api/notify/settings', {})).channels).toEqual([]);
});

const addTo = (to: Call, address: ChannelAddress) =>
  to('PUT /api/notify/channels/{channelId}', { params: { channelId: randomUUID() }, body: { address } });

it('tells a person at once that another account has a browser, and that another browser has unsubscribed', async () => {
  const { address: shared } = subscribedBrowser();
  const eve = apiCaller(site.origin, await site.signIn('Eve'));
  await addTo(eve, shared);
  await addTo(eve, subscribedBrowser('https://fcm.googleapis.com/fcm/send/gone').address);
  await addTo(eve, exampleAddresses.ntfy);
  // The call tells the first, and the notifier finds the second when it tells that browser of the first.
  await addTo(apiCaller(site.origin, await site.signIn('Bob')), shared);
  const told = await eventually(async () => {
    const texts = (await messagesOf('ntfy')).map(({ text }) => text).join('\n');
    return texts.includes('The browser no longer accepts messages') && texts;
  });
  expect(told).toContain('Another account now gets its news in this browser.');
});
