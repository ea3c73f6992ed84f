import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type Chat, startChat, type World } from '../support/chat-environment.ts';

jest.setTimeout(60_000);

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterEach(() => {
  chat.hooks.before = undefined;
  chat.hooks.after = undefined;
});
afterAll(() => chat.stop());

class Killed extends Error {}

/**
 * The process dies at its `at`th call of the SDK: before the call leaves, or before its answer arrives. Nothing that it
 * still tries gets through. Tells whether it came so far.
 */
async function kill(at: number, when: 'before' | 'after', process: () => Promise<unknown>): Promise<boolean> {
  let calls = 0;
  let isDead = false;
  const die = () => {
    isDead = true;
    throw new Killed();
  };
  chat.hooks.before = () => {
    if (isDead) throw new Killed();
    calls += 1;
    if (when === 'before' && calls === at) die();
  };
  chat.hooks.after = () => {
    if (isDead || (when === 'after' && calls === at)) die();
  };
  try {
    await process();
  } catch (error) {
    if (!isDead) throw error;
  } finally {
    chat.hooks.before = undefined;
    chat.hooks.after = undefined;
  }
  return isDead;
}

/** Polls each second, with workers that live, until the answer is final. */
async function pollToTheEnd(world: World, id: string) {
  let text = '';
  for (let seconds = 0; seconds <= 60; seconds++) {
    const message = await world.poll(id);
    if (message.status === 'DONE' || message.status === 'FAILED') return { message, seconds };
    expect(message.text.length).toBeGreaterThanOrEqual(text.length);
    text = message.text;
    world.clock.ms += 1000;
    for (let job = world.takeJob(); job; job = world.takeJob()) await world.work(job);
  }
  throw new Error('still not final after a minute of polls');
}

const points = ['before', 'after'] as const;

describe('a worker that is killed', () => {
  it.each(points)('%s any call of the SDK leaves an answer that the next polls end', async (when) => {
    let at = 0;
    for (let died = true; died;) {
      at += 1;
      const world = chat.newWorld();
      const id = await world.ask();
      const job = world.takeJob();
      if (!job) throw new Error('nothing was asked for');
      const asked = chat.standIn.count;
      died = await kill(at, when, () => world.work(job));
      const { message } = await pollToTheEnd(world, id);
      expect(message).toMatchObject({ status: 'DONE', finishReason: 'stop' });
      expect(message.text).toContain('stand-in');
      // The one that died may have paid; nobody pays a third time.
      expect(chat.standIn.count - asked).toBeLessThanOrEqual(2);
      const { session, answers } = await everything(world, id);
      expect([session, answers]).toEqual([1, 1]);
      await expect(world.ask()).resolves.toBeDefined();
    }
    // Claim, session, memory, first words, end, limits.
    expect(at).toBeGreaterThan(6);
  });

  it('again and again ends as lost, with the words of the first one', async () => {
    const world = chat.newWorld();
    const id = await world.ask();
    const job = world.takeJob();
    if (!job) throw new Error('nothing was asked for');
    // Dies at the end, after some words were stored.
    await kill(5, 'before', () => world.work(job));
    const { text } = await world.poll(id);
    expect(text).not.toBe('');
    for (let seconds = 0; (await world.poll(id)).status !== 'FAILED'; seconds++) {
      expect(seconds).toBeLessThanOrEqual(120);
      world.clock.ms += 1000;
      for (let next = world.takeJob(); next; next = world.takeJob()) {
        const again = next;
        await kill(2, 'before', () => world.work(again));
      }
    }
    expect(await world.poll(id)).toMatchObject({ failure: { code: 'lost' }, text });
  });
});

async function everything(world: World, id: string) {
  const sessions = await world.sessions();
  const messages = await world.list(id.slice(0, 26));
  return {
    session: sessions.length,
    answers: messages.filter(({ senderRole }) => senderRole === 'ASSISTANT').length,
    questions: messages.filter(({ senderRole }) => senderRole === 'USER').length,
  };
}

describe('a call that is killed', () => {
  it.each(points)('%s any call of the SDK and sent again is one question with one answer', async (when) => {
    let at = 0;
    for (let died = true; died;) {
      at += 1;
      const world = chat.newWorld();
      const { sessionId } = await world.routes.createSession({ ...world.nothing, body: { title: 'tea' } });
      const key = `the-same-key-${at}`;
      died = await kill(at, when, () => world.send(sessionId, 'What is tea?', key));
      const { assistantSessionMessageId: id } = await world.send(sessionId, 'What is tea?', key);
      const { message } = await pollToTheEnd(world, id);
      expect(message.status).toBe('DONE');
      expect(await everything(world, id)).toEqual({ session: 1, answers: 1, questions: 1 });
      expect(await world.usage()).toMatchObject({ messagesToday: 1 });
    }
    // Session, limits, exchange.
    expect(at).toBeGreaterThan(3);
  });

  it.each(points)('%s any call of the SDK while it stops or regenerates leaves an answer that ends', async (when) => {
    for (const action of ['stop', 'regenerate'] as const) {
      let at = 0;
      for (let died = true; died;) {
        at += 1;
        const world = chat.newWorld();
        const id = action === 'stop' ? await world.ask() : await world.answered();
        died = await kill(at, when, () => world[action](id));
        const { message } = await pollToTheEnd(world, id);
        expect(message.status).toBe('DONE');
      }
      expect(at).toBeGreaterThan(3);
    }
  });

  it.each(points)('%s any call of the SDK while it deletes leaves a chat that is there or goes', async (when) => {
    let at = 0;
    for (let died = true; died;) {
      at += 1;
      const world = chat.newWorld();
      const id = await world.answered();
      const sessionId = id.slice(0, 26);
      died = await kill(at, when, () => world.remove(sessionId));
      const isHidden = (await world.sessions()).length === 0;
      await world.drain();
      expect(await world.rows('MESSAGE#')).toHaveLength(isHidden ? 0 : 2);
      expect(await world.rows('SESSION#')).toHaveLength(isHidden ? 0 : 1);
    }
    expect(at).toBeGreaterThan(2);
  });

  it.each(points)('%s any call of the SDK while it purges goes on where it stopped', async (when) => {
    let at = 0;
    for (let died = true; died;) {
      at += 1;
      const world = chat.newWorld();
      const id = await world.answered();
      await world.remove(id.slice(0, 26));
      const [{ job } = { job: undefined }] = world.jobs;
      if (!job) throw new Error('nothing is to be purged');
      died = await kill(at, when, () => world.work(job));
      await world.work(job);
      expect([await world.rows('MESSAGE#'), await world.rows('SESSION#')]).toEqual([[], []]);
    }
    expect(at).toBeGreaterThan(4);
  });
});
