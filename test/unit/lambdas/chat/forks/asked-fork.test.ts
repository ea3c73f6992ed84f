import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
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

const key = 'fork-1234';

/** A conversation of two answered questions, the first of which has a picture. */
async function conversed() {
  const user = chat.newUser();
  const { session, sessionMessageId: first } = await user.start('One?', [await user.upload(pngOf(4, 3))]);
  await user.drain();
  const { sessionId } = session;
  const second = await user.send(sessionId, 'Two?');
  await user.drain();
  return { user, sessionId, first, second };
}

const questionsOf = async (user: ReturnType<Chat['newUser']>, sessionId: string) =>
  (await user.list(sessionId)).flatMap(({ senderRole, text }) => (senderRole === 'USER' ? [text] : [])).toReversed();

describe('a question that is asked in other words in a fork', () => {
  it('has the messages before it, and an answer of its own, and leaves the conversation as it is', async () => {
    const { user, sessionId, second } = await conversed();
    const before = await user.list(sessionId);
    const fork = await user.fork(second.sessionMessageId, key, 'Two, in other words?');
    expect(await questionsOf(user, fork.sessionId)).toEqual(['One?', 'Two, in other words?']);
    expect((await user.list(fork.sessionId))[0]).toMatchObject({ status: 'PENDING', senderRole: 'ASSISTANT' });
    await user.drain();
    expect((await user.list(fork.sessionId))[0]).toMatchObject({ status: 'DONE' });
    expect((await user.list(fork.sessionId))[0]?.text).toContain('Two, in other words?');
    expect(await user.list(sessionId)).toEqual(before);
  });

  it('may be the first one, which keeps its files', async () => {
    const { user, sessionId, first } = await conversed();
    const fork = await user.fork(first, key, 'What else?');
    await user.drain();
    await user.remove(sessionId);
    await user.drain();
    const [answer, question] = await user.list(fork.sessionId);
    expect(answer).toMatchObject({ status: 'DONE' });
    expect(question).toMatchObject({ text: 'What else?', files: [{ name: 'cat.png' }] });
    expect(user.buckets.kept.size).toBe(1);
  });

  it('may have no words if it has files, and needs some otherwise', async () => {
    const { user, first, second } = await conversed();
    expect((await user.fork(first, key, '')).title).toBe('One? (fork)');
    await expect(user.fork(second.sessionMessageId, key, ' ')).rejects.toThrow('body.text: must not be blank');
    await expect(user.fork(second.assistantSessionMessageId, key, 'So?')).rejects.toThrow('Only a question');
  });

  it('may be asked while its own answer is being written', async () => {
    const { user, sessionId } = await conversed();
    const third = await user.send(sessionId, 'Three?');
    const fork = await user.fork(third.sessionMessageId, key, 'Four?');
    await user.drain();
    expect(await questionsOf(user, fork.sessionId)).toEqual(['One?', 'Two?', 'Four?']);
  });

  it('is asked and counted once, however often and with whom the call arrives', async () => {
    const { user, second } = await conversed();
    const ask = () => user.fork(second.sessionMessageId, key, 'Two, in other words?');
    const { messagesToday } = await user.usage();
    const forks = await Promise.all([ask(), ask(), ask()]);
    forks.push(await ask());
    expect(new Set(forks.map(({ sessionId }) => sessionId)).size).toBe(1);
    expect(await user.sessions()).toHaveLength(2);
    expect((await user.usage()).messagesToday).toBe(messagesToday + 1);
    expect(user.jobs.filter(({ job }) => job.kind === 'generate')).toHaveLength(1);
    await user.drain();
    expect(await user.list(forks[0]?.sessionId ?? '')).toHaveLength(4);
  });

  it('is not asked twice after its fork was deleted', async () => {
    const { user, second } = await conversed();
    const { sessionId } = await user.fork(second.sessionMessageId, key, 'Other?');
    await user.remove(sessionId);
    await expect(user.fork(second.sessionMessageId, key, 'Other?')).rejects.toThrow('does not exist');
  });

  it('is completed by the same call after a failure, and is not seen before', async () => {
    const { user, second } = await conversed();
    const ask = () => user.fork(second.sessionMessageId, key, 'Other?');
    chat.hooks.before = (name) => {
      if (name === 'TransactWriteItems') throw new Error('no connection');
    };
    await expect(ask()).rejects.toThrow('no connection');
    delete chat.hooks.before;
    expect(await user.sessions()).toHaveLength(1);
    expect(await questionsOf(user, (await ask()).sessionId)).toEqual(['One?', 'Other?']);
  });

  it('is refused over the limits, and when the answers before it are not written yet', async () => {
    const user = chat.newUser({ limits: { messagesPerDay: 2 } });
    const first = await user.start('One?');
    const second = await user.send(first.session.sessionId, 'Two?');
    await expect(user.fork(second.sessionMessageId, key, 'Other?')).rejects.toThrow('still being written');
    await user.drain();
    await expect(user.fork(second.sessionMessageId, key, 'Other?')).rejects.toThrow('2');
    expect(await user.sessions()).toHaveLength(1);
  });
});

describe('the branches of a conversation', () => {
  it('are its forks and theirs, each with the place where it has left and its first words after it', async () => {
    const { user, sessionId, first, second } = await conversed();
    const asked = await user.fork(second.sessionMessageId, key, 'Two,\nin other words?');
    const copied = await user.fork(second.assistantSessionMessageId);
    await user.drain();
    const [, lastOfAsked] = await user.list(asked.sessionId);
    const deeper = await user.fork(lastOfAsked?.sessionMessageId ?? '', 'fork-5678', 'Deeper?');
    const other = await user.fork(first, key, 'Something else?');
    const [answer] = (await user.list(sessionId)).filter(({ senderRole }) => senderRole === 'ASSISTANT').slice(1);
    const { conversations, answers } = await user.branches(sessionId);
    expect(answers).toEqual([]);
    expect(conversations).toHaveLength(5);
    expect(conversations[0]).toEqual({ sessionId, title: 'One?' });
    expect(conversations).toEqual(
      expect.arrayContaining([
        {
          sessionId: asked.sessionId,
          title: 'One? (fork)',
          parentId: sessionId,
          lastSharedId: answer?.sessionMessageId,
          beginning: 'Two, in other words?',
        },
        {
          sessionId: copied.sessionId,
          title: 'One? (fork)',
          parentId: sessionId,
          lastSharedId: second.assistantSessionMessageId,
        },
        expect.objectContaining({ sessionId: deeper.sessionId, parentId: asked.sessionId, beginning: 'Deeper?' }),
        { sessionId: other.sessionId, title: 'One? (fork)', parentId: sessionId, beginning: 'Something else?' },
      ]),
    );
    // Every conversation of the family has the same map.
    expect((await user.branches(deeper.sessionId)).conversations).toEqual(conversations);
  });

  it('leave out what is deleted, and outlive the first conversation', async () => {
    const { user, sessionId, second } = await conversed();
    const kept = await user.fork(second.sessionMessageId, key, 'Kept?');
    const gone = await user.fork(second.sessionMessageId, 'fork-5678', 'Gone?');
    await user.drain();
    await user.remove(gone.sessionId);
    expect((await user.branches(sessionId)).conversations.map(({ sessionId: id }) => id)).toEqual([
      sessionId,
      kept.sessionId,
    ]);
    await user.remove(sessionId);
    await user.drain();
    expect((await user.branches(kept.sessionId)).conversations).toMatchObject([{ sessionId: kept.sessionId }]);
    await expect(user.branches(sessionId)).rejects.toThrow('does not exist');
    await user.remove(kept.sessionId);
    await user.drain();
    expect(await user.rows('FORK#')).toEqual([]);
  });

  it('name the answers that have versions, with their questions', async () => {
    const { user, sessionId, second } = await conversed();
    await user.regenerate(second.assistantSessionMessageId);
    await user.drain();
    await user.regenerate(second.assistantSessionMessageId, 'Two again?');
    await user.drain();
    expect((await user.branches(sessionId)).answers).toEqual([
      { sessionMessageId: second.assistantSessionMessageId, versions: 3, question: 'Two again?' },
    ]);
  });

  it('are seen by their user only', async () => {
    const { sessionId } = await conversed();
    await expect(chat.newUser().branches(sessionId)).rejects.toThrow('does not exist');
  });
});
