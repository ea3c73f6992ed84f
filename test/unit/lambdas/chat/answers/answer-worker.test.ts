import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ModelError } from 'lambdas/chat/models/failures';
import { conversationIdOf } from 'shared-types/rules/message-status';
import { eventually } from '../../../../support/eventually.ts';
import { startAnswer, scriptedModel } from '../support/scripted-model.ts';
import { type Chat, startChat } from '../support/chat-environment.ts';

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

describe('the answer worker', () => {
  it('saves the text, the tokens, the model and the finish reason', async () => {
    const user = chat.newUser();
    const id = await user.answered('What is tea?');
    const answer = await user.poll(id);
    expect(answer).toMatchObject({
      status: 'DONE',
      senderRole: 'ASSISTANT',
      modelCode: 'gpt-4o',
      finishReason: 'stop',
      usage: { inputTokens: 3, outputTokens: expect.any(Number) },
    });
    expect(answer.text).toContain('You asked: "What is tea?"');
    expect(answer.failure).toBeUndefined();
    expect(await user.usage()).toMatchObject({ ...answer.usage, messagesToday: 1 });
  });

  it('saves the first words at once, and later ones within about a second', async () => {
    const { user, id, scripted, working } = await startAnswer(chat);
    await scripted.write({ text: '\n' });
    await scripted.write({ text: 'Tea ' });
    await eventually(async () => (await user.poll(id)).text === '\nTea ');
    await scripted.write({ text: 'is ' });
    await scripted.write({ text: 'a ' });
    expect(await user.poll(id)).toMatchObject({ status: 'IN_PROGRESS', text: '\nTea ' });
    user.clock.ms += 2000;
    await eventually(async () => (await user.poll(id)).text === '\nTea is a ');
    await scripted.write({ text: 'drink.' });
    await scripted.end();
    await working;
    expect(await user.poll(id)).toMatchObject({ status: 'DONE', text: '\nTea is a drink.' });
  });

  it('saves what follows each half second, and sends a poll what it does not have', async () => {
    const { user, id, scripted, working } = await startAnswer(chat);
    const words = ['Tea ', 'is ', 'a ', 'drink 🍵 ', 'of leaves.'];
    let known = '';
    for (const word of words) {
      await scripted.write({ text: word });
      await eventually(async () => (await user.poll(id)).text === known + word);
      const { writer } = await user.poll(id);
      const rest = await user.poll(id, { after: known.length, writer });
      expect(rest).toMatchObject(known === '' ? { text: word } : { text: word, after: known.length });
      known += word;
      user.clock.ms += 500;
    }
    // A poll that follows another worker, or has more text than there is, gets the whole text.
    for (const query of [{ after: 4, writer: 'another' }, { after: 4 }, { after: 999, writer: 'token-1' }]) {
      const whole = await user.poll(id, query);
      expect([whole.text, whole.after]).toEqual([known, undefined]);
    }
    expect((await user.list(conversationIdOf(id)))[0]?.text).toBe(known);
    expect(await user.stop(id)).toMatchObject({ status: 'DONE', text: known });
    user.clock.ms += 10_000;
    await working;
    expect(await user.poll(id, { after: 4, writer: 'token-1' })).toMatchObject({ status: 'DONE', text: known });
  });

  it('saves an answer of 200 KB in full', async () => {
    const user = chat.newUser();
    const id = await user.answered('Write 200 kB about tea');
    const { status, text } = await user.poll(id);
    expect(status).toBe('DONE');
    expect(Buffer.byteLength(text)).toBe(200 * 1024);
  });

  it('cuts off an answer that is too long for an item', async () => {
    const { user, id, scripted, working } = await startAnswer(chat);
    await scripted.write({ text: 'x'.repeat(270_000) });
    void scripted.write({ text: '€'.repeat(10_000) });
    await working;
    expect(scripted.signal.aborted).toBe(true);
    const { status, finishReason, text } = await user.poll(id);
    expect([status, finishReason, text.length]).toEqual(['DONE', 'length', 270_000 + 3333]);
  });

  it('fails an answer that is empty or filtered', async () => {
    const { model, nextAnswer } = scriptedModel();
    const user = chat.newUser({ model });
    const ids = [await user.ask(), await user.ask(), await user.ask()];
    for (const reason of ['stop', 'content_filter', 'length']) {
      const beginning = nextAnswer();
      const job = user.takeJob();
      const working = job && user.work(job);
      await (await beginning).end(reason);
      await working;
    }
    expect(await Promise.all(ids.map(async (id) => (await user.poll(id)).failure?.code))).toEqual([
      'empty',
      'filtered',
      'onlyThoughts',
    ]);
  });
});

describe('stopping an answer', () => {
  it('keeps the text, ends the call to the model, and refuses later words', async () => {
    const { user, id, scripted, working } = await startAnswer(chat);
    await scripted.write({ text: 'Tea is' });
    await eventually(async () => (await user.poll(id)).text === 'Tea is');
    expect(await user.stop(id)).toMatchObject({ status: 'DONE', finishReason: 'stopped', text: 'Tea is' });
    void scripted.write({ text: ' a drink' });
    user.clock.ms += 2000;
    await working;
    expect(scripted.signal.aborted).toBe(true);
    const stopped = await user.poll(id);
    expect(stopped).toMatchObject({ status: 'DONE', finishReason: 'stopped', text: 'Tea is' });
    // The provider has not reported the tokens, so an estimate counts for the month only.
    expect(stopped.usage).toBeUndefined();
    expect(await user.usage()).toMatchObject({ inputTokens: 3, outputTokens: 4 });
  });

  it('makes no call to the model if no worker has begun', async () => {
    const user = chat.newUser();
    const id = await user.ask();
    const count = chat.fakeModel.count;
    expect(await user.stop(id)).toMatchObject({ status: 'DONE', text: '', finishReason: 'stopped' });
    await user.drain();
    expect(chat.fakeModel.count).toBe(count);
    expect(await user.poll(id)).toMatchObject({ status: 'DONE', text: '' });
    expect(await user.usage()).toMatchObject({ inputTokens: 0, outputTokens: 0 });
  });

  it('leaves the quota to the next attempt, and counts the tokens of the stopped one', async () => {
    const { user, id, scripted, working, startNextAnswer } = await startAnswer(chat);
    await scripted.write({ text: 'old ' });
    await user.stop(id);
    await user.regenerate(id);
    const second = await startNextAnswer();
    await scripted.write({ text: 'words' });
    // The stop may be noticed before this is read. It is so short that the tokens are the same.
    void scripted.write({ text: '...' });
    user.clock.ms += 2000;
    await working;
    expect(await user.usage()).toMatchObject({ inputTokens: 3, outputTokens: 3 });
    expect([...((await user.ports.store.findQuota(user.userId))?.inProgress.keys() ?? [])]).toEqual([id]);
    await second.scripted.write({ text: 'new' });
    await second.scripted.end();
    await second.working;
    expect(await user.usage()).toMatchObject({ inputTokens: 6, outputTokens: 4 });
  });

  it('refuses a settled answer, and a question', async () => {
    const user = chat.newUser();
    const id = await user.answered();
    await expect(user.stop(id)).rejects.toMatchObject({ code: 'conflict', detail: { current: 'DONE' } });
    const [, question] = await user.list(id.slice(0, 26));
    await expect(user.stop(question?.sessionMessageId ?? '')).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('regenerating an answer', () => {
  it('shows the previous answer until new words arrive', async () => {
    const { user, id, scripted: first, working: before, startNextAnswer } = await startAnswer(chat);
    await first.write({ text: 'The old text.' });
    await first.end();
    await before;

    expect(await user.regenerate(id)).toMatchObject({ status: 'PENDING', text: 'The old text.' });
    const { scripted: second, working } = await startNextAnswer();
    expect(await user.poll(id)).toMatchObject({ status: 'IN_PROGRESS', text: 'The old text.' });
    await second.write({ text: 'New' });
    await eventually(async () => (await user.poll(id)).text === 'New');
    await second.end();
    await working;
    expect(await user.poll(id)).toMatchObject({ status: 'DONE', text: 'New' });
  });

  it('keeps the previous answer if the new attempt writes nothing', async () => {
    const { user, id, scripted: first, working, startNextAnswer } = await startAnswer(chat);
    await first.write({ text: 'The old text.' });
    await first.end();
    await working;
    await user.regenerate(id);
    const second = await startNextAnswer();
    await second.scripted.fail(new ModelError({ status: 401 }));
    await second.working;
    expect(await user.poll(id)).toMatchObject({
      status: 'FAILED',
      text: 'The old text.',
      failure: { code: 'unauthorized' },
    });
  });

  it('refuses words of the previous attempt', async () => {
    const { user, id, scripted: first, working: old, startNextAnswer } = await startAnswer(chat);
    await first.write({ text: 'old ' });
    await eventually(async () => (await user.poll(id)).text === 'old ');
    await user.stop(id);
    await user.regenerate(id);
    const { scripted: second, working: next } = await startNextAnswer();
    await second.write({ text: 'new' });
    await eventually(async () => (await user.poll(id)).text === 'new');
    void first.write({ text: 'words' });
    void first.end();
    await old;
    await second.end();
    await next;
    expect(await user.poll(id)).toMatchObject({ status: 'DONE', text: 'new' });
  });

  it('refuses an answer that is being written, and a question', async () => {
    const user = chat.newUser();
    const id = await user.ask();
    await expect(user.regenerate(id)).rejects.toMatchObject({ code: 'conflict', detail: { current: 'PENDING' } });
    const [, question] = await user.list(id.slice(0, 26));
    await expect(user.regenerate(question?.sessionMessageId ?? '')).rejects.toMatchObject({ code: 'conflict' });
    await user.drain();
  });

  it('begins one attempt for concurrent requests', async () => {
    const user = chat.newUser();
    const id = await user.answered();
    const count = chat.fakeModel.count;
    const results = await Promise.allSettled([user.regenerate(id), user.regenerate(id), user.regenerate(id)]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refusals = results.filter(({ status }) => status === 'rejected');
    expect(refusals).toMatchObject([{ reason: { code: 'conflict' } }, { reason: { code: 'conflict' } }]);
    await user.drain();
    expect(chat.fakeModel.count - count).toBe(1);
  });
});
