import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ModelError } from 'lambdas/chat/models/failures';
import { maxKeptVersions } from 'lambdas/chat/messages/versions';
import { eventually } from '../../../../support/eventually.ts';
import { asked, said, say, sessionOf, storedVersions, toldNext } from '../support/conversation.ts';
import { type Chat, startChat } from '../support/chat-environment.ts';

jest.setTimeout(60_000);

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

describe('a regenerated answer', () => {
  it('keeps its earlier versions, and shows them again', async () => {
    const { world, id } = await asked(chat, 'A leaf.', 'A drink.', 'A break.');
    const [first, , third] = (await world.poll(id)).versions ?? [];
    expect(await world.poll(id)).toMatchObject({ status: 'DONE', text: 'A break.', version: third });
    const before = { status: 'DONE', text: 'A leaf.', modelCode: 'gpt-4o', finishReason: 'stop', version: first };
    expect(await world.show(id, first)).toMatchObject(before);
    expect((await world.list(sessionOf(id)))[0]).toMatchObject(before);
    // The one that was shown last is kept just so, and nothing is there twice.
    expect(await world.show(id, third)).toMatchObject({
      text: 'A break.',
      versions: [first, expect.any(Number), third],
    });
    expect(await world.show(id, third)).toEqual(await world.poll(id));
    expect(await storedVersions(world)).toHaveLength(3);
  });

  it('has no versions field while there is one version', async () => {
    const { world, id } = await asked(chat, 'A leaf.');
    expect(Object.keys(await world.poll(id))).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/ersion|ormer/)]),
    );
    expect(await storedVersions(world)).toEqual([]);
  });

  it('sends the shown version to the model', async () => {
    const answer = await asked(chat, 'A leaf.', 'A drink.');
    expect(await toldNext(answer)).toEqual(['What is tea?', 'A drink.', 'And now?']);
    await answer.world.show(answer.id, 1);
    expect((await toldNext(answer)).slice(0, 2)).toEqual(['What is tea?', 'A leaf.']);
  });

  it('keeps all versions, whichever one is shown', async () => {
    const { world, id, listen } = await asked(chat, 'A leaf.', 'A drink.');
    await world.show(id, 1);
    expect(await world.regenerate(id)).toMatchObject({ status: 'PENDING', text: 'A leaf.', isFormer: true });
    await say(await listen(), 'A break.');
    const { versions = [], text } = await world.poll(id);
    const texts = [];
    for (const version of versions) texts.push((await world.show(id, version)).text);
    expect([text, texts]).toEqual(['A break.', ['A leaf.', 'A drink.', 'A break.']]);
  });

  it('drops the oldest version when there are too many, but never the shown one', async () => {
    const texts = Array.from({ length: maxKeptVersions + 2 }, (_, count) => `answer ${count}`);
    const { world, id, listen } = await asked(chat, ...texts);
    const { versions = [] } = await world.poll(id);
    expect(versions).toEqual([2, 3, 4, 5, 6, 7]);
    await expect(world.show(id, 1)).rejects.toMatchObject({ code: 'conflict' });
    // Showing versions drops none, however often.
    for (const version of [6, 2, 7, 4, 2]) {
      expect(await world.show(id, version)).toMatchObject({ text: `answer ${version - 1}`, version, versions });
    }
    await world.regenerate(id);
    await say(await listen(), 'at last');
    const after = await world.poll(id);
    expect(after.versions).toHaveLength(maxKeptVersions + 1);
    expect(after.versions).toEqual([2, 4, 5, 6, 7, after.version]);
    expect((await world.show(id, 2)).text).toBe('answer 1');
    expect(await storedVersions(world)).toHaveLength(maxKeptVersions + 1);
  });

  it('keeps an old version when its question is reworded', async () => {
    const { world, id, listen } = await asked(
      chat,
      ...Array.from({ length: maxKeptVersions + 1 }, (_, count) => `answer ${count}`),
    );
    await world.show(id, 1);
    await world.regenerate(id, 'What is coffee?');
    await say(await listen(), 'A bean.');
    const { versions = [] } = await world.poll(id);
    expect(versions.slice(0, -1)).toEqual([1, 3, 4, 5, 6]);
    await world.show(id, 1);
    expect(await said(world, id)).toEqual(['What is tea?', 'DONE', 'answer 0']);
  });
});

describe('an attempt without a complete answer', () => {
  it('leaves the previous answer on screen and in memory, and can be discarded', async () => {
    const answer = await asked(chat, 'A leaf.');
    const { world, id, listen } = answer;
    await world.regenerate(id);
    const second = await listen();
    await second.speech.fail(new ModelError({ status: 401 }));
    await second.working;
    const failed = { status: 'FAILED', text: 'A leaf.', isFormer: true, version: 1 };
    expect(await world.poll(id)).toMatchObject(failed);
    expect(await toldNext(answer)).toEqual(['What is tea?', 'A leaf.', 'And now?']);
    const kept = await world.show(id, 1);
    expect(kept).toMatchObject({ status: 'DONE', text: 'A leaf.', finishReason: 'stop' });
    expect(kept).not.toHaveProperty('failure');
    expect(kept).not.toHaveProperty('versions');
  });

  it('becomes a version if it has some words, and keeps the previous answer', async () => {
    const answer = await asked(chat, 'A leaf.');
    const { world, id, listen } = answer;
    await world.regenerate(id);
    const second = await listen();
    await second.speech.say({ text: 'A dr' });
    await second.speech.fail(new ModelError({}));
    await second.working;
    expect(await world.poll(id)).toMatchObject({ status: 'FAILED', text: 'A dr', versions: [1, 2], version: 2 });
    expect(await world.show(id, 1)).toMatchObject({ status: 'DONE', text: 'A leaf.' });
    // An interrupted answer is not remembered, and the next attempt hides it at once.
    expect(await world.show(id, 2)).toMatchObject({ status: 'FAILED', text: 'A dr', failure: { code: 'interrupted' } });
    expect(await toldNext(answer)).toEqual(['What is tea?', 'And now?']);
    expect(await world.regenerate(id)).toMatchObject({ text: '', versions: [1, 2, expect.any(Number)] });
    await world.stop(id);
    expect(await world.show(id, 1)).toMatchObject({ text: 'A leaf.', versions: [1, 2] });
  });

  it('leaves the previous answer if it is stopped at once, also the second time', async () => {
    const { world, id } = await asked(chat, 'A leaf.');
    for (let tries = 0; tries < 2; tries++) {
      await world.regenerate(id);
      expect(await world.stop(id)).toMatchObject({ status: 'DONE', text: 'A leaf.', isFormer: true });
    }
    expect(await world.show(id, 1)).toMatchObject({ text: 'A leaf.', finishReason: 'stop' });
    expect(await storedVersions(world)).toHaveLength(1);
  });

  it('becomes a second version if it is stopped after some words', async () => {
    const { world, id, listen } = await asked(chat, 'A leaf.');
    await world.regenerate(id);
    const second = await listen();
    await second.speech.say({ text: 'A dr' });
    await eventually(async () => (await world.poll(id)).text === 'A dr');
    expect(await world.stop(id)).toMatchObject({ status: 'DONE', text: 'A dr', versions: [1, 2] });
    void second.speech.say({ text: 'ink' });
    world.clock.ms += 1000;
    await second.working;
    expect(await world.show(id, 1)).toMatchObject({ text: 'A leaf.' });
    expect(await world.show(id, 2)).toMatchObject({ text: 'A dr', finishReason: 'stopped' });
  });
});

describe('showing a version', () => {
  it('is refused during an attempt, for an unknown version, for a question, and for other users', async () => {
    const { world, id } = await asked(chat, 'A leaf.', 'A drink.');
    const question = (await world.list(sessionOf(id)))[1]?.sessionMessageId ?? '';
    await expect(world.show(id, 3)).rejects.toMatchObject({ code: 'conflict', detail: { current: 'DONE' } });
    await expect(world.show(question, 1)).rejects.toMatchObject({ code: 'conflict' });
    await expect(chat.newWorld().show(id, 1)).rejects.toMatchObject({ code: 'notFound' });
    await world.regenerate(id);
    await expect(world.show(id, 1)).rejects.toMatchObject({ code: 'conflict', detail: { current: 'PENDING' } });
  });

  it('purges versions with their conversation', async () => {
    const { world, id } = await asked(chat, 'A leaf.', 'A drink.');
    await world.remove(sessionOf(id));
    await world.drain();
    expect(await storedVersions(world)).toEqual([]);
    await expect(world.show(id, 1)).rejects.toMatchObject({ code: 'notFound' });
  });
});
