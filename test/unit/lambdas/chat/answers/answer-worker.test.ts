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

describe('the answer worker', () => {
  it('saves the text, the tokens, the model and the finish reason', async () => {
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

  it('saves the first words at once, and later ones within about a second', async () => {
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

  it('saves an answer of 200 KB in full', async () => {
    const world = chat.newWorld();
    const id = await world.answered('Write 200 kB about tea');
    const { status, text } = await world.poll(id);
    expect(status).toBe('DONE');
    expect(Buffer.byteLength(text)).toBe(200 * 1024);
  });

  it('cuts off an answer that is too long for an item', async () => {
    const { world, id, speech, working } = await listening(chat);
    await speech.say({ text: 'x'.repeat(290_000) });
    void speech.say({ text: 'y'.repeat(20_000) });
    await working;
    expect(speech.signal.aborted).toBe(true);
    const { status, finishReason, text } = await world.poll(id);
    expect([status, finishReason, text.length]).toEqual(['DONE', 'length', 290_000]);
  });

  it('fails an answer that is empty or filtered', async () => {
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

describe('stopping an answer', () => {
  it('keeps the text, ends the call to the model, and refuses later words', async () => {
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
    // The provider has not reported the tokens, so an estimate counts for the month only.
    expect(stopped.usage).toBeUndefined();
    expect(await world.usage()).toMatchObject({ inputTokens: 3, outputTokens: 4 });
  });

  it('makes no call to the model if no worker has begun', async () => {
    const world = chat.newWorld();
    const id = await world.ask();
    const count = chat.standIn.count;
    expect(await world.stop(id)).toMatchObject({ status: 'DONE', text: '', finishReason: 'stopped' });
    await world.drain();
    expect(chat.standIn.count).toBe(count);
    expect(await world.poll(id)).toMatchObject({ status: 'DONE', text: '' });
    expect(await world.usage()).toMatchObject({ inputTokens: 0, outputTokens: 0 });
  });

  it('leaves the quota to the next attempt, and counts the tokens of the stopped one', async () => {
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

  it('refuses a settled answer, and a question', async () => {
    const world = chat.newWorld();
    const id = await world.answered();
    await expect(world.stop(id)).rejects.toMatchObject({ code: 'conflict', detail: { current: 'DONE' } });
    const [, question] = await world.list(id.slice(0, 26));
    await expect(world.stop(question?.sessionMessageId ?? '')).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('regenerating an answer', () => {
  it('shows the previous answer until new words arrive', async () => {
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

  it('keeps the previous answer if the new attempt writes nothing', async () => {
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

  it('refuses words of the previous attempt', async () => {
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

  it('refuses an answer that is being written, and a question', async () => {
    const world = chat.newWorld();
    const id = await world.ask();
    await expect(world.regenerate(id)).rejects.toMatchObject({ code: 'conflict', detail: { current: 'PENDING' } });
    const [, question] = await world.list(id.slice(0, 26));
    await expect(world.regenerate(question?.sessionMessageId ?? '')).rejects.toMatchObject({ code: 'conflict' });
    await world.drain();
  });

  it('begins one attempt for concurrent requests', async () => {
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
