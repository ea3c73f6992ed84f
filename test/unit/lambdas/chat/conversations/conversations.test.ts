import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { conversationIdOf } from 'shared-types/rules/message-status';
import { eventually } from '../../../../support/eventually.ts';
import { startAnswer } from '../support/scripted-model.ts';
import { type Chat, startChat, type ChatUser } from '../support/chat-environment.ts';

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

const create = (user: ChatUser, title: string) => user.routes.createSession({ ...user.nothing, body: { title } });
const notFound = { code: 'notFound', message: 'This conversation does not exist or has been deleted.' };

describe('a conversation', () => {
  it('begins with the defaults and the typed title', async () => {
    const user = chat.newUser();
    expect(await create(user, '  Tea & more ')).toEqual({
      sessionId: expect.stringMatching(/^[0-9A-Z]{26}$/),
      title: '  Tea & more ',
      memorySize: 10,
      chatProvider: 'OPENAI',
      chatModal: 'gpt-4o',
      createTime: user.clock.ms,
      updateTime: user.clock.ms,
    });
    expect((await create(user, ' \t')).title).toBe('New conversation');
  });

  it('takes its title from the first line of its first question', async () => {
    const user = chat.newUser();
    const { session } = await user.start(`\n  ${'Why is the sky blue? '.repeat(5)}\nAnd the sea?`);
    expect(session.title).toBe('Why is the sky blue? Why is the sky blue? Why is the sky bl…');
    expect(session.title).toHaveLength(60);
  });

  it('is listed by last activity, in pages that end with an empty one', async () => {
    const user = chat.newUser();
    const made = [];
    for (let count = 0; count < 22; count++) {
      user.clock.ms += 1000;
      made.push(await create(user, `chat ${count}`));
    }
    user.clock.ms += 1000;
    const [oldest] = made;
    await user.send(oldest?.sessionId ?? '', 'still here?');
    const pages = [await user.sessions()];
    for (let last = pages.at(-1)?.at(-1); last; last = pages.at(-1)?.at(-1))
      pages.push(await user.sessions(last.sessionId));
    expect(pages.map((page) => page.length)).toEqual([20, 2, 0]);
    const titles = pages.flat().map(({ title }) => title);
    expect(titles.slice(0, 3)).toEqual(['chat 0', 'chat 21', 'chat 20']);
    expect(new Set(titles).size).toBe(22);
  });

  it('is listed after a conversation that is deleted meanwhile, until that one is purged', async () => {
    const user = chat.newUser();
    const older = await create(user, 'older');
    user.clock.ms += 1000;
    const { sessionId } = await create(user, 'newer');
    await user.remove(sessionId);
    expect(await user.sessions(sessionId)).toMatchObject([{ sessionId: older.sessionId }]);
    await user.drain();
    await expect(user.sessions(sessionId)).rejects.toMatchObject(notFound);
  });

  it('is listed after the place of a conversation that has been purged, or has moved to the top', async () => {
    const user = chat.newUser();
    const made = [];
    for (const title of ['oldest', 'purged', 'moved', 'newest']) {
      user.clock.ms += 1000;
      made.push(await create(user, title));
    }
    const [, purged, moved] = made;
    if (!purged || !moved) throw new Error('They were not created');
    user.clock.ms += 1000;
    await user.send(moved.sessionId, 'still here?');
    await user.remove(purged.sessionId);
    await user.drain();
    const titlesAfter = async ({ sessionId, updateTime }: typeof moved) =>
      (await user.sessions(sessionId, updateTime)).map(({ title }) => title);
    expect(await titlesAfter(moved)).toEqual(['oldest']);
    expect(await titlesAfter(purged)).toEqual(['oldest']);
  });

  it('takes a new title, memory size and model, each alone or together', async () => {
    const user = chat.newUser();
    const { sessionId } = await create(user, 'tea');
    expect(await user.rename(sessionId, { title: 'coffee' })).toMatchObject({ title: 'coffee', memorySize: 10 });
    expect(await user.rename(sessionId, { memorySize: 3, modelCode: 'o1-mini' })).toMatchObject({
      title: 'coffee',
      memorySize: 3,
      chatModal: 'o1-mini',
    });
    expect(await user.rename(sessionId, {})).toEqual(await user.get(sessionId));
    await expect(user.rename(sessionId, { modelCode: 'gpt-1' })).rejects.toMatchObject({
      code: 'invalid',
      detail: { issues: [{ path: 'body.modelCode' }] },
    });
  });

  it('loses no change of several devices at once: each changes its own setting only', async () => {
    const user = chat.newUser();
    const { sessionId } = await create(user, 'tea');
    await Promise.all([
      ...Array.from({ length: 9 }, (_, index) => user.rename(sessionId, { memorySize: index + 1 })),
      user.rename(sessionId, { title: 'coffee' }),
      user.rename(sessionId, { modelCode: 'o1-mini' }),
      user.send(sessionId, 'Coffee?'),
    ]);
    const { title, chatModal, memorySize } = await user.get(sessionId);
    expect([title, chatModal]).toEqual(['coffee', 'o1-mini']);
    expect(memorySize).toBeLessThan(10);
    expect(await user.list(sessionId)).toHaveLength(2);
  });

  it('begins with the model and the memory size that the user chose last', async () => {
    const [user, other] = [chat.newUser(), chat.newUser()];
    const [first, second] = [await create(user, 'tea'), await create(user, 'coffee')];
    await user.rename(first.sessionId, { memorySize: 3 });
    expect(await create(user, 'cocoa')).toMatchObject({ chatModal: 'gpt-4o', memorySize: 3 });
    await user.rename(second.sessionId, { modelCode: 'o1' });
    await user.rename(first.sessionId, { title: 'milk' });
    await expect(user.rename(first.sessionId.replace(/^./, '1'), { memorySize: 9 })).rejects.toMatchObject(notFound);
    expect((await user.start()).session).toMatchObject({ chatModal: 'o1', memorySize: 3 });
    // Earlier conversations keep their settings, and other users have their own.
    expect(await user.get(first.sessionId)).toMatchObject({ chatModal: 'gpt-4o', memorySize: 3 });
    expect(await create(other, 'tea')).toMatchObject({ chatModal: 'gpt-4o', memorySize: 10 });
  });

  it('is found by its title, in any case', async () => {
    const user = chat.newUser();
    for (const title of ['Green TEA', 'Coffee', 'tea for two', 'Ｔｅａ wide']) {
      user.clock.ms += 1;
      await create(user, title);
    }
    const find = async (search: string) =>
      (await user.routes.searchSessions({ ...user.nothing, query: { title: search } })).map(({ title }) => title);
    expect(await find('tea')).toEqual(['Ｔｅａ wide', 'tea for two', 'Green TEA']);
    expect(await find('cocoa')).toEqual([]);
    // The search of messages takes its words apart.
    expect(await find('title:tea two')).toEqual(['tea for two']);
    expect(await find('title:"tea for"')).toEqual(['tea for two']);
    expect(await find('tea two')).toEqual([]);
  });
});

describe('deleting a conversation', () => {
  it('hides it at once, and purges it with its messages a minute later', async () => {
    const user = chat.newUser();
    const id = await user.answered();
    const sessionId = id.slice(0, 26);
    expect(await user.remove(sessionId)).toEqual([{ isNothing: false }]);
    expect(await user.sessions()).toEqual([]);
    await expect(user.get(sessionId)).rejects.toMatchObject(notFound);
    await expect(user.list(sessionId)).rejects.toMatchObject(notFound);
    await expect(user.send(sessionId, 'hello?')).rejects.toMatchObject(notFound);
    await expect(user.regenerate(id)).rejects.toMatchObject(notFound);
    await expect(user.rename(sessionId, { title: 'x' })).rejects.toMatchObject(notFound);
    expect(await user.remove(sessionId)).toEqual([{ isNothing: true }]);
    expect(user.jobs.map(({ dueMs }) => dueMs - user.clock.ms)).toEqual([60_000]);
    await user.drain();
    expect([await user.rows('CONVERSATION#'), await user.rows('MESSAGE#')]).toEqual([[], []]);
    await expect(user.restore(sessionId)).rejects.toMatchObject(notFound);
    await expect(user.remove(sessionId)).rejects.toMatchObject(notFound);
  });

  it('can be undone within a minute, and repeated', async () => {
    const user = chat.newUser();
    const id = await user.answered();
    const sessionId = id.slice(0, 26);
    const before = await user.get(sessionId);
    await user.remove(sessionId);
    user.clock.ms += 30_000;
    expect(await user.restore(sessionId)).toEqual(before);
    expect(await user.restore(sessionId)).toEqual(before);
    await user.drain();
    expect(await user.list(sessionId)).toHaveLength(2);
    expect((await user.sessions()).map((session) => session.sessionId)).toEqual([sessionId]);

    await user.remove(sessionId);
    await user.restore(sessionId);
    user.clock.ms += 1000;
    await user.remove(sessionId);
    await user.drain();
    expect(await user.rows('CONVERSATION#')).toEqual([]);
  });

  it('cannot be undone once the purge has begun', async () => {
    const user = chat.newUser();
    const sessionId = (await user.answered()).slice(0, 26);
    await user.remove(sessionId);
    user.clock.ms += 60_000;
    chat.hooks.before = (name) => {
      if (name === 'BatchWriteItem' || name === 'BatchWrite') throw new Error('killed');
    };
    try {
      await expect(user.drain()).rejects.toThrow('killed');
    } finally {
      chat.hooks.before = undefined;
    }
    await expect(user.restore(sessionId)).rejects.toMatchObject(notFound);
  });

  it('prevents an answer that no worker has begun', async () => {
    const user = chat.newUser();
    const id = await user.ask();
    await user.remove(id.slice(0, 26));
    const count = chat.fakeModel.count;
    const job = user.takeJob();
    if (job) await user.work(job);
    expect(chat.fakeModel.count).toBe(count);
    expect(await user.poll(id)).toMatchObject({ status: 'DONE', finishReason: 'stopped', text: '' });
    await user.drain();
  });

  it('ends the call to the model, and frees the place of its answer', async () => {
    const { user, id, scripted, working } = await startAnswer(chat);
    await scripted.write({ text: 'Tea is' });
    await eventually(async () => (await user.poll(id)).text === 'Tea is');
    await user.remove(conversationIdOf(id));
    expect(await user.poll(id)).toMatchObject({ status: 'DONE', finishReason: 'stopped', text: 'Tea is' });
    expect((await user.ports.store.findQuota(user.userId))?.inProgress.size).toBe(0);
    void scripted.write({ text: ' a drink' });
    user.clock.ms += 2000;
    await working;
    expect(scripted.signal.aborted).toBe(true);
  });

  it('asks no model for an answer that begins at the same time', async () => {
    const user = chat.newUser();
    const id = await user.ask();
    const conversation = await user.ports.store.getConversation(user.userId, conversationIdOf(id));
    await user.ports.store.hideConversation(conversation, user.clock.ms);
    const count = chat.fakeModel.count;
    await user.drain();
    expect(chat.fakeModel.count).toBe(count);
    expect(await user.poll(id)).toMatchObject({ status: 'FAILED', failure: { code: 'deleted' } });
  });

  it('releases the quota of an answer whose worker has died', async () => {
    const user = chat.newUser({ limits: { answersAtOnce: 1 } });
    const id = await user.ask();
    user.takeJob();
    await expect(user.ask()).rejects.toMatchObject({ code: 'tooMany' });
    await user.remove(id.slice(0, 26));
    await user.drain();
    expect((await user.poll(await user.answered('And now?'))).status).toBe('DONE');
  });

  it('purges many messages in several runs', async () => {
    const user = chat.newUser({ limits: { messagesPerDay: 1000, answersAtOnce: 10 } });
    const { session } = await user.start();
    await user.drain();
    for (let sent = 0; sent < 13; sent++) {
      const { assistantSessionMessageId } = await user.send(session.sessionId, `message ${sent}`);
      await user.stop(assistantSessionMessageId);
    }
    await user.drain();
    await user.remove(session.sessionId);
    chat.takeCalls();
    await user.drain();
    expect(await user.rows('MESSAGE#')).toEqual([]);
    // There are 28 messages, and one batch deletes 25.
    expect(chat.takeCalls().filter(({ name }) => name === 'BatchWriteItem')).toHaveLength(2);
  });
});
