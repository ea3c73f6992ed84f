import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ModelError } from 'lambdas/chat/models/failures';
import type { ModelMode } from 'local/fakes/openai/modes';
import { eventually } from '../../../../support/eventually.ts';
import { startAnswer, scriptedModel } from '../support/scripted-model.ts';
import { type Chat, startChat } from '../support/chat-environment.ts';

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
beforeEach(() => chat.fakeModel.setMode('normal'));
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
    const user = chat.newUser();
    chat.fakeModel.setMode(mode);
    const before = chat.fakeModel.count;
    const id = await user.answered();
    expect(await user.poll(id)).toMatchObject({
      status: 'FAILED',
      text: '',
      failure: { code, message: expect.any(String), retryable },
      modelCode: 'gpt-4o',
    });
    expect(chat.fakeModel.count - before).toBe(calls);
    // No answer is in progress, and no tokens were used.
    expect(await user.usage()).toMatchObject({ inputTokens: 0, outputTokens: 0, messagesToday: 1 });
  });

  it('is not that a conversation is too long, whose first messages are left out', async () => {
    const user = chat.newUser();
    const { session } = await user.start('x'.repeat(32_000));
    for (let sent = 0; sent < 16; sent++) await put(user, session.sessionId, 'y'.repeat(32_000));
    await user.rename(session.sessionId, { memorySize: 100 });
    const { assistantSessionMessageId: id } = await user.send(session.sessionId, 'and now?');
    await user.drain();
    expect(await user.poll(id)).toMatchObject({ status: 'DONE' });
    const length =
      chat.fakeModel
        .calls()
        .at(-1)
        ?.messages.reduce((sum, { content }) => sum + content.length, 0) ?? 0;
    expect(Math.floor(length / 32_000)).toBe(12);
  });

  it('is retried once in the same delivery, which a page is told until there are words', async () => {
    const { user, id, nextAnswer, scriptedAnswers, scripted: first, working } = await startAnswer(chat);
    const again = nextAnswer();
    await first.fail(new ModelError({ status: 503 }));
    const scripted = await again;
    expect(await user.poll(id)).toMatchObject({
      status: 'IN_PROGRESS',
      retry: { reason: 'unavailable', inMs: 1000 },
    });
    user.clock.ms += 1500;
    expect(await user.poll(id)).toMatchObject({ retry: { reason: 'unavailable', inMs: 0 } });
    await scripted.write({ thoughts: 'A drink.' });
    user.clock.ms += 3000;
    await eventually(async () => (await user.poll(id)).retry === undefined);
    await scripted.write({ text: 'Tea.' });
    await scripted.end();
    await working;
    expect(await user.poll(id)).toMatchObject({ status: 'DONE', text: 'Tea.' });
    expect(scriptedAnswers()).toHaveLength(2);
  });

  it('is retried after the time that the provider asks for', async () => {
    const { model, nextAnswer, scriptedAnswers } = scriptedModel();
    const user = chat.newUser({ model });
    const id = await user.ask();
    const beginning = nextAnswer();
    const job = user.takeJob();
    const working = job && user.work(job);
    await (await beginning).fail(new ModelError({ status: 429, retryAfterMs: 20_000 }));
    await working;
    expect(user.jobs).toEqual([{ job, dueMs: user.clock.ms + 20_000 }]);
    expect(await user.poll(id)).toMatchObject({ status: 'PENDING', retry: { reason: 'busy', inMs: 20_000 } });
    // No poll queues the job earlier.
    user.clock.ms += 19_000;
    await user.poll(id);
    expect(user.jobs).toHaveLength(1);
    expect(scriptedAnswers()).toHaveLength(1);

    user.clock.ms += 1000;
    const again = nextAnswer();
    const next = user.drain();
    const scripted = await again;
    await scripted.write({ text: 'Tea.' });
    await scripted.end();
    await next;
    expect(await user.poll(id)).toMatchObject({ status: 'DONE', text: 'Tea.' });
  });

  it('ends once, whatever is delivered three times', async () => {
    const user = chat.newUser();
    chat.fakeModel.setMode('error500');
    const before = chat.fakeModel.count;
    const id = await user.ask();
    const job = user.takeJob();
    for (const same of [job, job, job]) if (same) await user.work(same);
    await user.drain();
    expect(await user.poll(id)).toMatchObject({ status: 'FAILED', failure: { code: 'unavailable' } });
    expect(chat.fakeModel.count - before).toBe(4);
    expect((await user.rows('MESSAGE#')).some((row) => 'retry' in row)).toBe(false);
  });

  it('says nothing of an attempt that has ended meanwhile', async () => {
    const { user, id, scripted, working } = await startAnswer(chat);
    await user.stop(id);
    await user.regenerate(id);
    user.jobs.splice(0);
    await scripted.fail(new ModelError({ status: 503 }));
    await working;
    const answer = await user.poll(id);
    expect([answer.status, answer.retry]).toEqual(['PENDING', undefined]);
    expect(user.jobs).toEqual([]);
  });

  it('is shown at once if the provider asks for too long a wait', async () => {
    const { user, id, scripted, working } = await startAnswer(chat);
    await scripted.fail(new ModelError({ status: 429, retryAfterMs: 3_600_000 }));
    await working;
    expect(await user.poll(id)).toMatchObject({ status: 'FAILED', failure: { code: 'busy', retryable: true } });
  });
});

async function put(user: ReturnType<Chat['newUser']>, sessionId: string, text: string) {
  const { assistantSessionMessageId } = await user.send(sessionId, text);
  await user.stop(assistantSessionMessageId);
}

describe('the connection to the model', () => {
  it('keeps the text when it breaks, and is not retried', async () => {
    const user = chat.newUser();
    chat.fakeModel.setMode('cut');
    const before = chat.fakeModel.count;
    const id = await user.answered();
    const { status, text, failure } = await user.poll(id);
    expect([status, failure?.code, failure?.retryable]).toEqual(['FAILED', 'interrupted', true]);
    expect(text).toMatch(/^This is the built-in stand-in/);
    expect(chat.fakeModel.count - before).toBe(1);
    expect(await user.usage()).toMatchObject({ inputTokens: 3, outputTokens: Math.ceil(text.length / 4) });
  });

  it('completes the answer when it breaks after the last word', async () => {
    const { user, id, scripted, working } = await startAnswer(chat);
    await scripted.write({ text: 'Tea.', finishReason: 'stop' });
    await scripted.fail(new ModelError({ code: 'connection' }));
    await working;
    expect(await user.poll(id)).toMatchObject({ status: 'DONE', text: 'Tea.', finishReason: 'stop' });
  });

  it('fails the answer at the time limit if no text came', async () => {
    const user = chat.newUser();
    chat.fakeModel.setMode('silent');
    const id = await user.ask();
    const before = chat.fakeModel.count;
    const working = user.drain();
    await eventually(() => chat.fakeModel.count > before);
    user.clock.ms += 280_000;
    await working;
    expect(await user.poll(id)).toMatchObject({ status: 'FAILED', failure: { code: 'timeLimit', retryable: true } });
    await eventually(() => chat.fakeModel.calls().at(-1)?.end === 'left');
  });

  it('keeps the text that came before the time limit', async () => {
    const { user, id, scripted, working } = await startAnswer(chat);
    await scripted.write({ text: 'Tea ' });
    await scripted.write({ text: 'is' });
    user.clock.ms += 280_000;
    await working;
    expect(scripted.signal.aborted).toBe(true);
    expect(await user.poll(id)).toMatchObject({ status: 'DONE', text: 'Tea is', finishReason: 'time_limit' });
  });
});

describe('a model that is not streamed', () => {
  it('is asked without streaming after each refusal', async () => {
    const user = chat.newUser();
    chat.fakeModel.setMode('noStream');
    const before = chat.fakeModel.count;
    const id = await user.answered();
    expect(await user.poll(id)).toMatchObject({ status: 'DONE', finishReason: 'stop', usage: { inputTokens: 3 } });
    expect(chat.fakeModel.count - before).toBe(2);
    await user.answered();
    // The refusal may have been a mistake, so the next answer is asked for as a stream again.
    expect(chat.fakeModel.count - before).toBe(4);
  });
});

describe('a reasoning model', () => {
  it.each([
    ['o1', ['developer', 'user']],
    ['o3-mini', ['developer', 'user']],
    ['o1-preview', ['user']],
    ['o1-mini', ['user']],
  ])('%s receives the parameters that it accepts', async (modelCode, roles) => {
    const user = chat.newUser({ worker: { systemPrompt: 'Be brief.', temperature: 0.2 } });
    const { session, assistantSessionMessageId: id } = await user.start();
    await user.rename(session.sessionId, { modelCode });
    await user.drain();
    expect(await user.poll(id)).toMatchObject({ status: 'DONE', modelCode });
    const call = chat.fakeModel.calls().at(-1);
    expect(call?.messages.map(({ role }) => role)).toEqual(roles);
    expect(call?.parameters).toContain('max_completion_tokens');
    expect(call?.parameters).not.toContain('max_tokens');
    expect(call?.parameters).not.toContain('temperature');
  });

  it('receives other parameters than a model that accepts all', async () => {
    const user = chat.newUser({ worker: { systemPrompt: 'Be brief.', temperature: 0.2 } });
    await user.answered();
    const call = chat.fakeModel.calls().at(-1);
    expect(call?.messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(call?.parameters).toEqual(expect.arrayContaining(['max_tokens', 'temperature', 'stream_options']));
  });
});

describe('the memory of a conversation', () => {
  it.each([
    [1, ['four\n\nfive']],
    [2, ['three', 'ANSWER', 'four\n\nfive']],
    [3, ['three', 'ANSWER', 'four\n\nfive']],
    [4, ['two\n\nthree', 'ANSWER', 'four\n\nfive']],
    [5, ['one', 'ANSWER', 'two\n\nthree', 'ANSWER', 'four\n\nfive']],
    [100, ['one', 'ANSWER', 'two\n\nthree', 'ANSWER', 'four\n\nfive']],
  ])(
    'sends %d earlier messages, without failed and empty ones, and the question of the first answer',
    async (memorySize, expected) => {
      const user = chat.newUser();
      const { session } = await user.start('one');
      const { sessionId } = session;
      await user.drain();
      // This answer fails after half of its words.
      chat.fakeModel.setMode('cut');
      await user.send(sessionId, 'two');
      await user.drain();
      chat.fakeModel.setMode('normal');
      await user.send(sessionId, 'three');
      await user.drain();
      await put(user, sessionId, 'four');
      await user.rename(sessionId, { memorySize });
      await user.send(sessionId, 'five');
      await user.drain();
      const said = chat.fakeModel.calls().at(-1)?.messages ?? [];
      expect(said.map(({ role, content }) => (role === 'assistant' ? 'ANSWER' : content))).toEqual(expected);
    },
  );

  it('is the same when two questions are delivered in the wrong order', async () => {
    const user = chat.newUser();
    const { session } = await user.start('one');
    await user.drain();
    await user.send(session.sessionId, 'two');
    await user.send(session.sessionId, 'three');
    const [second, third] = user.jobs.splice(0);
    if (!second || !third) throw new Error('two jobs');
    const asked = async () =>
      chat.fakeModel
        .calls()
        .at(-1)
        ?.messages.map(({ role, content }) => (role === 'assistant' ? 'ANSWER' : content));
    await user.work(third.job);
    // The second question has no answer yet.
    expect(await asked()).toEqual(['one', 'ANSWER', 'two\n\nthree']);
    await user.work(second.job);
    expect(await asked()).toEqual(['one', 'ANSWER', 'two']);
    const shown = (await user.list(session.sessionId)).toReversed();
    expect(shown.map(({ senderRole, status, text }) => (senderRole === 'USER' ? text : status))).toEqual(
      'one DONE two DONE three DONE'.split(' '),
    );
  });

  it('sends no later messages for an answer in the middle', async () => {
    const user = chat.newUser();
    const { session, assistantSessionMessageId: first } = await user.start('one');
    await user.drain();
    await user.send(session.sessionId, 'two');
    await user.drain();
    await user.regenerate(first);
    await user.drain();
    expect(
      chat.fakeModel
        .calls()
        .at(-1)
        ?.messages.map(({ content }) => content),
    ).toEqual(['one']);
  });
});
