import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ModelSettings } from 'shared-types/contract/model';
import { eventually } from '../../../../support/eventually.ts';
import { type Chat, startChat } from '../support/chat-environment.ts';
import { startAnswer } from '../support/scripted-model.ts';

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

const terra = ModelSettings.parse({
  code: 'gpt-6.1-terra',
  name: 'Terra',
  api: 'responses',
  temperature: false,
  efforts: ['none', 'high'],
  webSearch: true,
  pricePerMillion: { input: 1, output: 5 },
});
const settings = { title: null, memorySize: null, modelCode: terra.code, effort: 'high', webSearch: true } as const;

describe('an answer of a model that thinks and searches', () => {
  it('is asked for with the effort and the search of its conversation, and shows sources, searches and price', async () => {
    const user = chat.newUser({ models: [terra] });
    const { session } = await user.start();
    const bySession = { ...user.nothing, params: { sessionId: session.sessionId } };
    const changed = await user.routes.updateSession({ ...bySession, body: settings });
    expect(changed).toMatchObject({ effort: 'high', webSearch: true });
    await user.drain();
    const [answer] = await user.routes.listMessages({ ...user.nothing, query: { sessionId: session.sessionId } });
    expect(chat.fakeModel.calls().at(-1)?.parameters).toEqual(expect.arrayContaining(['reasoning', 'tools']));
    expect(answer).toMatchObject({
      status: 'DONE',
      thoughts: expect.stringContaining('Reading the question'),
      citations: [{ url: 'https://example.org/tea', title: 'Tea, by an example' }],
    });
    const { inputTokens = 0, outputTokens = 0, ...rest } = answer?.usage ?? {};
    const dollars = (inputTokens + 5 * outputTokens + 10_000) / 1_000_000;
    expect(rest).toEqual({ searches: 1, cost: dollars });
    expect((await user.usage()).spending.day).toMatchObject({ tokens: inputTokens + outputTokens, dollars });

    const own = await user.routes.updateSession({ ...bySession, body: { ...settings, effort: 'default' } });
    expect(own.effort).toBeUndefined();
    // The next conversation begins as the last one was set.
    expect((await user.start('And coffee?')).session).toMatchObject({ chatModal: terra.code, webSearch: true });
  });

  it('is refused when its searches could exceed a limit', async () => {
    const user = chat.newUser({ models: [terra], spending: { person: { dollarsPerDay: 0.05 } } });
    const { session, assistantSessionMessageId: id } = await user.start();
    const bySession = { ...user.nothing, params: { sessionId: session.sessionId } };
    await user.routes.updateSession({ ...bySession, body: settings });
    const { count } = chat.fakeModel;
    await user.drain();
    expect((await user.poll(id)).failure?.code).toBe('limit');
    expect(chat.fakeModel.count).toBe(count);
  });

  it('shows its thoughts before its first words', async () => {
    const { user, id, scripted, working } = await startAnswer(chat);
    await scripted.write({ thoughts: 'Leaves ' });
    user.clock.ms += 2000;
    await eventually(async () => (await user.poll(id)).thoughts === 'Leaves ');
    await scripted.write({ thoughts: 'and water.' });
    await scripted.write({ text: 'Tea.' });
    await eventually(async () => (await user.poll(id)).text === 'Tea.');
    const growing = await user.poll(id);
    expect(growing).toMatchObject({ status: 'IN_PROGRESS', thoughts: 'Leaves and water.' });
    expect((await user.poll(id, { after: 2, writer: growing.writer })).thoughts).toBeUndefined();
    await scripted.end();
    await working;
    expect(await user.poll(id)).toMatchObject({ status: 'DONE', thoughts: 'Leaves and water.', text: 'Tea.' });
  });
});

/** Begins an answer whose first words, and a piece after them, were thoughts. */
async function think() {
  const started = await startAnswer(chat);
  const { user, id, scripted } = started;
  await scripted.write({ text: 'Leaves ' });
  await eventually(async () => (await user.poll(id)).text === 'Leaves ');
  await scripted.write({ text: 'and wa' });
  user.clock.ms += 500;
  await eventually(async () => (await user.poll(id)).text === 'Leaves and wa');
  return started;
}

describe('thoughts that a model closes without having opened them', () => {
  it('leave the text as soon as that is known, and a poll gets the text from its beginning', async () => {
    const { user, id, scripted, working } = await think();
    const { writer } = await user.poll(id);
    await scripted.write({ textWasThoughts: true, thoughts: 'ter.' });
    user.clock.ms += 500;
    await eventually(async () => (await user.poll(id)).text === '');
    expect(await user.poll(id)).toMatchObject({ status: 'IN_PROGRESS', thoughts: 'Leaves and water.' });
    await scripted.write({ text: 'Tea.' });
    await eventually(async () => (await user.poll(id)).text === 'Tea.');
    await scripted.write({ text: ' It is hot, and it is green.' });
    user.clock.ms += 500;
    const text = 'Tea. It is hot, and it is green.';
    await eventually(async () => (await user.poll(id)).text === text);
    const polled = await user.poll(id, { after: 'Leaves and wa'.length, writer });
    expect([polled.text, polled.after]).toEqual([text, undefined]);
    expect(polled.writer).not.toBe(writer);
    await scripted.end();
    await working;
    expect(await user.poll(id)).toMatchObject({ status: 'DONE', thoughts: 'Leaves and water.', text });
  });

  it('are not what a stopped answer keeps', async () => {
    const { user, id, scripted, working } = await think();
    await scripted.write({ textWasThoughts: true, thoughts: 'ter.' });
    user.clock.ms += 500;
    await eventually(async () => (await user.poll(id)).text === '');
    expect(await user.stop(id)).toMatchObject({ status: 'DONE', text: '', thoughts: 'Leaves and water.' });
    void scripted.write({ text: 'Tea.' });
    user.clock.ms += 2000;
    await working;
    expect(await user.poll(id)).toMatchObject({ text: '' });
  });

  it('are not the text of an answer that ends with them', async () => {
    const { user, id, scripted, working } = await think();
    await scripted.write({ textWasThoughts: true, thoughts: 'ter.' });
    await scripted.end();
    await working;
    expect(await user.poll(id)).toMatchObject({
      status: 'FAILED',
      text: '',
      thoughts: 'Leaves and water.',
      failure: { code: 'empty' },
    });
  });

  it.each([
    ['fails', () => Promise.reject(new Error('down'))],
    ['is lost', null],
  ])('are taken back also when the answer to the write %s', async (_, fail) => {
    const { user, id, scripted, working } = await think();
    const { store } = user.worker;
    const { beginTextAgain } = store;
    let calls = 0;
    store.beginTextAgain = async (...write) => {
      calls += 1;
      if (calls > 1) return beginTextAgain(...write);
      if (fail) return fail();
      // The SDK sends it again, and the condition fails.
      await beginTextAgain(...write);
      return beginTextAgain(...write);
    };
    await scripted.write({ textWasThoughts: true, text: 'Tea.' });
    user.clock.ms += 500;
    await eventually(() => calls === 1);
    user.clock.ms += 500;
    await eventually(async () => (await user.poll(id)).text === 'Tea.');
    await scripted.end();
    await working;
    expect(await user.poll(id)).toMatchObject({ status: 'DONE', thoughts: 'Leaves and wa', text: 'Tea.' });
  });

  it('change no answer that was stopped before', async () => {
    const { user, id, scripted, working } = await think();
    await user.stop(id);
    void scripted.write({ textWasThoughts: true, text: 'Tea.' });
    user.clock.ms += 500;
    await working;
    expect(scripted.signal.aborted).toBe(true);
    expect(await user.poll(id)).toMatchObject({ status: 'DONE', text: 'Leaves and wa', finishReason: 'stopped' });
  });
});
