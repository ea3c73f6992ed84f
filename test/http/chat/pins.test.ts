import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { apiCaller } from '../../support/site/caller.ts';
import { type Site, startSite } from '../../support/site/site.ts';

let site: Site;
let cookie: string;
beforeAll(async () => {
  site = await startSite();
  cookie = await site.signIn('Ann');
});
afterAll(() => site.stop());

it('a conversation is pinned above newer ones, and unpinned', async () => {
  const call = apiCaller(site.origin, cookie);
  const create = (title: string) => call('POST /api/chat/session/create', { body: { title } });
  const { sessionId } = await create('Tea');
  await create('Coffee');
  const pin = (pinned: boolean) =>
    call('POST /api/chat/session/{sessionId}/update', {
      params: { sessionId },
      body: { title: null, memorySize: null, modelCode: null, pinned },
    });
  const list = async () => (await call('GET /api/chat/session/list', {})).map(({ title }) => title);
  expect((await pin(true)).pinned).toBe(true);
  expect(await list()).toEqual(['Tea', 'Coffee']);
  expect((await pin(false)).pinned).toBeUndefined();
  expect(await list()).toEqual(['Coffee', 'Tea']);
});
