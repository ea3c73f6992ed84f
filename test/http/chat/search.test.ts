import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { conversationIdOf, isSettled } from 'shared-types/rules/message-status';
import { eventually } from '../../support/eventually.ts';
import { apiCaller } from '../../support/site/caller.ts';
import { type Site, startSite } from '../../support/site/site.ts';

let site: Site;
let cookie: string;
beforeAll(async () => {
  site = await startSite();
  cookie = await site.signIn('Ann');
});
afterAll(() => site.stop());

describe('the search of messages over HTTP', () => {
  it('finds questions and answers of its own user, and every place in a conversation', async () => {
    const call = apiCaller(site.origin, cookie);
    const sent = await call('POST /api/chat/session/create_with_message', { body: { text: '北京明天的天气预报？' } });
    const { assistantSessionMessageId: answerId, sessionMessageId } = sent;
    const poll = () =>
      call('GET /api/chat/session/message/{sessionMessageId}', { params: { sessionMessageId: answerId } });
    await eventually(async () => isSettled(await poll()), 30_000);
    const search = (text: string, by = call) => by('GET /api/chat/session/message/search', { query: { text } });
    const found = await search('天气');
    expect(found).toMatchObject({ total: 2, remaining: 0 });
    expect(found.messages.map(({ senderRole }) => senderRole)).toEqual(['ASSISTANT', 'USER']);
    const sessionId = conversationIdOf(sessionMessageId);
    const find = (text: string) =>
      call('GET /api/chat/session/{sessionId}/find', { params: { sessionId }, query: { text } });
    expect(await find('“天气预报”')).toEqual({ sessionMessageIds: [answerId, sessionMessageId], remaining: 0 });
    const other = apiCaller(site.origin, await site.signIn('Bob'));
    expect(await search('天气', other)).toEqual({ messages: [], total: 0, remaining: 0 });
    const page = await call('GET /api/chat/session/message/list', {
      query: { sessionId, untilSessionMessageId: answerId },
    });
    expect(page.map((each) => each.sessionMessageId)).toEqual([answerId]);
    await call('POST /api/chat/session/{sessionId}/delete', { params: { sessionId } });
    expect(await search('天气')).toEqual({ messages: [], total: 0, remaining: 0 });
  });
});
