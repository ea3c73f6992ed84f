import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { maxPinnedConversations } from 'shared-types/rules/limits';
import { type Chat, type ChatUser, startChat } from '../support/chat-environment.ts';

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

async function create(user: ChatUser, title: string) {
  user.clock.ms += 1000;
  return (await user.routes.createSession({ ...user.nothing, body: { title } })).sessionId;
}
const titles = async (user: ChatUser, last?: string) =>
  (await user.sessions(last)).map(({ title, pinned }) => `${title}${pinned ? ' pinned' : ''}`);
const find = (user: ChatUser, title: string) => user.routes.searchSessions({ ...user.nothing, query: { title } });

describe('a pinned conversation', () => {
  it('stands first in the list, once, until it is unpinned', async () => {
    const user = chat.newUser();
    const ids = [];
    for (let count = 0; count < 23; count++) ids.push(await create(user, `chat ${count}`));
    const [oldest = '', second = ''] = ids;
    expect(await user.rename(oldest, { pinned: true })).toMatchObject({ pinned: true });
    await user.rename(second, { pinned: true });
    await user.rename(second, { pinned: true });
    expect((await titles(user)).slice(0, 3)).toEqual(['chat 1 pinned', 'chat 0 pinned', 'chat 22']);
    const all = [];
    for (let page = await user.sessions(); page.length > 0; page = await user.sessions(page.at(-1)?.sessionId))
      all.push(...page.map(({ title }) => title));
    expect([all.length, new Set(all).size]).toEqual([23, 23]);
    expect(await find(user, 'chat 0')).toMatchObject([{ pinned: true }]);
    // A change of another kind leaves it pinned.
    expect(await user.rename(oldest, { title: 'first' })).toMatchObject({ title: 'first', pinned: true });
    await user.rename(second, { pinned: false });
    expect((await titles(user)).slice(0, 2)).toEqual(['first pinned', 'chat 22']);
    expect(await chat.newUser().sessions()).toEqual([]);
  });

  it('keeps its place when it is the only one', async () => {
    const user = chat.newUser();
    const id = await create(user, 'alone');
    await user.rename(id, { pinned: true });
    expect(await titles(user)).toEqual(['alone pinned']);
    expect(await titles(user, id)).toEqual([]);
  });

  it('stays pinned when its deletion is undone, and leaves room when it is purged', async () => {
    const user = chat.newUser();
    const id = await create(user, 'tea');
    await user.rename(id, { pinned: true });
    await user.remove(id);
    expect(await titles(user)).toEqual([]);
    await expect(user.rename(id, { pinned: true })).rejects.toMatchObject({ code: 'notFound' });
    await user.restore(id);
    expect(await titles(user)).toEqual(['tea pinned']);
    await user.remove(id);
    await user.drain();
    expect((await user.rows('PINS')).map(({ pins }) => pins)).toEqual([undefined]);
  });

  it('is one of twenty at most', async () => {
    const user = chat.newUser();
    const ids = [];
    for (let count = 0; count <= maxPinnedConversations; count++) ids.push(await create(user, `chat ${count}`));
    const last = ids.pop() ?? '';
    for (const id of ids) await user.rename(id, { pinned: true });
    await expect(user.rename(last, { pinned: true, title: 'new' })).rejects.toMatchObject({
      code: 'conflict',
      message: 'You can pin 20 conversations. Unpin one first.',
    });
    expect((await user.get(last)).title).toBe('chat 20');
    await user.rename(ids[0] ?? '', { pinned: true });
    await user.rename(ids[0] ?? '', { pinned: false });
    await expect(user.rename(last, { pinned: true })).resolves.toMatchObject({ pinned: true });
  });

  it('belongs to its own person', async () => {
    const id = await create(chat.newUser(), 'tea');
    const other = chat.newUser();
    await expect(other.rename(id, { pinned: true })).rejects.toMatchObject({ code: 'notFound' });
    expect(await other.rows('PINS')).toEqual([]);
  });
});
