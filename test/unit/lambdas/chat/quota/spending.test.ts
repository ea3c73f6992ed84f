import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ModelError } from 'lambdas/chat/models/failures';
import type { Model } from 'lambdas/chat/models/model';
import { type Chat, type ChatUser, startChat } from '../support/chat-environment.ts';

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

/** The prompt has 3 tokens, and the answer may have 1000: at OpenAI that is $0.0100075. */
const reserved = { tokens: 1003, dollars: 0.010_008 };
const spent = { tokens: 7, dollars: 0.000_048 };

/** Creates a model that answers with three tokens in and this number out. */
const answering = (outputTokens: number): Model => ({
  cancel: async () => {},
  async *answer() {
    yield { text: 'A drink.' };
    yield { finishReason: 'stop', usage: { inputTokens: 3, outputTokens } };
  },
});
const [brief, long] = [answering(4), answering(1000)];
const crashing: Model = {
  cancel: async () => {},
  async *answer() {
    yield { text: '' };
    throw new TypeError('crashed');
  },
};

const spendingOf = async (user: ChatUser) => {
  const { day, month } = (await user.usage()).spending;
  expect({ tokens: day.tokens, dollars: day.dollars }).toEqual({ tokens: month.tokens, dollars: month.dollars });
  return { tokens: day.tokens, dollars: day.dollars };
};

describe('the spending limits', () => {
  const [tomorrow, nextMonth] = [Date.parse('2026-11-22T00:00:00Z'), Date.parse('2026-12-01T00:00:00Z')];

  it.each([
    ['person', { tokensPerDay: 1002 }, 'your limit of 1,002 tokens a day', tomorrow],
    ['person', { tokensPerMonth: 1002 }, 'your limit of 1,002 tokens a month', nextMonth],
    ['person', { dollarsPerDay: 0.01 }, 'your limit of $0.01 a day', tomorrow],
    ['person', { dollarsPerMonth: 0.01 }, 'your limit of $0.01 a month', nextMonth],
    ['site', { tokensPerDay: 1002 }, 'the site’s limit of 1,002 tokens a day', tomorrow],
    ['site', { dollarsPerMonth: 0.01 }, 'the site’s limit of $0.01 a month', nextMonth],
  ])(
    'refuse an answer that may exceed those of a %s %j, before the model is asked',
    async (scope, limit, text, end) => {
      const user = chat.newUser({ isOpenAi: true, spending: { [scope]: limit } });
      const { count } = chat.fakeModel;
      const { status, failure } = await user.poll(await user.answered());
      expect(chat.fakeModel.count).toBe(count);
      expect([status, failure]).toEqual([
        'FAILED',
        { code: 'limit', message: `This answer could exceed ${text}.`, retryable: true, limitEndsAt: end },
      ]);
      expect(await spendingOf(user)).toEqual({ tokens: 0, dollars: 0 });
      expect((await user.ports.store.findQuota(user.userId))?.inProgress.size).toBe(0);
    },
  );

  it('end with the day', async () => {
    const user = chat.newUser({ model: brief, spending: { person: { tokensPerDay: 1003 } } });
    expect(await user.poll(await user.answered())).toMatchObject({ status: 'DONE' });
    expect(await user.poll(await user.answered())).toMatchObject({ failure: { code: 'limit' } });
    user.clock.ms += 12 * 3_600_000;
    expect(await user.poll(await user.answered())).toMatchObject({ status: 'DONE' });
  });

  it('admit one of three concurrent answers when there is room for one', async () => {
    const user = chat.newUser({ model: long, spending: { person: { tokensPerDay: 2000 } } });
    const ids = [await user.ask(), await user.ask(), await user.ask()];
    await Promise.all([user.takeJob(), user.takeJob(), user.takeJob()].map(async (job) => job && user.work(job)));
    const statuses = await Promise.all(ids.map(async (id) => (await user.poll(id)).status));
    expect(statuses.toSorted()).toEqual(['DONE', 'FAILED', 'FAILED']);
    expect((await spendingOf(user)).tokens).toBe(1003);
  });
});

describe('a reservation', () => {
  it('is replaced by what the provider reports', async () => {
    const user = chat.newUser({ model: brief, isOpenAi: true });
    await user.answered();
    expect(await spendingOf(user)).toEqual(spent);
  });

  it('is counted once when its record is delivered three times', async () => {
    const user = chat.newUser({ model: brief, isOpenAi: true });
    await user.ask();
    const job = user.takeJob();
    for (let delivery = 0; delivery < 3; delivery++) if (job) await user.work(job);
    expect(await spendingOf(user)).toEqual(spent);
  });

  it('stays counted when its worker dies, and the next worker makes one of its own', async () => {
    const user = chat.newUser({ isOpenAi: true, model: crashing });
    const id = await user.ask();
    const job = user.takeJob();
    if (!job) throw new Error('no job is due');
    await expect(user.work(job)).rejects.toThrow('crashed');
    expect(await spendingOf(user)).toEqual(reserved);
    user.clock.ms += 60_000;
    user.worker.model = brief;
    await user.work(job);
    expect(await user.poll(id)).toMatchObject({ status: 'DONE', text: 'A drink.' });
    const both = await spendingOf(user);
    expect(both.tokens).toBe(reserved.tokens + spent.tokens);
    expect(both.dollars).toBeCloseTo(reserved.dollars + spent.dollars, 9);
  });

  it('is settled in the month in which it was made', async () => {
    const user = chat.newUser({ isOpenAi: true });
    const reservedMs = Date.parse('2026-11-30T23:59:59Z');
    user.clock.ms = reservedMs;
    user.worker.model = {
      ...brief,
      async *answer(...asked) {
        user.clock.ms += 2000;
        yield* brief.answer(...asked);
      },
    };
    await user.answered();
    expect(await spendingOf(user)).toEqual({ tokens: 0, dollars: 0 });
    user.clock.ms = reservedMs;
    expect(await spendingOf(user)).toEqual(spent);
  });
});

describe('the spending of an answer', () => {
  it('is settled also when the release of its quota fails', async () => {
    const user = chat.newUser({ model: brief, isOpenAi: true });
    const id = await user.ask();
    const job = user.takeJob();
    const { store } = user.worker;
    store.releaseQuota = () => Promise.reject(new Error('down'));
    await expect(job && user.work(job)).rejects.toThrow('down');
    // The job comes again, and finds the answer.
    if (job) await user.work(job, true);
    expect(await user.poll(id)).toMatchObject({ status: 'DONE', text: 'A drink.' });
    expect(await spendingOf(user)).toEqual(spent);
  });

  it('is settled also when the answer cannot return to the queue', async () => {
    const busy: Model = {
      cancel: async () => {},
      async *answer() {
        yield {};
        throw new ModelError({ status: 429, retryAfterMs: 20_000 });
      },
    };
    const user = chat.newUser({ model: busy, isOpenAi: true });
    await user.ask();
    const job = user.takeJob();
    user.worker.queue.send = () => Promise.reject(new Error('down'));
    await expect(job && user.work(job)).rejects.toThrow('down');
    expect(await spendingOf(user)).toEqual({ tokens: 0, dollars: 0 });
  });
});
