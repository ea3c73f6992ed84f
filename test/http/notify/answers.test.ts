import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import * as z from 'zod';
import { eventually } from '../../support/eventually.ts';
import { apiCaller, type Call } from '../../support/site/caller.ts';
import { startSite, type Site } from '../../support/site/site.ts';

const Messages = z.array(z.object({ host: z.string(), title: z.string(), text: z.string() }));

let site: Site;
let call: Call;
beforeAll(async () => {
  site = await startSite();
  call = apiCaller(site.origin, await site.signIn('Ann'));
});
afterAll(() => site.stop());

const addWebhook = (url: string) =>
  call('PUT /api/notify/channels/{channelId}', {
    params: { channelId: randomUUID() },
    body: { address: { kind: 'webhook', url } },
  });
const messages = async () => Messages.parse(await site.control('/channels'));

it('tells an answer that no page has shown, and to the other channels that a channel is gone', async () => {
  await addWebhook('https://hooks.example.org/news');
  await addWebhook('https://closed.example.org/gone');
  await call('POST /api/chat/session/create_with_message', { body: { text: 'Is it raining?', modelCode: 'gpt-4o' } });
  const told = await eventually(async () => {
    // An answer is told once no page has asked for it for a while.
    await site.control('/clock', { advanceMs: 60_000 });
    return (await messages())[0] ?? false;
  }, 60_000);
  expect(told).toMatchObject({ host: 'hooks.example.org', title: expect.stringContaining('Is it raining?') });

  const second = async () => (await messages())[1] ?? false;
  let gone = await eventually(second, 10_000).catch(() => false as const);
  // A clock that jumps in the middle of a try may end it without an answer, and the next one is 15 minutes later.
  for (let tries = 0; tries < 3 && !gone; tries += 1) {
    await site.control('/clock', { advanceMs: 15 * 60_000 });
    await site.control('/schedule/news', {});
    gone = await eventually(second, 10_000).catch(() => false as const);
  }
  if (!gone) throw new Error('No channel was told that another one is gone');
  expect(gone.text).toContain('The service says that this address no longer exists.');
  expect((await messages()).map(({ host }) => host)).toEqual(['hooks.example.org', 'hooks.example.org']);
});
