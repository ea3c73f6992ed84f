import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ModelError } from 'lambdas/chat/models/failures';
import type { ModelMode } from 'local/fakes/openai/modes';
import { eventually } from '../../../../support/eventually.ts';
import { listening, scriptedModel } from '../support/scripted-model.ts';
import { type Chat, startChat } from '../support/chat-environment.ts';

jest.setTimeout(60_000);

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
beforeEach(() => chat.standIn.setMode('normal'));
afterAll(() => chat.stop());

describe('a failure of the provider', () => {
  /** The number of calls until the answer has failed is one, or two in each of two deliveries. */
  it.each<[ModelMode, string, number, boolean]>([
    ['error401', 'unauthorized', 1, false],
    ['quota', 'quota', 1, false],
    ['gone', 'modelGone', 1, false],
    ['error429', 'busy', 4, true],
    ['error500', 'unavailable', 4, true],
  ])('fails the answer in mode %s with %s after %d calls', async (mode, code, calls, retryable) => {
    const world = chat.newWorld();
    chat.standIn.setMode(mode);
    const before = chat.standIn.count;
    const id = await world.answered();
    expect(await world.poll(id)).toMatchObject({
      status: 'FAILED',
      text: '',
      failure: { code, message: expect.any(String), retryable },
      modelCode: 'gpt-4o',
    });
    expect(chat.standIn.count - before).toBe(calls);
    // Nothing is under way any more, and nothing was used.
    expect(await world.usage()).toMatchObject({ inputTokens: 0, outputTokens: 0, messagesToday: 1 });
  });

  it('suggests a smaller memory size for a conversation that is too long', async () => {
    const world = chat.newWorld();
    const { session } = await world.start('x'.repeat(32_000));
    for (let sent = 0; sent < 16; sent++) await put(world, session.sessionId, 'y'.repeat(32_000));
    await world.rename(session.sessionId, { memorySize: 100 });
    const { assistantSessionMessageId: id } = await world.send(session.sessionId, 'and now?');
    const before = chat.standIn.count;
    await world.drain();
    expect((await world.poll(id)).failure).toMatchObject({ code: 'tooLong', retryable: false });
    expect(chat.standIn.count - before).toBeLessThanOrEqual(18);
  });

  it('is retried once in the same delivery, which no user notices', async () => {
    const { world, id, asked, speeches, speech: first, working } = await listening(chat);
    const again = asked();
    await first.fail(new ModelError({ status: 503 }));
    const speech = await again;
    await speech.say({ text: 'Tea.' });
    await speech.end();
    await working;
    expect(await world.poll(id)).toMatchObject({ status: 'DONE', text: 'Tea.' });
    expect(speeches()).toHaveLength(2);
  });

  it('is retried after the time that the provider asks for', async () => {
    const { model, asked, speeches } = scriptedModel();
    const world = chat.newWorld({ model });
    const id = await world.ask();
    const beginning = asked();
    const job = world.takeJob();
    const working = job && world.work(job);
    await (await beginning).fail(new ModelError({ status: 429, retryAfterMs: 20_000 }));
    await working;
    expect(world.jobs).toEqual([{ job, dueMs: world.clock.ms + 20_000 }]);
    expect(await world.poll(id)).toMatchObject({ status: 'PENDING' });
    // No poll asks any earlier.
    world.clock.ms += 19_000;
    await world.poll(id);
    expect(world.jobs).toHaveLength(1);
    expect(speeches()).toHaveLength(1);

    world.clock.ms += 1000;
    const again = asked();
    const next = world.drain();
    const speech = await again;
    await speech.say({ text: 'Tea.' });
    await speech.end();
    await next;
    expect(await world.poll(id)).toMatchObject({ status: 'DONE', text: 'Tea.' });
  });

  it('is shown at once if the provider asks for too long a wait', async () => {
    const { world, id, speech, working } = await listening(chat);
    await speech.fail(new ModelError({ status: 429, retryAfterMs: 3_600_000 }));
    await working;
    expect(await world.poll(id)).toMatchObject({ status: 'FAILED', failure: { code: 'busy', retryable: true } });
  });
});

async function put(world: ReturnType<Chat['newWorld']>, sessionId: string, text: string) {
  const { assistantSessionMessageId } = await world.send(sessionId, text);
  await world.stop(assistantSessionMessageId);
}

describe('the connection to the model', () => {
  it('keeps the text when it breaks, and is not retried', async () => {
    const world = chat.newWorld();
    chat.standIn.setMode('cut');
    const before = chat.standIn.count;
    const id = await world.answered();
    const { status, text, failure } = await world.poll(id);
    expect([status, failure?.code, failure?.retryable]).toEqual(['FAILED', 'interrupted', true]);
    expect(text).toMatch(/^This is the built-in stand-in/);
    expect(chat.standIn.count - before).toBe(1);
    expect(await world.usage()).toMatchObject({ inputTokens: 3, outputTokens: Math.ceil(text.length / 4) });
  });

  it('completes the answer when it breaks after the last word', async () => {
    const { world, id, speech, working } = await listening(chat);
    await speech.say({ text: 'Tea.', finishReason: 'stop' });
    await speech.fail(new ModelError({ code: 'connection' }));
    await working;
    expect(await world.poll(id)).toMatchObject({ status: 'DONE', text: 'Tea.', finishReason: 'stop' });
  });

  it('fails the answer at the time limit if no text came', async () => {
    const world = chat.newWorld();
    chat.standIn.setMode('silent');
    const id = await world.ask();
    const before = chat.standIn.count;
    const working = world.drain();
    await eventually(() => chat.standIn.count > before);
    world.clock.ms += 280_000;
    await working;
    expect(await world.poll(id)).toMatchObject({ status: 'FAILED', failure: { code: 'timeLimit', retryable: true } });
    await eventually(() => chat.standIn.calls().at(-1)?.end === 'left');
  });

  it('keeps the text that came before the time limit', async () => {
    const { world, id, speech, working } = await listening(chat);
    await speech.say({ text: 'Tea ' });
    await speech.say({ text: 'is' });
    world.clock.ms += 280_000;
    await working;
    expect(speech.signal.aborted).toBe(true);
    expect(await world.poll(id)).toMatchObject({ status: 'DONE', text: 'Tea is', finishReason: 'time_limit' });
  });
});

describe('a model that is not streamed', () => {
  it('is asked without streaming from the first refusal on', async () => {
    const world = chat.newWorld();
    chat.standIn.setMode('noStream');
    const before = chat.standIn.count;
    const id = await world.answered();
    expect(await world.poll(id)).toMatchObject({ status: 'DONE', finishReason: 'stop', usage: { inputTokens: 3 } });
    expect(chat.standIn.count - before).toBe(2);
    await world.answered();
    expect(chat.standIn.count - before).toBe(3);
  });
});

describe('a reasoning model', () => {
  it.each([
    ['o1', ['developer', 'user']],
    ['o3-mini', ['developer', 'user']],
    ['o1-preview', ['user']],
    ['o1-mini', ['user']],
  ])('%s receives the parameters that it accepts', async (modelCode, roles) => {
    const world = chat.newWorld({ writer: { systemPrompt: 'Be brief.', temperature: 0.2 } });
    const { session, assistantSessionMessageId: id } = await world.start();
    await world.rename(session.sessionId, { modelCode });
    await world.drain();
    expect(await world.poll(id)).toMatchObject({ status: 'DONE', modelCode });
    const call = chat.standIn.calls().at(-1);
    expect(call?.messages.map(({ role }) => role)).toEqual(roles);
    expect(call?.parameters).toContain('max_completion_tokens');
    expect(call?.parameters).not.toContain('max_tokens');
    expect(call?.parameters).not.toContain('temperature');
  });

  it('receives other parameters than a model that accepts all', async () => {
    const world = chat.newWorld({ writer: { systemPrompt: 'Be brief.', temperature: 0.2 } });
    await world.answered();
    const call = chat.standIn.calls().at(-1);
    expect(call?.messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(call?.parameters).toEqual(expect.arrayContaining(['max_tokens', 'temperature', 'stream_options']));
  });
});

describe('the memory of a conversation', () => {
  it.each([
    [1, ['five']],
    [2, ['four', 'five']],
    [4, ['three', 'ANSWER', 'four', 'five']],
    [100, ['one', 'ANSWER', 'two', 'three', 'ANSWER', 'four', 'five']],
  ])('sends %d complete messages, without failed and empty ones', async (memorySize, expected) => {
    const world = chat.newWorld();
    const { session } = await world.start('one');
    const { sessionId } = session;
    await world.drain();
    // Fails with half of its words.
    chat.standIn.setMode('cut');
    await world.send(sessionId, 'two');
    await world.drain();
    chat.standIn.setMode('normal');
    await world.send(sessionId, 'three');
    await world.drain();
    await put(world, sessionId, 'four');
    await world.rename(sessionId, { memorySize });
    await world.send(sessionId, 'five');
    await world.drain();
    const said = chat.standIn.calls().at(-1)?.messages ?? [];
    expect(said.map(({ role, content }) => (role === 'assistant' ? 'ANSWER' : content))).toEqual(expected);
  });

  it('sends no later messages for an answer in the middle', async () => {
    const world = chat.newWorld();
    const { session, assistantSessionMessageId: first } = await world.start('one');
    await world.drain();
    await world.send(session.sessionId, 'two');
    await world.drain();
    await world.regenerate(first);
    await world.drain();
    expect(
      chat.standIn
        .calls()
        .at(-1)
        ?.messages.map(({ content }) => content),
    ).toEqual(['one']);
  });
});
