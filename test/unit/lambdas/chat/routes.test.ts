import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { oddIds } from '../../../support/contract/odd-ids.ts';
import { type Chat, startChat, type ChatUser } from './support/chat-environment.ts';

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

const create = (user: ChatUser, title: string) => user.routes.createSession({ ...user.nothing, body: { title } });
describe('the messages of a conversation', () => {
  it('are listed newest first, in pages that end with an empty one', async () => {
    const user = chat.newUser();
    const { session } = await user.start('question 0');
    for (let sent = 1; sent < 12; sent++) {
      const { assistantSessionMessageId } = await user.send(session.sessionId, `question ${sent}`);
      await user.stop(assistantSessionMessageId);
    }
    const pages = [await user.list(session.sessionId)];
    for (let last = pages.at(-1)?.at(-1); last; last = pages.at(-1)?.at(-1)) {
      pages.push(await user.list(session.sessionId, last.sessionMessageId));
    }
    expect(pages.map((page) => page.length)).toEqual([20, 4, 0]);
    const all = pages.flat();
    expect(all.slice(0, 2)).toMatchObject([
      { senderRole: 'ASSISTANT', status: 'DONE', text: '' },
      { senderRole: 'USER', status: 'DONE', text: 'question 11' },
    ]);
    expect(all.at(-1)).toMatchObject({ senderRole: 'USER', text: 'question 0' });
  });

  it('are accepted once for one idempotency key, in a conversation and in a new one', async () => {
    const user = chat.newUser({ limits: { answersAtOnce: 4 } });
    const { sessionId } = await create(user, 'tea');
    const sent = await Promise.all([1, 2, 3].map(() => user.send(sessionId, 'Tea?', 'key-number-one')));
    expect(new Set(sent.map(({ sessionMessageId }) => sessionMessageId)).size).toBe(1);
    expect(await user.list(sessionId)).toHaveLength(2);
    expect(user.jobs).toHaveLength(1);
    await user.send(sessionId, 'Tea?', 'key-number-two');
    expect(await user.list(sessionId)).toHaveLength(4);
    // The key is still known after another message.
    expect([await user.send(sessionId, 'Tea?', 'key-number-one')]).toEqual(sent.slice(0, 1));
    expect(await user.list(sessionId)).toHaveLength(4);

    // In another conversation the same key stands for another message.
    const other = await create(user, 'coffee');
    await user.send(other.sessionId, 'Coffee?', 'key-number-two');
    expect(await user.list(other.sessionId)).toHaveLength(2);

    const begin = () =>
      user.routes.createSessionWithMessage({
        ...user.nothing,
        body: { text: 'Hi', idempotencyKey: 'a-new-session' },
      });
    const [first, again] = [await begin(), await begin()];
    expect(again).toEqual(first);
    expect(await user.sessions()).toHaveLength(3);
  });

  it('and their conversations keep texts that read like a part of an expression as they are', async () => {
    const user = chat.newUser({ limits: { answersAtOnce: oddIds.length } });
    for (const odd of oddIds) {
      const { sessionId } = await create(user, odd);
      await user.send(sessionId, odd, '__proto__');
      await user.rename(sessionId, { title: `${odd}!` });
      await expect(user.rename(sessionId, { modelCode: odd })).rejects.toMatchObject({ code: 'invalid' });
      expect(await user.get(sessionId)).toMatchObject({ title: `${odd}!` });
      expect((await user.list(sessionId)).at(-1)).toMatchObject({ text: odd });
      const found = await user.routes.searchSessions({ ...user.nothing, query: { title: `${odd}!` } });
      expect(found.map((session) => session.sessionId)).toContain(sessionId);
    }
    expect(await user.sessions()).toHaveLength(oddIds.length);
  });

  it('are answered after the next polls if the queue was down', async () => {
    const user = chat.newUser();
    const id = await user.ask();
    user.jobs.length = 0;
    user.clock.ms += 15_000;
    await user.poll(id);
    await user.drain();
    expect((await user.poll(id)).status).toBe('DONE');
  });
});

describe('another user', () => {
  it('finds nothing, changes nothing and learns nothing', async () => {
    const [mine, theirs] = [chat.newUser(), chat.newUser()];
    const id = await mine.answered();
    const sessionId = id.slice(0, 26);
    const [before, rows] = [await mine.rows(), await theirs.rows()];
    const never = id.replace(/^./, '1');
    for (const attempt of [
      (session: string, message: string) => [
        theirs.get(session),
        theirs.list(session),
        theirs.rename(session, { title: 'mine now' }),
        theirs.remove(session),
        theirs.restore(session),
        theirs.send(session, 'hello'),
        theirs.sessions(session),
        theirs.poll(message),
        theirs.stop(message),
        theirs.regenerate(message),
      ],
    ]) {
      const [foreign, unknown] = await Promise.all(
        [
          [sessionId, id],
          [never.slice(0, 26), never],
        ].map(([session = '', message = '']) => Promise.allSettled(attempt(session, message))),
      );
      expect(foreign?.every(({ status }) => status === 'rejected')).toBe(true);
      expect(foreign).toEqual(unknown);
    }
    expect(await mine.rows()).toEqual(before);
    expect(await theirs.rows()).toEqual(rows);
  });

  it('cannot be paged into with the cursor of another conversation', async () => {
    const user = chat.newUser();
    const [one, other] = [await user.answered(), await user.answered()];
    await expect(user.list(one.slice(0, 26), other)).rejects.toMatchObject({ code: 'notFound' });
  });
});

describe('the quota', () => {
  it('allows three answers at once, until one is done or stopped', async () => {
    const user = chat.newUser();
    const ids = [await user.ask(), await user.ask(), await user.ask()];
    const refusal = { code: 'tooMany', detail: { retryAfterSeconds: 5 } };
    await expect(user.ask()).rejects.toMatchObject(refusal);
    expect(await user.sessions()).toHaveLength(3);
    await user.stop(ids[0] ?? '');
    ids.push(await user.ask());
    await expect(user.ask()).rejects.toMatchObject(refusal);
    await user.drain();
    await expect(Promise.all(ids.map((id) => user.regenerate(id)))).rejects.toMatchObject(refusal);
  });

  it('allows three of ten concurrent requests', async () => {
    const user = chat.newUser();
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => user.ask()));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await user.rows('MESSAGE#')).toHaveLength(6);
    expect(await user.usage()).toMatchObject({ messagesToday: 3 });
  });

  it('counts questions by day, and returns the time until the next day', async () => {
    const user = chat.newUser({ limits: { messagesPerDay: 2 } });
    const noonMs = user.clock.ms;
    await user.answered();
    await user.answered();
    const retryAfterSeconds = 12 * 3600 - (user.clock.ms - noonMs) / 1000;
    await expect(user.ask()).rejects.toMatchObject({ code: 'tooMany', detail: { retryAfterSeconds } });
    expect(await user.usage()).toMatchObject({ messagesToday: 2, messagesPerDay: 2 });
    user.clock.ms += 12 * 3600 * 1000;
    await user.ask();
    expect(await user.usage()).toMatchObject({ messagesToday: 1 });
  });

  it('counts tokens by month', async () => {
    const user = chat.newUser();
    await user.answered();
    const first = await user.usage();
    await user.answered();
    const second = await user.usage();
    expect(second.outputTokens).toBe(2 * first.outputTokens);
    user.clock.ms += 15 * 86_400_000;
    expect(await user.usage()).toMatchObject({ inputTokens: 0, outputTokens: 0 });
    await user.answered();
    expect(await user.usage()).toMatchObject({ outputTokens: first.outputTokens });
  });

  it('reports to the owner the use of each model by all users', async () => {
    const [ann, bob] = [chat.newUser({ isOpenAi: true }), chat.newUser()];
    for (const user of [ann, bob]) user.clock.ms = Date.parse('2031-05-06T12:00:00Z');
    await bob.answered();
    await ann.ask();
    const job = ann.takeJob();
    if (!job) throw new Error('no job is due');
    for (let delivery = 0; delivery < 3; delivery += 1) await ann.work(job);
    const used = await ann.usage();
    expect(await ann.routes.getChatCosts(ann.nothing)).toEqual({
      month: '2031-05',
      answers: 2,
      newModels: [],
      spending: expect.objectContaining({
        month: expect.objectContaining({ tokens: 2 * (used.inputTokens + used.outputTokens) }),
      }),
      models: [
        {
          // Three of the models are available at that time.
          modelCode: expect.any(String),
          inputTokens: 2 * used.inputTokens,
          outputTokens: 2 * used.outputTokens,
          pricePerMillion: { input: 2.5, output: 10 },
        },
      ],
    });
    expect((await bob.routes.getChatCosts(bob.nothing)).models).toMatchObject([{ pricePerMillion: null }]);
    bob.clock.ms += 31 * 86_400_000;
    expect(await bob.routes.getChatCosts(bob.nothing)).toMatchObject({ month: '2031-06', answers: 0, models: [] });
  });

  it('releases an answer whose worker died without a trace', async () => {
    const user = chat.newUser({ limits: { answersAtOnce: 1 } });
    await user.ask();
    await expect(user.ask()).rejects.toMatchObject({ code: 'tooMany' });
    user.clock.ms += 10 * 60_000;
    await expect(user.ask()).resolves.toBeDefined();
  });
});

describe('the list of models', () => {
  it('has the five of the product and those of the configuration, with their dates', async () => {
    const { routes, nothing } = chat.newUser({ isOpenAi: true });
    const models = await routes.listModels(nothing);
    expect(models.map(({ code, available, retiresOn }) => [code, available, retiresOn])).toEqual([
      ['gpt-4o', true, '2027-01-14'],
      ['o1-preview', false, '2025-07-28'],
      ['o1-mini', false, '2025-10-27'],
      ['o1', false, '2026-10-23'],
      ['o3-mini', false, '2026-10-23'],
    ]);
  });

  it('has every model as available on another server', async () => {
    const { routes, nothing } = chat.newUser({ isOpenAi: false });
    expect((await routes.listModels(nothing)).every(({ available }) => available)).toBe(true);
  });
});
