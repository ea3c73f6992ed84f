import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { conversationIdOf } from 'shared-types/rules/message-status';
import { ModelError } from 'lambdas/chat/models/failures';
import { maxKeptVersions } from 'shared-types/rules/limits';
import { eventually } from '../../../../support/eventually.ts';
import { answerWith, completeAnswer, lastExchange, nextPrompt, storedVersions } from '../support/conversation.ts';
import { type Chat, startChat } from '../support/chat-environment.ts';

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

describe('a regenerated answer', () => {
  it('keeps its earlier versions, and shows them again', async () => {
    const { user, id } = await answerWith(chat, 'A leaf.', 'A drink.', 'A break.');
    const [first, , third] = (await user.poll(id)).versions ?? [];
    expect(await user.poll(id)).toMatchObject({ status: 'DONE', text: 'A break.', version: third });
    const before = { status: 'DONE', text: 'A leaf.', modelCode: 'gpt-4o', finishReason: 'stop', version: first };
    expect(await user.show(id, first)).toMatchObject(before);
    expect((await user.list(conversationIdOf(id)))[0]).toMatchObject(before);
    // The version that was shown last is kept unchanged, and no version is stored twice.
    expect(await user.show(id, third)).toMatchObject({
      text: 'A break.',
      versions: [first, expect.any(Number), third],
    });
    expect(await user.show(id, third)).toEqual(await user.poll(id));
    expect(await storedVersions(user)).toHaveLength(3);
  });

  it('has no versions field while there is one version', async () => {
    const { user, id } = await answerWith(chat, 'A leaf.');
    expect(Object.keys(await user.poll(id))).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/ersion|ormer/)]),
    );
    expect(await storedVersions(user)).toEqual([]);
  });

  it('sends the shown version to the model', async () => {
    const answer = await answerWith(chat, 'A leaf.', 'A drink.');
    expect(await nextPrompt(answer)).toEqual(['What is tea?', 'A drink.', 'And now?']);
    await answer.user.show(answer.id, 1);
    expect((await nextPrompt(answer)).slice(0, 2)).toEqual(['What is tea?', 'A leaf.']);
  });

  it('keeps all versions, whichever one is shown', async () => {
    const { user, id, startNextAnswer } = await answerWith(chat, 'A leaf.', 'A drink.');
    await user.show(id, 1);
    expect(await user.regenerate(id)).toMatchObject({ status: 'PENDING', text: 'A leaf.', isFormer: true });
    await completeAnswer(await startNextAnswer(), 'A break.');
    const { versions = [], text } = await user.poll(id);
    const texts = [];
    for (const version of versions) texts.push((await user.show(id, version)).text);
    expect([text, texts]).toEqual(['A break.', ['A leaf.', 'A drink.', 'A break.']]);
  });

  it('drops the oldest version when there are too many, but never the shown one', async () => {
    const texts = Array.from({ length: maxKeptVersions + 2 }, (_, count) => `answer ${count}`);
    const { user, id, startNextAnswer } = await answerWith(chat, ...texts);
    const { versions = [] } = await user.poll(id);
    expect(versions).toEqual([2, 3, 4, 5, 6, 7]);
    await expect(user.show(id, 1)).rejects.toMatchObject({ code: 'conflict' });
    // Showing versions drops none, however often.
    for (const version of [6, 2, 7, 4, 2]) {
      expect(await user.show(id, version)).toMatchObject({ text: `answer ${version - 1}`, version, versions });
    }
    await user.regenerate(id);
    await completeAnswer(await startNextAnswer(), 'at last');
    const after = await user.poll(id);
    expect(after.versions).toHaveLength(maxKeptVersions + 1);
    expect(after.versions).toEqual([2, 4, 5, 6, 7, after.version]);
    expect((await user.show(id, 2)).text).toBe('answer 1');
    expect(await storedVersions(user)).toHaveLength(maxKeptVersions + 1);
  });

  it('keeps an old version when its question is edited', async () => {
    const { user, id, startNextAnswer } = await answerWith(
      chat,
      ...Array.from({ length: maxKeptVersions + 1 }, (_, count) => `answer ${count}`),
    );
    await user.show(id, 1);
    await user.regenerate(id, 'What is coffee?');
    await completeAnswer(await startNextAnswer(), 'A bean.');
    const { versions = [] } = await user.poll(id);
    expect(versions.slice(0, -1)).toEqual([1, 3, 4, 5, 6]);
    await user.show(id, 1);
    expect(await lastExchange(user, id)).toEqual(['What is tea?', 'DONE', 'answer 0']);
  });
});

describe('an attempt without a complete answer', () => {
  it('leaves the previous answer on screen and in memory, and can be discarded', async () => {
    const answer = await answerWith(chat, 'A leaf.');
    const { user, id, startNextAnswer } = answer;
    await user.regenerate(id);
    const second = await startNextAnswer();
    await second.scripted.fail(new ModelError({ status: 401 }));
    await second.working;
    const failed = { status: 'FAILED', text: 'A leaf.', isFormer: true, version: 1 };
    expect(await user.poll(id)).toMatchObject(failed);
    expect(await nextPrompt(answer)).toEqual(['What is tea?', 'A leaf.', 'And now?']);
    const kept = await user.show(id, 1);
    expect(kept).toMatchObject({ status: 'DONE', text: 'A leaf.', finishReason: 'stop' });
    expect(kept).not.toHaveProperty('failure');
    expect(kept).not.toHaveProperty('versions');
  });

  it('becomes a version if it has some words, and keeps the previous answer', async () => {
    const answer = await answerWith(chat, 'A leaf.');
    const { user, id, startNextAnswer } = answer;
    await user.regenerate(id);
    const second = await startNextAnswer();
    await second.scripted.write({ text: 'A dr' });
    await second.scripted.fail(new ModelError({}));
    await second.working;
    expect(await user.poll(id)).toMatchObject({ status: 'FAILED', text: 'A dr', versions: [1, 2], version: 2 });
    expect(await user.show(id, 1)).toMatchObject({ status: 'DONE', text: 'A leaf.' });
    // An interrupted answer is not remembered, and the next attempt hides it at once.
    expect(await user.show(id, 2)).toMatchObject({ status: 'FAILED', text: 'A dr', failure: { code: 'interrupted' } });
    expect(await nextPrompt(answer)).toEqual(['What is tea?\n\nAnd now?']);
    expect(await user.regenerate(id)).toMatchObject({ text: '', versions: [1, 2, expect.any(Number)] });
    await user.stop(id);
    expect(await user.show(id, 1)).toMatchObject({ text: 'A leaf.', versions: [1, 2] });
  });

  it('leaves the previous answer if it is stopped at once, also the second time', async () => {
    const { user, id } = await answerWith(chat, 'A leaf.');
    for (let tries = 0; tries < 2; tries++) {
      await user.regenerate(id);
      expect(await user.stop(id)).toMatchObject({ status: 'DONE', text: 'A leaf.', isFormer: true });
    }
    expect(await user.show(id, 1)).toMatchObject({ text: 'A leaf.', finishReason: 'stop' });
    expect(await storedVersions(user)).toHaveLength(1);
  });

  it('becomes a second version if it is stopped after some words', async () => {
    const { user, id, startNextAnswer } = await answerWith(chat, 'A leaf.');
    await user.regenerate(id);
    const second = await startNextAnswer();
    await second.scripted.write({ text: 'A dr' });
    await eventually(async () => (await user.poll(id)).text === 'A dr');
    expect(await user.stop(id)).toMatchObject({ status: 'DONE', text: 'A dr', versions: [1, 2] });
    void second.scripted.write({ text: 'ink' });
    user.clock.ms += 2000;
    await second.working;
    expect(await user.show(id, 1)).toMatchObject({ text: 'A leaf.' });
    expect(await user.show(id, 2)).toMatchObject({ text: 'A dr', finishReason: 'stopped' });
  });
});

describe('showing a version', () => {
  it('is refused during an attempt, for an unknown version, for a question, and for other users', async () => {
    const { user, id } = await answerWith(chat, 'A leaf.', 'A drink.');
    const question = (await user.list(conversationIdOf(id)))[1]?.sessionMessageId ?? '';
    await expect(user.show(id, 3)).rejects.toMatchObject({ code: 'conflict', detail: { current: 'DONE' } });
    await expect(user.show(question, 1)).rejects.toMatchObject({ code: 'conflict' });
    await expect(chat.newUser().show(id, 1)).rejects.toMatchObject({ code: 'notFound' });
    await user.regenerate(id);
    await expect(user.show(id, 1)).rejects.toMatchObject({ code: 'conflict', detail: { current: 'PENDING' } });
  });

  it('purges versions with their conversation', async () => {
    const { user, id } = await answerWith(chat, 'A leaf.', 'A drink.');
    await user.remove(conversationIdOf(id));
    await user.drain();
    expect(await storedVersions(user)).toEqual([]);
    await expect(user.show(id, 1)).rejects.toMatchObject({ code: 'notFound' });
  });
});
