import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type Chat, startChat, type World } from './support/chat-environment.ts';

jest.setTimeout(60_000);

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

const create = (world: World, title: string) => world.routes.createSession({ ...world.nothing, body: { title } });
describe('the messages of a conversation', () => {
  it('are listed newest first, in pages that end with an empty one', async () => {
    const world = chat.newWorld();
    const { session } = await world.start('question 0');
    for (let sent = 1; sent < 12; sent++) {
      const { assistantSessionMessageId } = await world.send(session.sessionId, `question ${sent}`);
      await world.stop(assistantSessionMessageId);
    }
    const pages = [await world.list(session.sessionId)];
    for (let last = pages.at(-1)?.at(-1); last; last = pages.at(-1)?.at(-1)) {
      pages.push(await world.list(session.sessionId, last.sessionMessageId));
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
    const world = chat.newWorld({ limits: { answersAtOnce: 4 } });
    const { sessionId } = await create(world, 'tea');
    const sent = await Promise.all([1, 2, 3].map(() => world.send(sessionId, 'Tea?', 'key-number-one')));
    expect(new Set(sent.map(({ sessionMessageId }) => sessionMessageId)).size).toBe(1);
    expect(await world.list(sessionId)).toHaveLength(2);
    expect(world.jobs).toHaveLength(1);
    await world.send(sessionId, 'Tea?', 'key-number-two');
    expect(await world.list(sessionId)).toHaveLength(4);
    // Also when another one was sent in between.
    expect([await world.send(sessionId, 'Tea?', 'key-number-one')]).toEqual(sent.slice(0, 1));
    expect(await world.list(sessionId)).toHaveLength(4);

    // The same key in another session is another message.
    const other = await create(world, 'coffee');
    await world.send(other.sessionId, 'Coffee?', 'key-number-two');
    expect(await world.list(other.sessionId)).toHaveLength(2);

    const begin = () =>
      world.routes.createSessionWithMessage({
        ...world.nothing,
        body: { text: 'Hi', idempotencyKey: 'a-new-session' },
      });
    const [first, again] = [await begin(), await begin()];
    expect(again).toEqual(first);
    expect(await world.sessions()).toHaveLength(3);
  });

  it('are answered after the next polls if the queue was down', async () => {
    const world = chat.newWorld();
    const id = await world.ask();
    world.jobs.length = 0;
    world.clock.ms += 15_000;
    await world.poll(id);
    await world.drain();
    expect((await world.poll(id)).status).toBe('DONE');
  });
});

describe('another user', () => {
  it('finds nothing, changes nothing and learns nothing', async () => {
    const [mine, theirs] = [chat.newWorld(), chat.newWorld()];
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
    const world = chat.newWorld();
    const [one, other] = [await world.answered(), await world.answered()];
    await expect(world.list(one.slice(0, 26), other)).rejects.toMatchObject({ code: 'notFound' });
  });
});

describe('the quota', () => {
  it('allows three answers at once, until one is done or stopped', async () => {
    const world = chat.newWorld();
    const ids = [await world.ask(), await world.ask(), await world.ask()];
    const refusal = { code: 'tooMany', detail: { retryAfterSeconds: 5 } };
    await expect(world.ask()).rejects.toMatchObject(refusal);
    expect(await world.sessions()).toHaveLength(3);
    await world.stop(ids[0] ?? '');
    ids.push(await world.ask());
    await expect(world.ask()).rejects.toMatchObject(refusal);
    await world.drain();
    await expect(Promise.all(ids.map((id) => world.regenerate(id)))).rejects.toMatchObject(refusal);
  });

  it('allows three of ten concurrent requests', async () => {
    const world = chat.newWorld();
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => world.ask()));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await world.rows('MESSAGE#')).toHaveLength(6);
    expect(await world.usage()).toMatchObject({ messagesToday: 3 });
  });

  it('counts questions by day, and returns the time until the next day', async () => {
    const world = chat.newWorld({ limits: { messagesPerDay: 2 } });
    await world.answered();
    await world.answered();
    await expect(world.ask()).rejects.toMatchObject({ code: 'tooMany', detail: { retryAfterSeconds: 12 * 3600 } });
    expect(await world.usage()).toMatchObject({ messagesToday: 2, messagesPerDay: 2 });
    world.clock.ms += 12 * 3600 * 1000;
    await world.ask();
    expect(await world.usage()).toMatchObject({ messagesToday: 1 });
  });

  it('counts tokens by month', async () => {
    const world = chat.newWorld();
    await world.answered();
    const first = await world.usage();
    await world.answered();
    const second = await world.usage();
    expect(second.outputTokens).toBe(2 * first.outputTokens);
    world.clock.ms += 15 * 86_400_000;
    expect(await world.usage()).toMatchObject({ inputTokens: 0, outputTokens: 0 });
    await world.answered();
    expect(await world.usage()).toMatchObject({ outputTokens: first.outputTokens });
  });

  it('reports to the owner the use of each model by all users', async () => {
    const [ann, bob] = [chat.newWorld({ isOpenAi: true }), chat.newWorld()];
    for (const world of [ann, bob]) world.clock.ms = Date.parse('2031-05-06T12:00:00Z');
    await bob.answered();
    await ann.ask();
    const job = ann.takeJob();
    if (!job) throw new Error('no answer was asked for');
    for (let delivery = 0; delivery < 3; delivery += 1) await ann.work(job);
    const used = await ann.usage();
    expect(await ann.routes.getChatCosts(ann.nothing)).toEqual({
      month: '2031-05',
      answers: 2,
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
    expect(await bob.routes.getChatCosts(bob.nothing)).toEqual({ month: '2031-06', answers: 0, models: [] });
  });

  it('releases an answer whose worker died without a trace', async () => {
    const world = chat.newWorld({ limits: { answersAtOnce: 1 } });
    await world.ask();
    await expect(world.ask()).rejects.toMatchObject({ code: 'tooMany' });
    world.clock.ms += 10 * 60_000;
    await expect(world.ask()).resolves.toBeDefined();
  });
});

describe('the list of models', () => {
  it('has the five of the product and those of the configuration, with their dates', async () => {
    const { routes, nothing } = chat.newWorld({ isOpenAi: true });
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
    const { routes, nothing } = chat.newWorld({ isOpenAi: false });
    expect((await routes.listModels(nothing)).every(({ available }) => available)).toBe(true);
  });
});
