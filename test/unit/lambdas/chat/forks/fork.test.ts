import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { maxForkedMessages, maxTitleLength } from 'shared-types/rules/limits';
import { initialState } from 'lambdas/chat/messages/message';
import { messageItem } from 'lambdas/chat/messages/message-item';
import { pngOf } from '../../../../support/pictures.ts';
import { type Chat, startChat } from '../support/chat-environment.ts';

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterEach(() => {
  delete chat.hooks.before;
});
afterAll(() => chat.stop());

const partsOf = (sessionMessageId: string) => sessionMessageId.split('.');
const conversationOf = (sessionMessageId: string) => partsOf(sessionMessageId)[0] ?? '';

/** Creates a conversation of three questions, of which the second was regenerated and the third is unanswered. */
async function conversed() {
  const user = chat.newUser();
  const first = await user.answered('One?');
  const sessionId = conversationOf(first);
  const second = (await user.send(sessionId, 'Two?')).assistantSessionMessageId;
  await user.drain();
  await user.regenerate(second);
  await user.drain();
  const third = await user.send(sessionId, 'Three?');
  return { user, sessionId, first, second, third };
}

const textsOf = async (user: ReturnType<Chat['newUser']>, sessionId: string) =>
  (await user.list(sessionId)).map(({ text }) => text.split('\n')[0]).toReversed();

describe('a fork', () => {
  it('has the conversation up to the message, with its settings, and nothing of what follows', async () => {
    const { user, sessionId, second } = await conversed();
    await user.rename(sessionId, { title: 'Tea', memorySize: 7, systemPrompt: 'Be brief.' });
    user.clock.ms += 60_000;
    const fork = await user.fork(second);
    expect(fork).toMatchObject({ title: 'Tea (fork)', memorySize: 7, systemPrompt: 'Be brief.' });
    expect(fork.sessionId).not.toBe(sessionId);
    const [original, copy] = [await textsOf(user, sessionId), await textsOf(user, fork.sessionId)];
    expect(copy).toEqual(original.slice(0, 4));
    const [answer] = await user.list(fork.sessionId);
    expect(answer).toMatchObject({ status: 'DONE', senderRole: 'ASSISTANT', modelCode: 'gpt-4o' });
    // The versions that are not shown stay in the original.
    expect(answer?.versions).toBeUndefined();
    expect((await user.sessions()).map(({ title }) => title)).toEqual(['Tea (fork)', 'Tea']);
  });

  it('ends with a question that has no answer yet, and goes on by itself', async () => {
    const { user, sessionId, third } = await conversed();
    const fork = await user.fork(third.sessionMessageId);
    await user.drain();
    await user.send(fork.sessionId, 'Instead?');
    await user.drain();
    expect((await textsOf(user, fork.sessionId)).filter((text) => text?.endsWith('?'))).toEqual([
      'One?',
      'Two?',
      'Three?',
      'Instead?',
    ]);
    expect(await textsOf(user, sessionId)).not.toContain('Instead?');
  });

  it('waits for no answer that is still being written', async () => {
    const { user, third } = await conversed();
    await expect(user.fork(third.assistantSessionMessageId)).rejects.toThrow('An answer is still being written.');
  });

  it('is made once for a key, also when its user has renamed it since', async () => {
    const { user, second } = await conversed();
    const fork = await user.fork(second);
    await user.rename(fork.sessionId, { title: 'Mine' });
    expect(await user.fork(second)).toMatchObject({ sessionId: fork.sessionId, title: 'Mine' });
    expect((await user.fork(second, 'another-key')).sessionId).not.toBe(fork.sessionId);
    await user.remove(fork.sessionId);
    await expect(user.fork(second)).rejects.toThrow('does not exist or has been deleted');
  });

  it('is completed by the same call after a failure, and is not seen before', async () => {
    const { user, second } = await conversed();
    let puts = 0;
    chat.hooks.before = (name) => {
      if (name === 'PutItem' && (puts += 1) > 2) throw new Error('no connection');
    };
    await expect(user.fork(second)).rejects.toThrow('no connection');
    delete chat.hooks.before;
    expect(await user.sessions()).toHaveLength(1);
    const fork = await user.fork(second);
    expect(await user.list(fork.sessionId)).toHaveLength(4);
  });

  it('keeps its files when the original is deleted and purged', async () => {
    const user = chat.newUser();
    const { session, sessionMessageId } = await user.start('What is this?', [await user.upload(pngOf(4, 3))]);
    await user.drain();
    const fork = await user.fork(sessionMessageId);
    await user.remove(session.sessionId);
    await user.drain();
    const [question] = await user.list(fork.sessionId);
    const [name = '', ulid = ''] = partsOf(question?.sessionMessageId ?? '');
    const [key = '', ...others] = user.buckets.kept.keys();
    expect(others).toEqual([]);
    expect(key.split('/').toSpliced(2, 1)).toEqual([user.userId, `${name}.${ulid}`, question?.files?.[0]?.fileId]);
    await user.remove(fork.sessionId);
    await user.drain();
    expect(user.buckets.kept.size).toBe(0);
    expect(await user.rows('MESSAGE#')).toEqual([]);
  });

  it('is refused when a file of the original is gone, and to other people', async () => {
    const user = chat.newUser();
    const { sessionMessageId } = await user.start('What is this?', [await user.upload(pngOf(4, 3))]);
    await expect(chat.newUser().fork(sessionMessageId)).rejects.toThrow('does not exist');
    user.buckets.kept.clear();
    await expect(user.fork(sessionMessageId)).rejects.toThrow('does not exist or has been deleted');
    expect(await user.sessions()).toHaveLength(1);
  });

  it('has a title within the limit, and no half of a character', async () => {
    const user = chat.newUser();
    const id = await user.answered();
    await user.rename(conversationOf(id), { title: '🐈'.repeat(maxTitleLength / 2) });
    const { title } = await user.fork(id);
    expect(title.length).toBeLessThanOrEqual(maxTitleLength);
    expect(title.isWellFormed()).toBe(true);
  });

  it('is refused for a conversation that is too long to be copied at once', async () => {
    const user = chat.newUser();
    const last = await user.answered();
    const [conversationId, ulid = ''] = partsOf(last);
    for (let index = 0; index < maxForkedMessages; index += 1) {
      const { pk, sk, ...attributes } = messageItem({
        ...initialState,
        sessionMessageId: `${conversationId}.0${String(index).padStart(ulid.length - 1, '0')}`,
        userId: user.userId,
        senderRole: 'USER',
        status: 'DONE',
        text: 'x',
        createTimeMs: 1,
      });
      await chat.write(user.tableName, { pk: String(pk), sk: String(sk) }, attributes);
    }
    await expect(user.fork(last)).rejects.toThrow(`A fork has at most ${maxForkedMessages} messages.`);
  });
});
