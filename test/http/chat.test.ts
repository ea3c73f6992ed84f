import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ChatMessage } from 'shared-types/contract/chat';
import { type FakeModel, startFakeModel } from 'local/fakes/openai/model';
import { isSettled } from 'shared-types/rules/message-status';
import * as z from 'zod';
import { ask, apiCaller } from '../support/site/caller.ts';
import { type Site, startSite } from '../support/site/site.ts';
import { eventually } from '../support/eventually.ts';
import { manyProviders } from '../support/many-models.ts';

const otherKey = 'key-of-the-other-provider';
let site: Site;
let call: ReturnType<typeof apiCaller>;
let cookie: string;
let users = 0;
let other: FakeModel;
beforeAll(async () => {
  other = await startFakeModel({ answer: (question, model) => `${model} on the other server heard: ${question}` });
  const models = [{ code: 'other/chat', providerCode: 'chat', name: 'Other Chat' }];
  const provider = { name: 'Other', baseUrl: other.baseUrl, key: otherKey, models };
  // With 200 more models the site starts as well: they would not fit into the environment of a function.
  const providers = [provider, ...manyProviders(other.baseUrl)];
  site = await startSite({ env: { CHAT_PROVIDERS: JSON.stringify(providers) } });
  site.secrets.add(otherKey);
});
// Each test has a user of its own.
beforeEach(async () => {
  await setModel('normal');
  cookie = await site.signIn(`Ann ${(users += 1)}`);
  call = apiCaller(site.origin, cookie);
});
afterAll(async () => {
  await site.stop();
  await other.close();
});

const setModel = (mode: string) => site.control('/model', { mode });

const poll = (sessionMessageId: string) =>
  call('GET /api/chat/session/message/{sessionMessageId}', { params: { sessionMessageId } });

/** Polls as the page does, until the message fulfils the predicate. */
const pollUntil = (id: string, predicate: (message: ChatMessage) => boolean): Promise<ChatMessage> =>
  eventually(
    async () => {
      const message = await poll(id);
      return predicate(message) && message;
    },
    60_000,
    100,
  );

const ModelCalls = z.object({ calls: z.array(z.object({ messages: z.array(z.unknown()) })) });
/** Returns the model's calls for conversations with this text. */
const modelCalls = async (said: string) =>
  ModelCalls.parse(await site.control('/model')).calls.filter((each) => JSON.stringify(each).includes(said));

const Page = z.object({ items: z.array(z.unknown()), next: z.string().nullable() });

/** Counts the items of the chat's table that contain the id. */
async function countItems(sessionId: string): Promise<number> {
  const names = z.array(z.string()).parse(await site.control('/tables'));
  const table = names.find((name) => name.includes('Chat'));
  let count = 0;
  for (let next: string | null = ''; next !== null;) {
    const page: z.infer<typeof Page> = Page.parse(await site.control(`/tables/${table}${next && `?after=${next}`}`));
    count += page.items.filter((item) => JSON.stringify(item).includes(sessionId)).length;
    next = page.next;
  }
  return count;
}

const start = (text: string) => call('POST /api/chat/session/create_with_message', { body: { text } });

describe('the chat', () => {
  it('asks a model of the Responses API to think and to search', async () => {
    const body = { text: 'What is white tea?', modelCode: 'gpt-6.1-terra' };
    const { session, assistantSessionMessageId } = await call('POST /api/chat/session/create_with_message', { body });
    const first = await pollUntil(assistantSessionMessageId, isSettled);
    expect(first).toMatchObject({ status: 'DONE', thoughts: expect.any(String), usage: { cost: expect.any(Number) } });
    expect(first.citations).toBeUndefined();
    await call('POST /api/chat/session/{sessionId}/update', {
      params: { sessionId: session.sessionId },
      body: { title: null, memorySize: null, modelCode: null, effort: 'low', webSearch: true },
    });
    const again = await call('POST /api/chat/session/message/{sessionMessageId}/regenerate', {
      params: { sessionMessageId: assistantSessionMessageId },
      body: {},
    });
    expect(await pollUntil(again.sessionMessageId, isSettled)).toMatchObject({
      status: 'DONE',
      usage: { searches: 1 },
      citations: [{ url: 'https://example.org/tea' }],
    });
  });

  it('asks each model at its own provider, in one conversation', async () => {
    const models = await call('GET /api/chat/models', {});
    expect(models.map(({ code, provider }) => `${provider}: ${code}`)).toEqual(
      expect.arrayContaining(['OpenAI: gpt-4o', 'Other: other/chat', 'Ollama: ollama/model-32']),
    );
    expect(models.filter(({ isInitial }) => isInitial).map(({ code }) => code)).toEqual(['gpt-6.1-terra']);
    const { session, assistantSessionMessageId } = await call('POST /api/chat/session/create_with_message', {
      body: { text: 'Who are you?', modelCode: 'other/chat' },
    });
    expect(session.chatModal).toBe('other/chat');
    const first = await pollUntil(assistantSessionMessageId, isSettled);
    expect(first).toMatchObject({ text: 'chat on the other server heard: Who are you?', modelCode: 'other/chat' });
    expect((await call('GET /api/chat/models', {})).find(({ isInitial }) => isInitial)?.code).toBe('other/chat');

    const { sessionId } = session;
    await call('POST /api/chat/session/{sessionId}/update', {
      params: { sessionId },
      body: { title: null, memorySize: null, modelCode: 'gpt-4o' },
    });
    const next = await call('POST /api/chat/session/message/create', {
      query: { sessionId },
      body: { text: 'And you, the second?' },
    });
    const second = await pollUntil(next.assistantSessionMessageId, isSettled);
    expect(second).toMatchObject({ status: 'DONE', modelCode: 'gpt-4o' });
    expect(second.text).toContain('stand-in');
    expect(other.calls().map(({ model }) => model)).toEqual(['chat']);
    expect((await modelCalls('And you, the second?')).map(({ messages }) => messages.length)).toEqual([3]);
  });

  it('begins as a persona, whose prompt the model reads first', async () => {
    const params = { personaId: '1f0c7c1e-6f0a-4d53-8a0a-0f2b8e1c7a11' };
    const body = { name: 'Tea expert', systemPrompt: 'You know all about tea.', memorySize: 3 };
    await call('PUT /api/chat/personas/{personaId}', { params, body });
    expect(await call('GET /api/chat/personas', {})).toEqual([{ ...params, ...body }]);
    const { session, assistantSessionMessageId } = await call('POST /api/chat/session/create_with_message', {
      body: { text: 'What does the expert drink?', ...params },
    });
    expect(session).toMatchObject({ systemPrompt: body.systemPrompt, memorySize: 3 });
    await pollUntil(assistantSessionMessageId, isSettled);
    const [asked] = await modelCalls('What does the expert drink?');
    expect(asked?.messages[0]).toMatchObject({
      role: 'developer',
      content: expect.stringContaining(body.systemPrompt),
    });
    await call('DELETE /api/chat/personas/{personaId}', { params });
    expect(await call('GET /api/chat/personas', {})).toEqual([]);
  });

  it('saves the growing text of an answer, and remembers the conversation', async () => {
    const { session, assistantSessionMessageId: id } = await start('Write 4 kB about the lighthouse');
    const growing = await pollUntil(id, ({ status, text }) => status === 'IN_PROGRESS' && text !== '');
    const done = await pollUntil(id, isSettled);
    expect(done).toMatchObject({ status: 'DONE', finishReason: 'stop', modelCode: 'gpt-6.1-terra' });
    expect(done.text.startsWith(growing.text)).toBe(true);
    expect(done.text.length).toBeGreaterThan(growing.text.length);

    const next = await call('POST /api/chat/session/message/create', {
      query: { sessionId: session.sessionId },
      body: { text: 'And a table, please' },
    });
    expect((await pollUntil(next.assistantSessionMessageId, isSettled)).text).toContain('| tea | coffee |');
    const all = await call('GET /api/chat/session/message/list', { query: { sessionId: session.sessionId } });
    expect(all.map(({ senderRole }) => senderRole)).toEqual(['ASSISTANT', 'USER', 'ASSISTANT', 'USER']);
    expect((await modelCalls('about the lighthouse')).map(({ messages }) => messages.length)).toEqual([1, 3]);
  });

  it('stops an answer from another device, and regenerates it', async () => {
    await setModel('slow');
    const { assistantSessionMessageId: id } = await start('Take your time');
    await pollUntil(id, ({ text }) => text !== '');
    const params = { sessionMessageId: id };
    const elsewhere = apiCaller(site.origin, await site.signIn(`Ann ${users}`));
    const stopped = await elsewhere('POST /api/chat/session/message/{sessionMessageId}/stop', { params });
    expect(stopped).toMatchObject({ status: 'DONE', finishReason: 'stopped' });
    await setModel('normal');
    const pending = await call('POST /api/chat/session/message/{sessionMessageId}/regenerate', { params });
    expect(pending).toMatchObject({ status: 'PENDING', text: stopped.text });
    expect(await pollUntil(id, isSettled)).toMatchObject({ status: 'DONE', finishReason: 'stop' });
  });

  it('keeps the last versions of an answer that is regenerated six times', async () => {
    await setModel('fast');
    const { assistantSessionMessageId: id } = await start('What is tea?');
    const params = { sessionMessageId: id };
    await pollUntil(id, isSettled);
    for (let count = 0; count < 6; count++) {
      await call('POST /api/chat/session/message/{sessionMessageId}/regenerate', { params });
      await pollUntil(id, isSettled);
    }
    const { versions = [], text } = await poll(id);
    expect(versions).toEqual([2, 3, 4, 5, 6, 7]);
    const version = 2;
    const shown = await call('POST /api/chat/session/message/{sessionMessageId}/show', { params, body: { version } });
    expect(shown.answer).toMatchObject({ status: 'DONE', text, version });
  });

  it.each([
    ['error401', 'unauthorized'],
    ['quota', 'quota'],
    ['cut', 'interrupted'],
  ])('fails the answer when the model is in the mode %s', async (mode, code) => {
    await setModel(mode);
    const { assistantSessionMessageId: id } = await start('What is tea?');
    expect(await pollUntil(id, isSettled)).toMatchObject({ status: 'FAILED', failure: { code } });
  });

  it('asks a busy model again later', async () => {
    await setModel('error429');
    const { assistantSessionMessageId: id } = await start('What is coffee without a queue?');
    // The worker asks twice, and then the answer returns to the queue.
    await eventually(async () => (await modelCalls('coffee without a queue')).length >= 2);
    await setModel('normal');
    expect(await pollUntil(id, isSettled)).toMatchObject({ status: 'DONE', finishReason: 'stop' });
  });

  it('purges a deleted conversation after a minute', async () => {
    const { session, assistantSessionMessageId: id } = await start('Forget this');
    const { sessionId } = session;
    await pollUntil(id, isSettled);
    expect(await countItems(sessionId)).toBeGreaterThan(2);
    await call('POST /api/chat/session/{sessionId}/delete', { params: { sessionId } });
    await site.control('/clock', { advanceMs: 61_000 });
    await eventually(async () => (await countItems(sessionId)) === 0);
    const restored = await ask(site.origin, 'POST /api/chat/session/{sessionId}/restore', {
      params: { sessionId },
      cookie,
    });
    expect(restored).toMatchObject({ status: 404, body: { errorCode: 'notFound' } });
  });

  it('deletes a conversation, and restores it', async () => {
    const { sessionId } = await call('POST /api/chat/session/create', { body: { title: 'To be deleted' } });
    const params = { sessionId };
    const ids = async () => (await call('GET /api/chat/session/list', {})).map((session) => session.sessionId);
    await call('POST /api/chat/session/{sessionId}/delete', { params });
    expect(await ids()).not.toContain(sessionId);
    await call('POST /api/chat/session/{sessionId}/restore', { params });
    expect(await ids()).toContain(sessionId);
  });

  it('counts messages and tokens', async () => {
    await setModel('fast');
    const { assistantSessionMessageId: id } = await start('What is tea?');
    await pollUntil(id, isSettled);
    expect((await call('GET /api/chat/usage', {})).messagesToday).toBe(1);
    // The tokens are counted after the answer is shown.
    await eventually(async () => (await call('GET /api/chat/usage', {})).outputTokens > 0);
  });

  it('logs neither questions, answers nor the key', async () => {
    const secret = 'Take your time with the canary-question';
    for (const mode of ['fast', 'error401']) {
      await setModel(mode);
      const { assistantSessionMessageId: id } = await start(secret);
      const answered = await pollUntil(id, isSettled);
      expect(answered.status).toBe(mode === 'fast' ? 'DONE' : 'FAILED');
    }
    const { functions } = z.object({ functions: z.array(z.string()) }).parse(await site.control('/state'));
    const chat = functions.filter((name) => name.startsWith('Chat'));
    expect(chat.length).toBeGreaterThan(0);
    const lines = await Promise.all(chat.map((name) => site.control(`/functions/${name}`)));
    expect(JSON.stringify(lines)).toContain('model failed');
    expect(JSON.stringify(lines)).not.toMatch(/canary-question|stand-in|Take your time/);
    expect(site.output()).not.toMatch(/not authorized to perform|does not know/);
  });
});

describe('invalid input of the chat', () => {
  const id = '01M7Z7743JAMWFD64WFZ195WF1';
  it.each([
    ['POST /api/chat/session/create_with_message', { body: { text: ' \n' } }],
    ['POST /api/chat/session/create_with_message', { body: { text: 'x'.repeat(32_001) } }],
    ['POST /api/chat/session/create_with_message', { body: { text: 'x', idempotencyKey: 'short' } }],
    ['POST /api/chat/session/create', { body: { title: 'x'.repeat(201) } }],
    ['POST /api/chat/session/message/create', { query: { sessionId: 'x' }, body: { text: 'hello' } }],
    ['GET /api/chat/session/message/{sessionMessageId}', { params: { sessionMessageId: id } }],
    ['POST /api/chat/session/{sessionId}/update', { params: { sessionId: id }, body: { title: ' ' } }],
  ])('refuses %s with its issues', async (key, input) => {
    const { status, body } = await ask(site.origin, key, { ...input, cookie });
    expect({ status, body }).toMatchObject({ status: 400, body: { errorCode: 'invalid', issues: expect.any(Array) } });
  });
});

it('`npm run search-packs` packs the conversations of a person, and of everyone', async () => {
  const email = 'pia@home.example';
  const pia = apiCaller(site.origin, await site.signIn(email));
  const { assistantSessionMessageId: id } = await pia('POST /api/chat/session/create_with_message', {
    body: { text: 'Which quinces?' },
  });
  await eventually(
    async () =>
      isSettled(await pia('GET /api/chat/session/message/{sessionMessageId}', { params: { sessionMessageId: id } })),
    60_000,
  );
  const run = async (who: string) => {
    const env = { PATH: process.env['PATH'], PORT: new URL(site.origin).port };
    return (await promisify(execFile)('node', ['bin/search-packs.ts', who], { env })).stdout;
  };
  expect(await run(email)).toBe('person 1 of 1: 1 conversation read\n1 conversation read, 1 rebuilt, 0 unchanged\n');
  // The other tests of this file have conversations, too.
  expect(await run('--all')).toMatch(/\d+ conversations? read, \d+ rebuilt, [1-9]\d* unchanged\n$/);
  await expect(run('no@home.example')).rejects.toMatchObject({ stderr: 'no@home.example has never signed in.\n' });
});
