import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { apiCaller } from '../../support/site/caller.ts';
import { type Site, startSite } from '../../support/site/site.ts';

let site: Site;
let cookie: string;
beforeAll(async () => {
  // The site has the model of cdk.json, as it has without any settings.
  site = await startSite({ env: { CHAT_TITLE_MODEL: '' } });
  cookie = await site.signIn('Ann');
});
afterAll(() => site.stop());

it('a model writes the title of a new conversation, unless its person wants the first line of the question', async () => {
  const call = apiCaller(site.origin, cookie);
  const ask = (body: { titleByModel?: boolean }) =>
    call('POST /api/chat/session/create_with_message', { body: { text: 'Where does\nwhite tea grow?', ...body } });
  const plain = await ask({ titleByModel: false });
  const { session } = await ask({});
  expect(session.title).toBe('Where does');
  const titleOf = async (sessionId: string) =>
    (await call('GET /api/chat/session/{sessionId}', { params: { sessionId } })).title;
  await eventually(async () => (await titleOf(session.sessionId)) === 'A talk about “Where does”', 30_000);
  const { sessionId } = plain.session;
  const list = () => call('GET /api/chat/session/message/list', { query: { sessionId } });
  await eventually(async () => (await list())[0]?.status === 'DONE', 30_000);
  expect(await titleOf(sessionId)).toBe('Where does');
  const models = await call('GET /api/chat/models', {});
  expect(models.flatMap(({ code, writesTitles }) => (writesTitles ? [code] : []))).toEqual(['gpt-6-luna']);
});
