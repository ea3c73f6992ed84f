import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type Chat, startChat, type World } from './world.ts';

jest.setTimeout(60_000);

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

const create = (world: World, title: string) => world.routes.createSession({ ...world.nothing, body: { title } });
const notFound = { code: 'notFound', message: 'There is no such chat.' };

describe('sessions', () => {
  it('begin with the defaults and a title as typed', async () => {
    const world = chat.newWorld();
    expect(await create(world, '  Tea & more ')).toEqual({
      sessionId: expect.stringMatching(/^[0-9A-Z]{26}$/),
      title: '  Tea & more ',
      memorySize: 10,
      chatProvider: 'OPENAI',
      chatModal: 'gpt-4o',
      createTime: world.clock.ms,
      updateTime: world.clock.ms,
    });
    expect((await create(world, ' \t')).title).toBe('New chat');
  });

  it('begun with a message are named after its first line', async () => {
    const world = chat.newWorld();
    const { session } = await world.start(`\n  ${'Why is the sky blue? '.repeat(5)}\nAnd the sea?`);
    expect(session.title).toBe('Why is the sky blue? Why is the sky blue? Why is the sky bl…');
    expect(session.title).toHaveLength(60);
  });

  it('are listed last active first, page by page to an empty one', async () => {
    const world = chat.newWorld();
    const made = [];
    for (let count = 0; count < 22; count++) {
      world.clock.ms += 1000;
      made.push(await create(world, `chat ${count}`));
    }
    world.clock.ms += 1000;
    const [oldest] = made;
    await world.send(oldest?.sessionId ?? '', 'still here?');
    const pages = [await world.sessions()];
    for (let last = pages.at(-1)?.at(-1); last; last = pages.at(-1)?.at(-1))
      pages.push(await world.sessions(last.sessionId));
    expect(pages.map((page) => page.length)).toEqual([20, 2, 0]);
    const titles = pages.flat().map(({ title }) => title);
    expect(titles.slice(0, 3)).toEqual(['chat 0', 'chat 21', 'chat 20']);
    expect(new Set(titles).size).toBe(22);
  });

  it('take a new title, memory and model, each alone or together', async () => {
    const world = chat.newWorld();
    const { sessionId } = await create(world, 'tea');
    expect(await world.rename(sessionId, { title: 'coffee' })).toMatchObject({ title: 'coffee', memorySize: 10 });
    expect(await world.rename(sessionId, { memorySize: 3, modelCode: 'o1-mini' })).toMatchObject({
      title: 'coffee',
      memorySize: 3,
      chatModal: 'o1-mini',
    });
    expect(await world.rename(sessionId, {})).toEqual(await world.get(sessionId));
    await expect(world.rename(sessionId, { modelCode: 'gpt-1' })).rejects.toMatchObject({
      code: 'invalid',
      detail: { issues: [{ path: 'body.modelCode' }] },
    });
  });

  it('are found by their title, in any case', async () => {
    const world = chat.newWorld();
    for (const title of ['Green TEA', 'Coffee', 'tea for two', 'Ｔｅａ wide']) {
      world.clock.ms += 1;
      await create(world, title);
    }
    const found = await world.routes.searchSessions({ ...world.nothing, query: { title: 'tea' } });
    expect(found.map(({ title }) => title)).toEqual(['Ｔｅａ wide', 'tea for two', 'Green TEA']);
    expect(await world.routes.searchSessions({ ...world.nothing, query: { title: 'cocoa' } })).toEqual([]);
  });
});

describe('deleting a session', () => {
  it('hides it at once, and a minute later it is gone with its messages', async () => {
    const world = chat.newWorld();
    const id = await world.answered();
    const sessionId = id.slice(0, 26);
    expect(await world.remove(sessionId)).toEqual({});
    expect(await world.sessions()).toEqual([]);
    await expect(world.get(sessionId)).rejects.toMatchObject(notFound);
    await expect(world.list(sessionId)).rejects.toMatchObject(notFound);
    await expect(world.send(sessionId, 'hello?')).rejects.toMatchObject(notFound);
    await expect(world.regenerate(id)).rejects.toMatchObject(notFound);
    await expect(world.rename(sessionId, { title: 'x' })).rejects.toMatchObject(notFound);
    expect(await world.remove(sessionId)).toEqual({});
    expect(world.jobs.map(({ dueMs }) => dueMs - world.clock.ms)).toEqual([60_000]);
    await world.drain();
    expect([await world.rows('SESSION#'), await world.rows('MESSAGE#')]).toEqual([[], []]);
    await expect(world.restore(sessionId)).rejects.toMatchObject(notFound);
    await expect(world.remove(sessionId)).rejects.toMatchObject(notFound);
  });

  it('can be undone until then, and deleted again', async () => {
    const world = chat.newWorld();
    const id = await world.answered();
    const sessionId = id.slice(0, 26);
    const before = await world.get(sessionId);
    await world.remove(sessionId);
    world.clock.ms += 30_000;
    expect(await world.restore(sessionId)).toEqual(before);
    expect(await world.restore(sessionId)).toEqual(before);
    await world.drain();
    expect(await world.list(sessionId)).toHaveLength(2);
    expect((await world.sessions()).map((session) => session.sessionId)).toEqual([sessionId]);

    await world.remove(sessionId);
    await world.restore(sessionId);
    world.clock.ms += 1000;
    await world.remove(sessionId);
    await world.drain();
    expect(await world.rows('SESSION#')).toEqual([]);
  });

  it('leaves an answer that is still to be written unwritten', async () => {
    const world = chat.newWorld();
    const id = await world.ask();
    await world.remove(id.slice(0, 26));
    const count = chat.standIn.count;
    const job = world.takeJob();
    if (job) await world.work(job);
    expect(chat.standIn.count).toBe(count);
    expect(await world.poll(id)).toMatchObject({ status: 'FAILED', failure: { code: 'deleted' } });
    await world.drain();
  });

  it('forgets many messages in several goes', async () => {
    const world = chat.newWorld({ limits: { messagesPerDay: 1000, answersAtOnce: 10 } });
    const { session } = await world.start();
    await world.drain();
    for (let sent = 0; sent < 13; sent++) {
      const { assistantSessionMessageId } = await world.send(session.sessionId, `message ${sent}`);
      await world.stop(assistantSessionMessageId);
    }
    await world.drain();
    await world.remove(session.sessionId);
    chat.takeCalls();
    await world.drain();
    expect(await world.rows('MESSAGE#')).toEqual([]);
    // 28 messages, 25 at a time.
    expect(chat.takeCalls().filter(({ name }) => name === 'BatchWriteItem')).toHaveLength(2);
  });
});

describe('messages', () => {
  it('are listed newest first, page by page to an empty one', async () => {
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

  it('sent twice with one key are one, in a session and with a new one', async () => {
    const world = chat.newWorld();
    const { sessionId } = await create(world, 'tea');
    const sent = await Promise.all([1, 2, 3].map(() => world.send(sessionId, 'Tea?', 'key-number-one')));
    expect(new Set(sent.map(({ sessionMessageId }) => sessionMessageId)).size).toBe(1);
    expect(await world.list(sessionId)).toHaveLength(2);
    expect(world.jobs).toHaveLength(1);
    await world.send(sessionId, 'Tea?', 'key-number-two');
    expect(await world.list(sessionId)).toHaveLength(4);

    const begin = () =>
      world.routes.createSessionWithMessage({
        ...world.nothing,
        body: { text: 'Hi', idempotencyKey: 'a-new-session' },
      });
    const [first, again] = [await begin(), await begin()];
    expect(again).toEqual(first);
    expect(await world.sessions()).toHaveLength(2);
  });

  it('are accepted while the queue is down, and answered after the next polls', async () => {
    const world = chat.newWorld();
    const { queue } = world.ports;
    const offer = queue.offer;
    queue.offer = async () => {};
    const id = await world.ask();
    queue.offer = offer;
    world.clock.ms += 15_000;
    await world.poll(id);
    await world.drain();
    expect((await world.poll(id)).status).toBe('DONE');
  });
});

describe('other people', () => {
  it('find nothing, change nothing and learn nothing', async () => {
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

  it('cannot be paged into with a foreign cursor', async () => {
    const world = chat.newWorld();
    const [one, other] = [await world.answered(), await world.answered()];
    await expect(world.list(one.slice(0, 26), other)).rejects.toMatchObject({ code: 'notFound' });
  });
});

describe('limits', () => {
  it('hold three answers at once, until one is done or stopped', async () => {
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

  it('hold in a race: of ten at once three are let in', async () => {
    const world = chat.newWorld();
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => world.ask()));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await world.rows('MESSAGE#')).toHaveLength(6);
    expect(await world.usage()).toMatchObject({ messagesToday: 3 });
  });

  it('count by the day, and say when the next one begins', async () => {
    const world = chat.newWorld({ limits: { messagesPerDay: 2 } });
    await world.answered();
    await world.answered();
    await expect(world.ask()).rejects.toMatchObject({ code: 'tooMany', detail: { retryAfterSeconds: 12 * 3600 } });
    expect(await world.usage()).toMatchObject({ messagesToday: 2, messagesPerDay: 2 });
    world.clock.ms += 12 * 3600 * 1000;
    await world.ask();
    expect(await world.usage()).toMatchObject({ messagesToday: 1 });
  });

  it('count tokens by the month', async () => {
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

  it('forget an answer that died without a trace', async () => {
    const world = chat.newWorld({ limits: { answersAtOnce: 1 } });
    await world.ask();
    await expect(world.ask()).rejects.toMatchObject({ code: 'tooMany' });
    world.clock.ms += 10 * 60_000;
    await expect(world.ask()).resolves.toBeDefined();
  });
});

describe('models', () => {
  const list = (isOpenAi: boolean) => {
    const world = chat.newWorld({ isOpenAi });
    return world.routes.listModels(world.nothing);
  };

  it('are the five of the product and those of the configuration, with their dates', async () => {
    const models = await list(true);
    expect(models.map(({ code, available, retiresOn }) => [code, available, retiresOn])).toEqual([
      ['gpt-4o', true, '2027-01-14'],
      ['o1-preview', false, '2025-07-28'],
      ['o1-mini', false, '2025-10-27'],
      ['o1', false, '2026-10-23'],
      ['o3-mini', false, '2026-10-23'],
    ]);
  });

  it('are all there on any other server', async () => {
    expect((await list(false)).every(({ available }) => available)).toBe(true);
  });
});
