import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type Chat, startChat, type World } from '../support/chat-environment.ts';

jest.setTimeout(60_000);

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

const create = (world: World, title: string) => world.routes.createSession({ ...world.nothing, body: { title } });
const notFound = { code: 'notFound', message: 'This conversation does not exist or has been deleted.' };

describe('a conversation', () => {
  it('begins with the defaults and the typed title', async () => {
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

  it('takes its title from the first line of its first question', async () => {
    const world = chat.newWorld();
    const { session } = await world.start(`\n  ${'Why is the sky blue? '.repeat(5)}\nAnd the sea?`);
    expect(session.title).toBe('Why is the sky blue? Why is the sky blue? Why is the sky bl…');
    expect(session.title).toHaveLength(60);
  });

  it('is listed by last activity, in pages that end with an empty one', async () => {
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

  it('takes a new title, memory size and model, each alone or together', async () => {
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

  it('begins with the model and the memory size that the user chose last', async () => {
    const [world, other] = [chat.newWorld(), chat.newWorld()];
    const [first, second] = [await create(world, 'tea'), await create(world, 'coffee')];
    await world.rename(first.sessionId, { memorySize: 3 });
    expect(await create(world, 'cocoa')).toMatchObject({ chatModal: 'gpt-4o', memorySize: 3 });
    await world.rename(second.sessionId, { modelCode: 'o1' });
    await world.rename(first.sessionId, { title: 'milk' });
    await expect(world.rename(first.sessionId.replace(/^./, '1'), { memorySize: 9 })).rejects.toMatchObject(notFound);
    expect((await world.start()).session).toMatchObject({ chatModal: 'o1', memorySize: 3 });
    // Earlier conversations keep their settings, and other users have their own.
    expect(await world.get(first.sessionId)).toMatchObject({ chatModal: 'gpt-4o', memorySize: 3 });
    expect(await create(other, 'tea')).toMatchObject({ chatModal: 'gpt-4o', memorySize: 10 });
  });

  it('is found by its title, in any case', async () => {
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

describe('deleting a conversation', () => {
  it('hides it at once, and purges it with its messages a minute later', async () => {
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

  it('can be undone within a minute, and repeated', async () => {
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

  it('cannot be undone once the purge has begun', async () => {
    const world = chat.newWorld();
    const sessionId = (await world.answered()).slice(0, 26);
    await world.remove(sessionId);
    world.clock.ms += 60_000;
    chat.hooks.before = (name) => {
      if (name === 'BatchWriteItem' || name === 'BatchWrite') throw new Error('killed');
    };
    try {
      await expect(world.drain()).rejects.toThrow('killed');
    } finally {
      chat.hooks.before = undefined;
    }
    await expect(world.restore(sessionId)).rejects.toMatchObject(notFound);
  });

  it('prevents an answer that no worker has begun', async () => {
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

  it('releases the quota of an answer whose worker has died', async () => {
    const world = chat.newWorld({ limits: { answersAtOnce: 1 } });
    const id = await world.ask();
    world.takeJob();
    await expect(world.ask()).rejects.toMatchObject({ code: 'tooMany' });
    await world.remove(id.slice(0, 26));
    await world.drain();
    expect((await world.poll(await world.answered('And now?'))).status).toBe('DONE');
  });

  it('purges many messages in several runs', async () => {
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
