import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ModelError } from 'lambdas/chat/models/failures';
import { conversationIdOf } from 'shared-types/rules/message-status';
import { type Chat, type ChatUser, startChat } from '../support/chat-environment.ts';
import { startAnswer } from '../support/scripted-model.ts';

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

const topicsOf = ({ told }: ChatUser) => told.map(({ groups: [group] }) => group?.entries[0]?.topic);

/** Lets time pass as slowly as the worker renews its lease. */
async function pass({ clock }: ChatUser, seconds: number) {
  for (let passed = 0; passed < seconds; passed += 3) {
    clock.ms += 3000;
    await chat.whenIdle();
  }
}

/** A page polls between the end of an answer and the time at which its worker looks for one. Its clock may be behind. */
function pollEnd({ worker, poll, clock }: ChatUser, id: string, behindMs: number) {
  const { queue } = worker;
  worker.queue = {
    ...queue,
    async send(job, seconds) {
      clock.ms -= behindMs;
      await poll(id);
      clock.ms += behindMs;
      await queue.send(job, seconds);
    },
  };
}

interface Page {
  polled?: boolean;
  isClosed?: boolean;
  behindMs?: number;
}

/** Asks, lets this time pass, and ends the answer. A page that polls it shows the end, too, unless it is closed before. */
async function answerAfter(seconds: number, { polled = false, isClosed = !polled, behindMs = 0 }: Page = {}) {
  const { user, id, scripted, working } = await startAnswer(chat);
  if (!isClosed) pollEnd(user, id, behindMs);
  for (let passed = 0; passed < seconds; passed += 3) {
    await pass(user, 3);
    if (polled) await user.poll(id);
  }
  await scripted.write({ text: 'A plant.' });
  await scripted.end();
  await working;
  return { user, id };
}

describe('an answer that ends', () => {
  it('is told when no page shows it, with the title of the conversation and its link', async () => {
    const { user, id } = await answerAfter(12);
    expect(user.told).toEqual([
      {
        newsId: `answer-${id}-1`,
        tool: 'chat',
        userId: user.userId,
        atMs: user.clock.ms,
        groups: [
          {
            groupId: null,
            name: 'What is tea?',
            entries: [{ topic: 'answer', title: '', url: `/chat?sessionId=${conversationIdOf(id)}` }],
          },
        ],
      },
    ]);
  });

  it('is not told when a page shows its end', async () => {
    for (const behindMs of [0, 1000]) expect((await answerAfter(60, { polled: true, behindMs })).user.told).toEqual([]);
    expect((await answerAfter(9, { isClosed: false })).user.told).toEqual([]);
  });

  it('is told when its page was closed a moment before', async () => {
    for (const { user } of [await answerAfter(60, { polled: true, isClosed: true }), await answerAfter(3)])
      expect(topicsOf(user)).toEqual(['answer']);
  });

  it('is told when its page was closed ten seconds before', async () => {
    const { user, id, scripted, working } = await startAnswer(chat);
    await pass(user, 30);
    await user.poll(id);
    await pass(user, 12);
    await scripted.end();
    await working;
    expect(topicsOf(user)).toEqual(['answerFailed']);
  });

  it('is told with its failure', async () => {
    const { user, scripted, working } = await startAnswer(chat);
    await pass(user, 12);
    await scripted.fail(new ModelError({ status: 401 }));
    await working;
    expect(user.told[0]?.groups[0]?.entries[0]).toMatchObject({
      topic: 'answerFailed',
      cause: { kind: 'answerFailed', sentence: expect.stringContaining('Ask the owner') },
    });
  });

  it('is not told when its conversation was deleted, or the answer was stopped', async () => {
    const deleted = await startAnswer(chat);
    await pass(deleted.user, 12);
    await deleted.user.remove(conversationIdOf(deleted.id));
    await pass(deleted.user, 6);
    await deleted.working;
    const stopped = await startAnswer(chat);
    await pass(stopped.user, 12);
    await stopped.user.stop(stopped.id);
    await pass(stopped.user, 12);
    await stopped.working;
    expect([deleted.user.told, stopped.user.told]).toEqual([[], []]);
  });

  it('is told under one id when its job comes again, also when the first worker died before it told', async () => {
    const { user, id, scripted, working } = await startAnswer(chat);
    const job = { kind: 'generate', sessionMessageId: id, attempt: 1 } as const;
    await pass(user, 12);
    user.news.isDown = true;
    await scripted.write({ text: 'A plant.' });
    void scripted.end();
    await expect(working).rejects.toThrow('the news table is down');
    expect(await user.worker.store.findAnswer(id)).toMatchObject({ status: 'DONE' });
    user.news.isDown = false;
    for (let times = 0; times < 3; times += 1) await user.work(job);
    expect(new Set(user.told.map(({ newsId }) => newsId))).toEqual(new Set([`answer-${id}-1`]));
    await user.regenerate(id);
    await user.work(job);
    expect(user.told).toHaveLength(3);
  });
});

describe('the polls of a page', () => {
  it('write at most every four seconds while the answer is being written, and once when it has ended', async () => {
    const { user, id, scripted, working } = await startAnswer(chat);
    await chat.whenIdle();
    chat.takeCalls();
    const updates = async () => {
      await user.poll(id);
      return chat.takeCalls().filter(({ name }) => name === 'UpdateItem').length;
    };
    const made: number[] = [];
    for (let second = 0; second < 9; second += 1) {
      user.clock.ms += 1000;
      await chat.whenIdle();
      chat.takeCalls();
      made.push(await updates());
    }
    expect(made.reduce((sum, each) => sum + each, 0)).toBe(2);
    await scripted.end();
    await working;
    chat.takeCalls();
    user.clock.ms += 60_000;
    // The page that shows the end notes that once.
    expect([await updates(), await updates()]).toEqual([1, 0]);
  });
});
