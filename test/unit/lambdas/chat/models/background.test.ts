import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Model } from 'lambdas/chat/models/model';
import { openAiClient } from 'lambdas/chat/models/openai-client';
import { ModelSettings } from 'shared-types/contract/model';
import { type Chat, type ChatUser, startChat } from '../support/chat-environment.ts';

const terra = {
  code: 'gpt-6.1-terra',
  name: 'Terra',
  api: 'responses',
  temperature: false,
  background: true,
  pricePerMillion: { input: 1, output: 5 },
};

let chat: Chat;
let real: Model;
beforeAll(async () => {
  chat = await startChat();
  real = openAiClient({ baseURL: chat.fakeModel.baseUrl, apiKey: async () => 'key', timeoutMs: 10_000 });
});
afterEach(() => chat.fakeModel.setMode('normal'));
afterAll(() => chat.stop());

class Crash extends Error {}

/** Crashes after some parts of an answer, and cannot end it, as a function that was killed. */
const crashing = (parts: number): Model => ({
  ...real,
  async *answer(...asked) {
    let count = 0;
    for await (const part of real.answer(...asked)) {
      yield part;
      if ((count += 1) > parts) throw new Crash();
    }
  },
});

async function begin(settings: object = {}) {
  const user = chat.newUser({ models: [ModelSettings.parse({ ...terra, ...settings })] });
  const { assistantSessionMessageId: id } = await user.routes.createSessionWithMessage({
    ...user.nothing,
    body: { text: 'What is tea?', modelCode: terra.code },
  });
  return { user, id, asked: chat.fakeModel.count };
}

/** Kills the worker after some parts of the answer. */
async function killWorker(user: ChatUser, parts: number) {
  const job = user.takeJob();
  if (!job) throw new Error('no job is due');
  user.worker.model = crashing(parts);
  await expect(user.work(job)).rejects.toThrow(Crash);
  user.worker.model = real;
}

/** Polls until the lease of the dead worker has expired, and lets another one work. */
async function recover(user: ChatUser, id: string) {
  user.clock.ms += 30_000;
  await user.poll(id);
  await user.drain();
  return user.poll(id);
}

const statusOfLast = () => {
  const { responseId = '' } = chat.fakeModel.calls().at(-1) ?? {};
  return chat.fakeModel.background.statusOf(responseId);
};

describe('an answer in the background', () => {
  it('is stored at the provider, unlike every other one', async () => {
    const { user, id } = await begin();
    await user.drain();
    expect(await user.poll(id)).toMatchObject({ status: 'DONE', finishReason: 'stop' });
    expect(chat.fakeModel.calls().at(-1)?.parameters).toEqual(expect.arrayContaining(['background', 'store']));
    expect(await user.rows('MESSAGE#')).not.toContainEqual(expect.objectContaining({ background: expect.anything() }));
  });

  it.each([0, 4])('is taken up when its worker has died after %s parts, and paid once', async (parts) => {
    const whole = await begin();
    await whole.user.drain();
    const { text } = await whole.user.poll(whole.id);
    const spent = (await whole.user.usage()).spending.day;

    const { user, id, asked } = await begin();
    await killWorker(user, parts);
    expect(await recover(user, id)).toMatchObject({ status: 'DONE', text });
    expect(chat.fakeModel.count - asked).toBe(1);
    expect((await user.usage()).spending.day).toEqual(spent);
  });

  it('goes on after the last event when the connection breaks', async () => {
    chat.fakeModel.setMode('cut');
    const { user, id, asked } = await begin();
    await user.drain();
    const { status, text } = await user.poll(id);
    expect([status, text.match(/stand-in, answering/g), text.trim().endsWith('real one.')]).toEqual([
      'DONE',
      ['stand-in, answering'],
      true,
    ]);
    expect(chat.fakeModel.count - asked).toBe(1);
  });

  it('is asked for until it is complete if it cannot be streamed', async () => {
    const { user, id, asked } = await begin({ stream: false });
    await user.drain();
    expect(await user.poll(id)).toMatchObject({ status: 'DONE', text: expect.stringContaining('stand-in') });
    expect(chat.fakeModel.count - asked).toBe(1);
  });

  it.each(['stop', 'remove'] as const)(
    'is cancelled at the provider by a %s after its worker has died',
    async (act) => {
      chat.fakeModel.setMode('slow');
      const { user, id } = await begin();
      const job = user.takeJob();
      if (!job) throw new Error('no job is due');
      user.worker.model = {
        ...real,
        async *answer(prompt, _, keepId) {
          const { promise: isKept, resolve } = Promise.withResolvers<void>();
          const process = new AbortController();
          const parts = real.answer(prompt, process.signal, (responseId) => keepId(responseId).then(resolve));
          void parts[Symbol.asyncIterator]()
            .next()
            .catch(() => {});
          yield { text: '' };
          await isKept;
          process.abort();
          throw new Crash();
        },
      };
      await expect(user.work(job)).rejects.toThrow(Crash);
      user.worker.model = real;
      await (act === 'stop' ? user.stop(id) : user.remove(id.slice(0, 26)));
      const cancellation = user.jobs.find((each) => each.job.kind === 'cancel')?.job;
      if (!cancellation) throw new Error('no cancellation is due');
      expect(statusOfLast()).toBe('in_progress');
      await user.work(cancellation);
      await user.work(cancellation);
      expect(statusOfLast()).toBe('cancelled');
    },
  );

  it('is cancelled by its worker when it was stopped before its id was known', async () => {
    chat.fakeModel.setMode('slow');
    const { user, id } = await begin();
    user.worker.model = {
      ...real,
      async *answer(prompt, signal, keepId) {
        yield* real.answer(prompt, signal, async (responseId) => {
          await user.stop(id);
          await keepId(responseId);
        });
      },
    };
    await user.drain();
    expect(await user.poll(id)).toMatchObject({ status: 'DONE', finishReason: 'stopped' });
    expect(statusOfLast()).toBe('cancelled');
  });

  it.each([
    ['the time limit', 'time_limit', (user: ChatUser) => void (user.clock.ms += 280_000)],
    ['the length limit', 'length', () => ({ text: 'x'.repeat(1_000_000) })],
  ])('is cancelled by its worker at %s', async (_, finishReason, reach) => {
    chat.fakeModel.setMode('slow');
    const { user, id } = await begin();
    user.worker.model = {
      ...real,
      async *answer(...asked) {
        for await (const part of real.answer(...asked)) {
          yield part;
          if (part.text) yield reach(user) ?? {};
        }
      },
    };
    await user.drain();
    expect(await user.poll(id)).toMatchObject({ status: 'DONE', finishReason });
    expect(statusOfLast()).toBe('cancelled');
  });

  it('ends without a second call when the provider has it no longer', async () => {
    const { user, id, asked } = await begin();
    await killWorker(user, 0);
    chat.fakeModel.background.expireAll();
    expect(await recover(user, id)).toMatchObject({ status: 'FAILED' });
    expect(chat.fakeModel.count - asked).toBe(1);
  });
});
