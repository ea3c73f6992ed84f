import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { InputOf, RepeatablePost } from 'shared-types/contract/api';
import { isSettled } from 'shared-types/rules/message-status';
import { eventually } from '../support/eventually.ts';
import { type Call, apiCaller } from '../support/site/caller.ts';
import { startSite, type Site } from '../support/site/site.ts';

/** The calls of the sign-in have tests of their own in test/unit/lambdas/auth. */
type RepeatedCall = Exclude<RepeatablePost, `POST /api/auth/${string}`>;

let site: Site;
let call: Call;
let people = 0;
beforeAll(async () => {
  site = await startSite();
  await site.control('/model', { mode: 'fast' });
});
// Each test has a person of its own, who has no answers in progress: three at once are the limit.
beforeEach(async () => {
  call = apiCaller(site.origin, await site.signIn(`Ann ${(people += 1)}`));
});
afterAll(() => site.stop());

const newConversation = async () =>
  (await call('POST /api/chat/session/create', { body: { title: 'Repeated' } })).sessionId;

/** Calls twice with the same input, as the browser does when the first answer was lost. */
async function repeat<Key extends RepeatedCall>(key: Key, input: InputOf<Key>) {
  const first = await call(key, input);
  const second = await call(key, input);
  return { first, second };
}

const conversations = () => call('GET /api/chat/session/list', {});
const messagesOf = (sessionId: string) => call('GET /api/chat/session/message/list', { query: { sessionId } });

/** Polls an answer until it is complete. */
const settled = (sessionMessageId: string) =>
  eventually(async () => {
    const answer = await call('GET /api/chat/session/message/{sessionMessageId}', { params: { sessionMessageId } });
    return isSettled(answer) && answer;
  });

/** Returns a part of an imported conversation. */
const part = (place: number, text: string) => ({
  exportId: 'repeated',
  title: 'Imported',
  createTime: 1,
  updateTime: Date.now(),
  messages: [{ place, id: text, senderRole: 'USER' as const, text, createTime: 1 }],
});

/** The test of each repeatable call. A call that the contract declares repeatable must be added here. */
const tests: Record<RepeatedCall, () => Promise<void>> = {
  async 'POST /api/chat/import'() {
    const before = (await conversations()).length;
    const body = { conversations: [part(0, 'One'), part(1, 'Two')] };
    const { first, second } = await repeat('POST /api/chat/import', { body });
    expect([first, second]).toEqual([
      { added: 2, known: 0 },
      { added: 0, known: 2 },
    ]);
    const after = await conversations();
    expect(after).toHaveLength(before + 1);
    const [imported] = after.filter(({ title }) => title === 'Imported');
    expect((await messagesOf(imported?.sessionId ?? '')).map(({ text }) => text)).toEqual(['Two', 'One']);
  },

  async 'POST /api/chat/find_imported'() {
    const body = { messages: [0, 1].map((place) => ({ exportId: 'repeated', place, id: 'One' })) };
    await call('POST /api/chat/import', { body: { conversations: [part(0, 'One')] } });
    const { first, second } = await repeat('POST /api/chat/find_imported', { body });
    expect(first.messages).toEqual([
      { isStored: true, files: 0 },
      { isStored: false, files: 0 },
    ]);
    expect(second).toEqual(first);
  },

  async 'POST /api/chat/fork'() {
    const sessionId = await newConversation();
    const { sessionMessageId } = await call('POST /api/chat/session/message/create', {
      query: { sessionId },
      body: { text: 'Hello' },
    });
    const before = (await conversations()).length;
    const body = { sessionMessageId, idempotencyKey: 'repeated-3' };
    const { first, second } = await repeat('POST /api/chat/fork', { body });
    expect(second).toEqual(first);
    expect(await conversations()).toHaveLength(before + 1);
    expect((await messagesOf(first.sessionId)).map(({ text }) => text)).toEqual(['Hello']);
    const asked = { ...body, idempotencyKey: 'repeated-4', text: 'Good morning' };
    const forks = await repeat('POST /api/chat/fork', { body: asked });
    expect(forks.second).toEqual(forks.first);
    expect(await conversations()).toHaveLength(before + 2);
    expect(await messagesOf(forks.first.sessionId)).toHaveLength(2);
  },

  async 'POST /api/chat/session/create_with_message'() {
    const before = (await conversations()).length;
    const body = { text: 'Hello', idempotencyKey: 'repeated-1' };
    const { first, second } = await repeat('POST /api/chat/session/create_with_message', { body });
    expect(second.sessionMessageId).toBe(first.sessionMessageId);
    expect(await conversations()).toHaveLength(before + 1);
  },

  async 'POST /api/chat/session/message/create'() {
    const sessionId = await newConversation();
    const input = { query: { sessionId }, body: { text: 'Hello', idempotencyKey: 'repeated-2' } };
    const { first, second } = await repeat('POST /api/chat/session/message/create', input);
    expect(second).toEqual(first);
    expect(await messagesOf(sessionId)).toHaveLength(2);
  },

  async 'POST /api/chat/session/{sessionId}/update'() {
    const params = { sessionId: await newConversation() };
    const body = { title: 'Another', memorySize: 7, modelCode: null };
    const { first, second } = await repeat('POST /api/chat/session/{sessionId}/update', { params, body });
    expect(second).toEqual(first);
    expect(second).toMatchObject({ title: 'Another', memorySize: 7 });
  },

  async 'POST /api/chat/session/{sessionId}/delete'() {
    const params = { sessionId: await newConversation() };
    const { first, second } = await repeat('POST /api/chat/session/{sessionId}/delete', { params });
    expect(second).toEqual(first);
    expect((await conversations()).map(({ sessionId }) => sessionId)).not.toContain(params.sessionId);
  },

  async 'POST /api/chat/session/{sessionId}/restore'() {
    const params = { sessionId: await newConversation() };
    await call('POST /api/chat/session/{sessionId}/delete', { params });
    const { first, second } = await repeat('POST /api/chat/session/{sessionId}/restore', { params });
    expect(second).toEqual(first);
    expect((await conversations()).filter(({ sessionId }) => sessionId === params.sessionId)).toHaveLength(1);
  },

  async 'POST /api/chat/session/message/{sessionMessageId}/show'() {
    const sessionId = await newConversation();
    const body = { text: 'Hello' };
    const { assistantSessionMessageId: sessionMessageId } = await call('POST /api/chat/session/message/create', {
      query: { sessionId },
      body,
    });
    const params = { sessionMessageId };
    await settled(sessionMessageId);
    await call('POST /api/chat/session/message/{sessionMessageId}/regenerate', { params, body: {} });
    expect((await settled(sessionMessageId)).versions).toEqual([1, 2]);
    const input = { params, body: { version: 1 } };
    const { first, second } = await repeat('POST /api/chat/session/message/{sessionMessageId}/show', input);
    expect(second).toEqual(first);
    expect(second.answer).toMatchObject({ version: 1, versions: [1, 2] });
  },

  async 'POST /api/ljmonitor/batch/findHouse'() {
    const { first, second } = await repeat('POST /api/ljmonitor/batch/findHouse', { body: { houseIdList: [] } });
    expect(second).toEqual(first);
  },

  async 'POST /api/ljmonitor/batch/readAllHouse'() {
    const houseId = '101100000001';
    const body = { houseIdList: [houseId], asOf: 1 };
    const { first, second } = await repeat('POST /api/ljmonitor/batch/readAllHouse', { body });
    expect(second.readTime).toBeGreaterThanOrEqual(first.readTime);
  },

  async 'POST /api/ljmonitor/batch/unreadHouse'() {
    const body = { houses: [{ houseId: '101100000001', readTime: null }] };
    const { first, second } = await repeat('POST /api/ljmonitor/batch/unreadHouse', { body });
    expect(second).toEqual(first);
  },

  async 'POST /api/ljmonitor/batch/refreshAllHouse'() {
    await call('PUT /api/ljmonitor/resblock/{resblockId}', { params: { resblockId: '1199027300104' } });
    await site.control('/listing', { mode: 'slow' });
    const { first, second } = await repeat('POST /api/ljmonitor/batch/refreshAllHouse', {});
    expect([first, second].map(({ isRefreshing }) => isRefreshing)).toEqual([true, true]);
  },
};

describe('a repeatable call that arrives twice', () => {
  it.each(Object.entries(tests))('has the effect of one: %s', async (_, test) => {
    expect.hasAssertions();
    await test();
  });
});
