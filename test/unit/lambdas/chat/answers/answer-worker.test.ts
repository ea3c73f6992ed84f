import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ModelError } from 'lambdas/chat/models/failures';
import { eventually } from '../../../../support/eventually.ts';
import { listening, scriptedModel } from '../support/scripted-model.ts';
import { type Chat, startChat } from '../support/chat-environment.ts';

jest.setTimeout(60_000);

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

describe('writing an answer', () => {
  it('ends with the words, the tokens, the model and why it ended', async () => {
    const world = chat.newWorld();
    const id = await world.answered('What is tea?');
    const answer = await world.poll(id);
    expect(answer).toMatchObject({
      status: 'DONE',
      senderRole: 'ASSISTANT',
      modelCode: 'gpt-4o',
      finishReason: 'stop',
      usage: { inputTokens: 3, outputTokens: expect.any(Number) },
    });
    expect(answer.text).toContain('You asked: "What is tea?"');
    expect(answer.failure).toBeUndefined();
    expect(await world.usage()).toMatchObject({ ...answer.usage, messagesToday: 1 });
  });

  it('shows the first words at once, and later ones within about a second', async () => {
    const { world, id, speech, working } = await listening(chat);
    await speech.say({ text: '\n' });
    await speech.say({ text: 'Tea ' });
    await eventually(async () => (await world.poll(id)).text === '\nTea ');
    await speech.say({ text: 'is ' });
    await speech.say({ text: 'a ' });
    expect(await world.poll(id)).toMatchObject({ status: 'IN_PROGRESS', text: '\nTea ' });
    world.clock.ms += 1000;
    await eventually(async () => (await world.poll(id)).text === '\nTea is a ');
    await speech.say({ text: 'drink.' });
    await speech.end();
    await working;
    expect(await world.poll(id)).toMatchObject({ status: 'DONE', text: '\nTea is a drink.' });
  });

  it('keeps 200 KB to the last word', async () => {
    const world = chat.newWorld();
    const id = await world.answered('Write 200 kB about tea');
    const { status, text } = await world.poll(id);
    expect(status).toBe('DONE');
    expect(Buffer.byteLength(text)).toBe(200 * 1024);
  });

  it('ends an answer that no row could hold where it is full', async () => {
    const { world, id, speech, working } = await listening(chat);
    await speech.say({ text: 'x'.repeat(290_000) });
    void speech.say({ text: 'y'.repeat(20_000) });
    await working;
    expect(speech.signal.aborted).toBe(true);
    const { status, finishReason, text } = await world.poll(id);
    expect([status, finishReason, text.length]).toEqual(['DONE', 'length', 290_000]);
  });

  it('says so when the model had nothing to say, or was not let say it', async () => {
    const { model, asked } = scriptedModel();
    const world = chat.newWorld({ model });
    const ids = [await world.ask(), await world.ask()];
    for (const reason of ['length', 'content_filter']) {
      const beginning = asked();
      const job = world.takeJob();
      const working = job && world.work(job);
      await (await beginning).end(reason);
      await working;
    }
    expect(await Promise.all(ids.map(async (id) => (await world.poll(id)).failure?.code))).toEqual([
      'empty',
      'filtered',
    ]);
  });
});

describe('stopping', () => {
  it('keeps what was written, ends the call to the model, and lets no later word in', async () => {
    const { world, id, speech, working } = await listening(chat);
    await speech.say({ text: 'Tea is' });
    await eventually(async () => (await world.poll(id)).text === 'Tea is');
    expect(await world.stop(id)).toMatchObject({ status: 'DONE', finishReason: 'stopped', text: 'Tea is' });
    void speech.say({ text: ' a drink' });
    world.clock.ms += 1000;
    await working;
    expect(speech.signal.aborted).toBe(true);
    const stopped = await world.poll(id);
    expect(stopped).toMatchObject({ status: 'DONE', finishReason: 'stopped', text: 'Tea is' });
    // Nobody has told the tokens: they are estimated, for the month's count only.
    expect(stopped.usage).toBeUndefined();
    expect(await world.usage()).toMatchObject({ inputTokens: 3, outputTokens: 4 });
  });

  it('before a worker has begun makes no call at all', async () => {
    const world = chat.newWorld();
    const id = await world.ask();
    const count = chat.standIn.count;
    expect(await world.stop(id)).toMatchObject({ status: 'DONE', text: '', finishReason: 'stopped' });
    await world.drain();
    expect(chat.standIn.count).toBe(count);
    expect(await world.poll(id)).toMatchObject({ status: 'DONE', text: '' });
    expect(await world.usage()).toMatchObject({ inputTokens: 0, outputTokens: 0 });
  });

  it('leaves its place to whoever asks anew, also when the old worker counts what it had heard', async () => {
    const { world, id, speech, working, listen } = await listening(chat);
    await speech.say({ text: 'old ' });
    await world.stop(id);
    await world.regenerate(id);
    const second = await listen();
    void speech.say({ text: 'words' });
    world.clock.ms += 1000;
    await working;
    expect(await world.usage()).toMatchObject({ inputTokens: 3, outputTokens: 3 });
    expect([...((await world.ports.store.findQuota(world.userId))?.inProgress.keys() ?? [])]).toEqual([id]);
    await second.speech.say({ text: 'new' });
    await second.speech.end();
    await second.working;
    expect(await world.usage()).toMatchObject({ inputTokens: 6, outputTokens: 4 });
  });

  it('is refused for what is final, and for a question', async () => {
    const world = chat.newWorld();
    const id = await world.answered();
    await expect(world.stop(id)).rejects.toMatchObject({ code: 'conflict', detail: { current: 'DONE' } });
    const [, question] = await world.list(id.slice(0, 26));
    await expect(world.stop(question?.sessionMessageId ?? '')).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('regenerating', () => {
  it('keeps the old text until new words arrive', async () => {
    const { world, id, speech: first, working: before, listen } = await listening(chat);
    await first.say({ text: 'The old text.' });
    await first.end();
    await before;

    expect(await world.regenerate(id)).toMatchObject({ status: 'PENDING', text: 'The old text.' });
    const { speech: second, working } = await listen();
    expect(await world.poll(id)).toMatchObject({ status: 'IN_PROGRESS', text: 'The old text.' });
    await second.say({ text: 'New' });
    await eventually(async () => (await world.poll(id)).text === 'New');
    await second.end();
    await working;
    expect(await world.poll(id)).toMatchObject({ status: 'DONE', text: 'New' });
  });

  it('keeps the old text when nothing new comes', async () => {
    const { world, id, speech: first, working, listen } = await listening(chat);
    await first.say({ text: 'The old text.' });
    await first.end();
    await working;
    await world.regenerate(id);
    const second = await listen();
    await second.speech.fail(new ModelError({ status: 401 }));
    await second.working;
    expect(await world.poll(id)).toMatchObject({
      status: 'FAILED',
      text: 'The old text.',
      failure: { code: 'unauthorized' },
    });
  });

  it('lets no word of the attempt before appear', async () => {
    const { world, id, speech: first, working: old, listen } = await listening(chat);
    await first.say({ text: 'old ' });
    await eventually(async () => (await world.poll(id)).text === 'old ');
    await world.stop(id);
    await world.regenerate(id);
    const { speech: second, working: next } = await listen();
    await second.say({ text: 'new' });
    await eventually(async () => (await world.poll(id)).text === 'new');
    void first.say({ text: 'words' });
    void first.end();
    await old;
    await second.end();
    await next;
    expect(await world.poll(id)).toMatchObject({ status: 'DONE', text: 'new' });
  });

  it('is refused while the answer is under way, and for a question', async () => {
    const world = chat.newWorld();
    const id = await world.ask();
    await expect(world.regenerate(id)).rejects.toMatchObject({ code: 'conflict', detail: { current: 'PENDING' } });
    const [, question] = await world.list(id.slice(0, 26));
    await expect(world.regenerate(question?.sessionMessageId ?? '')).rejects.toMatchObject({ code: 'conflict' });
    await world.drain();
  });

  it('twice at once is once', async () => {
    const world = chat.newWorld();
    const id = await world.answered();
    const count = chat.standIn.count;
    const results = await Promise.allSettled([world.regenerate(id), world.regenerate(id), world.regenerate(id)]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refusals = results.filter(({ status }) => status === 'rejected');
    expect(refusals).toMatchObject([{ reason: { code: 'conflict' } }, { reason: { code: 'conflict' } }]);
    await world.drain();
    expect(chat.standIn.count - count).toBe(1);
  });
});
