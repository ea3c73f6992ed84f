import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { HandedInSoldPage } from 'shared-types/contract/monitor/sold';
import * as z from 'zod';
import { eventually } from '../../support/eventually.ts';
import { apiCaller } from '../../support/site/caller.ts';
import { ownerOf } from '../../support/site/monitor.ts';
import { sendRaw } from '../../support/site/raw-request.ts';
import { startSite } from '../../support/site/site.ts';

/** A community of the demo city in which nothing happens by itself. */
const community = '1199027300103';

const site = await startSite();
afterAll(() => site.stop());

const Messages = z.array(z.object({ host: z.string(), title: z.string(), text: z.string() }));
const messages = async () => Messages.parse(await site.control('/channels'));

it('tells a channel once which removed houses were sold, however often the page is handed in', async () => {
  const cookie = await site.signIn('Ann');
  const call = apiCaller(site.origin, cookie, { asksAgain: true });
  const owner = ownerOf(site, call);
  await owner.track(community);
  await site.control('/listing', { mode: 'remove' });
  for (let run = 0; run < 2; run += 1) await owner.refresh();
  const removed = new Set((await owner.everyHouse()).filter((house) => house.removed).map(({ houseId }) => houseId));
  await call('PUT /api/notify/channels/{channelId}', {
    params: { channelId: randomUUID() },
    body: { address: { kind: 'webhook', url: 'https://hooks.example.org/news' } },
  });

  const { url } = await call('GET /api/ljmonitor/sold', { query: { resblockId: community } });
  const { text: html } = await sendRaw(new URL(url).origin, { method: 'GET', path: new URL(url).pathname });
  const handIn = async () => {
    const { body } = await sendRaw(site.origin, {
      method: 'POST',
      path: '/api/ljmonitor/sold',
      headers: {
        cookie,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/octet-stream',
        'content-encoding': 'gzip',
      },
      body: gzipSync(JSON.stringify({ url, html, ageMs: 0 })),
    });
    return HandedInSoldPage.parse(body);
  };
  for (let time = 1; time <= 3; time += 1) expect(await handIn()).toMatchObject({ outcome: 'sold' });

  const { sales } = await call('GET /api/ljmonitor/sold', { query: { resblockId: community } });
  const count = sales.filter(({ houseId }) => removed.has(houseId)).length;
  expect(count).toBeGreaterThan(0);
  const [told] = await eventually(async () => {
    const all = (await messages()).filter(({ title }) => title.includes('sold'));
    return all.length > 0 && all;
  });
  expect(told).toMatchObject({
    host: 'hooks.example.org',
    title: expect.stringMatching(new RegExp(`\\b${count} sold$`)),
  });
  expect(told?.text).toMatch(/^SOLD(, price not shown| [\d.]+ 万) /m);
  await site.control('/schedule/news', {});
  expect((await messages()).filter(({ title }) => title.includes('sold'))).toHaveLength(1);
});
