import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from '@jest/globals';
import * as z from 'zod';
import { startCloud } from '../../support/aws/cloud.ts';
import { eventually } from '../../support/eventually.ts';
import { apiCaller } from '../../support/site/caller.ts';
import { sendRaw } from '../../support/site/raw-request.ts';
import { stackPage } from '../../support/site/stack-page.ts';

const stackName = 'creative';
const minute = 60_000;
const cloud = await startCloud({ stackSpeed: 60, stackNames: [stackName] });
afterAll(() => cloud.close());

const Messages = z.array(z.object({ title: z.string(), text: z.string() }));
const messages = async () =>
  Messages.parse((await sendRaw(cloud.origin, { method: 'GET', path: '/_local/channels' })).body);
const titles = async () => (await messages()).map(({ title }) => title);
const texts = async () => (await messages()).map(({ text }) => text).join('\n');

it('tells a channel that a server is up, has its first player, and has failed', async () => {
  const cookie = await cloud.signIn('Ann');
  const call = apiCaller(cloud.origin, cookie, { asksAgain: true });
  const { begin, ended } = stackPage(cloud.origin, cookie, stackName);
  await call('PUT /api/notify/channels/{channelId}', {
    params: { channelId: randomUUID() },
    body: { address: { kind: 'webhook', url: 'https://hooks.example.org/servers' } },
  });
  await cloud.control('/players', { stackName, count: 2 });
  await begin('start');
  await ended();
  const told = async () => {
    await cloud.control('/clock', { advanceMs: minute });
    return (await titles()).join();
  };
  await eventually(async () => (await told()).includes(`${stackName}: first player`), 60_000, 1000);
  // On a busy machine one message has both pieces of news under one title, or they come in the other order.
  await eventually(async () => (await told()) && /^UP /m.test(await texts()), 60_000, 1000);
  expect(await texts()).toMatch(/^UP [\d.]+:\d+$/m);

  await cloud.control('/stacks', { mode: 'deleteFails' });
  await begin('stop');
  await eventually(async () => (await titles()).join().includes(`${stackName}: failed`), 60_000, 1000);
});
