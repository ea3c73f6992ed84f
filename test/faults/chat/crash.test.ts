import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type Chat, startChat, type ChatUser } from '../../unit/lambdas/chat/support/chat-environment.ts';

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterEach(() => {
  chat.hooks.before = undefined;
  chat.hooks.after = undefined;
});
afterAll(() => chat.stop());

class Crash extends Error {}

/**
 * Crashes a process at its `at`th call of the SDK: before the call leaves, or before its result arrives. Later calls fail
 * as well. Returns false if the process has made fewer calls.
 */
async function crashAt(at: number, when: 'before' | 'after', process: () => Promise<unknown>): Promise<boolean> {
  let calls = 0;
  let hasCrashed = false;
  const crash = () => {
    hasCrashed = true;
    throw new Crash();
  };
  chat.hooks.before = () => {
    if (hasCrashed) throw new Crash();
    calls += 1;
    if (when === 'before' && calls === at) crash();
  };
  chat.hooks.after = () => {
    if (hasCrashed || (when === 'after' && calls === at)) crash();
  };
  try {
    await process();
  } catch (error) {
    if (!hasCrashed) throw error;
  } finally {
    chat.hooks.before = undefined;
    chat.hooks.after = undefined;
  }
  return hasCrashed;
}

/** Polls each second, with workers that do not crash, until the answer is settled. */
async function pollUntilSettled(user: ChatUser, id: string) {
  let text = '';
  for (let seconds = 0; seconds <= 60; seconds++) {
    const message = await user.poll(id);
    if (message.status === 'DONE' || message.status === 'FAILED') return { message, seconds };
    expect(message.text.length).toBeGreaterThanOrEqual(text.length);
    text = message.text;
    user.clock.ms += 1000;
    for (let job = user.takeJob(); job; job = user.takeJob()) await user.work(job);
  }
  throw new Error('the answer has not settled within a minute of polls');
}

const moments = ['before', 'after'] as const;

describe('a worker that crashes', () => {
  it.each(moments)('leaves an answer that the next polls settle, %s each call of the SDK', async (when) => {
    let at = 0;
    for (let hasCrashed = true; hasCrashed;) {
      at += 1;
      const user = chat.newUser();
      const id = await user.ask();
      const job = user.takeJob();
      if (!job) throw new Error('no job is due');
      const asked = chat.fakeModel.count;
      hasCrashed = await crashAt(at, when, () => user.work(job));
      const { message } = await pollUntilSettled(user, id);
      expect(message).toMatchObject({ status: 'DONE', finishReason: 'stop' });
      expect(message.text).toContain('stand-in');
      // The crashed worker may have asked the model, and its successor asks once more.
      expect(chat.fakeModel.count - asked).toBeLessThanOrEqual(2);
      const { session, answers } = await countAll(user, id);
      expect([session, answers]).toEqual([1, 1]);
      await expect(user.ask()).resolves.toBeDefined();
    }
    // The calls are: acquire the lease, read the conversation and the memory, reserve the spending, save the first words and
    // the end, release the quota, settle the spending.
    expect(at).toBeGreaterThan(8);
  });

  it.each(moments)('leaves one title, which is paid once, %s each call of the SDK', async (when) => {
    const titles = new Set<string>();
    let at = 0;
    for (let hasCrashed = true; hasCrashed;) {
      at += 1;
      const user = chat.newUser({ titleModel: 'gpt-4o' });
      const id = await user.ask('Where does\nwhite tea grow?');
      const job = user.takeJob();
      if (!job) throw new Error('no job is due');
      const askedBefore = chat.fakeModel.count;
      hasCrashed = await crashAt(at, when, () => user.work(job));
      const hasEnded = (await user.rows('MESSAGE#')).some(({ endedAtMs }) => endedAtMs !== undefined);
      const asked = chat.fakeModel.count - askedBefore;
      // The record arrives three times in all.
      for (const isLast of [false, true]) await user.work(job, isLast);
      const { message } = await pollUntilSettled(user, id);
      expect(message).toMatchObject({ status: 'DONE', finishReason: 'stop' });
      // An answer that was not saved is asked for once more, its title never.
      expect(chat.fakeModel.count - askedBefore).toBeLessThanOrEqual(hasEnded ? 2 : asked + 2);
      titles.add((await user.get(id.slice(0, 26))).title);
    }
    expect([...titles].toSorted()).toEqual(['A talk about “Where does”', 'Where does']);
  });

  it('ends as lost after several crashes, with the text of the first worker', async () => {
    const user = chat.newUser();
    const id = await user.ask();
    const job = user.takeJob();
    if (!job) throw new Error('no job is due');
    // This crash comes at the end, after some words were saved.
    await crashAt(6, 'before', () => user.work(job));
    const { text } = await user.poll(id);
    expect(text).not.toBe('');
    for (let seconds = 0; (await user.poll(id)).status !== 'FAILED'; seconds++) {
      expect(seconds).toBeLessThanOrEqual(120);
      user.clock.ms += 1000;
      for (let next = user.takeJob(); next; next = user.takeJob()) {
        const again = next;
        await crashAt(2, 'before', () => user.work(again));
      }
    }
    expect(await user.poll(id)).toMatchObject({ failure: { code: 'lost' }, text });
  });
});

async function countAll(user: ChatUser, id: string) {
  const sessions = await user.sessions();
  const messages = await user.list(id.slice(0, 26));
  return {
    session: sessions.length,
    answers: messages.filter(({ senderRole }) => senderRole === 'ASSISTANT').length,
    questions: messages.filter(({ senderRole }) => senderRole === 'USER').length,
  };
}

describe('a request that crashes', () => {
  it.each(moments)(
    'creates one question with one answer when it is sent again, %s each call of the SDK',
    async (when) => {
      let at = 0;
      for (let hasCrashed = true; hasCrashed;) {
        at += 1;
        const user = chat.newUser();
        const { sessionId } = await user.routes.createSession({ ...user.nothing, body: { title: 'tea' } });
        const key = `the-same-key-${at}`;
        hasCrashed = await crashAt(at, when, () => user.send(sessionId, 'What is tea?', key));
        const { assistantSessionMessageId: id } = await user.send(sessionId, 'What is tea?', key);
        const { message } = await pollUntilSettled(user, id);
        expect(message.status).toBe('DONE');
        expect(await countAll(user, id)).toEqual({ session: 1, answers: 1, questions: 1 });
        expect(await user.usage()).toMatchObject({ messagesToday: 1 });
      }
      // The calls are: read the conversation and the quota, write the exchange.
      expect(at).toBeGreaterThan(3);
    },
  );

  it.each(moments)(
    'leaves an answer that settles after a stop or a regeneration, %s each call of the SDK',
    async (when) => {
      for (const action of ['stop', 'regenerate'] as const) {
        let at = 0;
        for (let hasCrashed = true; hasCrashed;) {
          at += 1;
          const user = chat.newUser();
          const id = action === 'stop' ? await user.ask() : await user.answered();
          hasCrashed = await crashAt(at, when, () => user[action](id));
          const { message } = await pollUntilSettled(user, id);
          expect(message.status).toBe('DONE');
        }
        expect(at).toBeGreaterThan(3);
      }
    },
  );

  it.each(moments)('leaves a conversation that is visible or purged, %s each call of a deletion', async (when) => {
    let at = 0;
    for (let hasCrashed = true; hasCrashed;) {
      at += 1;
      const user = chat.newUser();
      const id = await user.answered();
      const sessionId = id.slice(0, 26);
      hasCrashed = await crashAt(at, when, () => user.remove(sessionId));
      const isHidden = (await user.sessions()).length === 0;
      await user.drain();
      expect(await user.rows('MESSAGE#')).toHaveLength(isHidden ? 0 : 2);
      expect(await user.rows('CONVERSATION#')).toHaveLength(isHidden ? 0 : 1);
    }
    expect(at).toBeGreaterThan(2);
  });

  it.each(moments)('continues a purge where it stopped, %s each call of the SDK', async (when) => {
    let at = 0;
    for (let hasCrashed = true; hasCrashed;) {
      at += 1;
      const user = chat.newUser();
      const id = await user.answered();
      await user.remove(id.slice(0, 26));
      const [{ job } = { job: undefined }] = user.jobs;
      if (!job) throw new Error('no purge is due');
      hasCrashed = await crashAt(at, when, () => user.work(job));
      await user.work(job);
      expect([await user.rows('MESSAGE#'), await user.rows('CONVERSATION#')]).toEqual([[], []]);
    }
    expect(at).toBeGreaterThan(4);
  });
});
