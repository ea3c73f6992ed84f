import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rebuildPacks } from 'lambdas/chat/search/rebuild-packs';
import { chatRoutes } from 'lambdas/chat/routes';
import { RebuiltPacks } from 'shared-types/contract/chat/search-packs';
import { conversationIdOf } from 'shared-types/rules/message-status';
import { completeAnswer } from '../support/conversation.ts';
import { startAnswer } from '../support/scripted-model.ts';
import { type Chat, type ChatUser, startChat } from '../support/chat-environment.ts';

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

type Ports = Parameters<typeof rebuildPacks>[0];

const run = async (user: ChatUser, after: string | null = null, ports: Partial<Ports> = {}) => {
  const { store, now } = user.ports;
  return RebuiltPacks.parse(await rebuildPacks({ store, now, ...ports }, { userId: user.userId, after }));
};
/** Searches in a function that has read nothing yet. */
const search = (user: ChatUser, text: string) =>
  chatRoutes(user.ports).searchMessages({ ...user.nothing, query: { text } });
const packs = (user: ChatUser) => user.rows('TEXT#');
const setInPack = (user: ChatUser, pack: Record<string, unknown>, attributes: Record<string, unknown>) =>
  chat.write(user.tableName, { pk: `USER#${user.userId}`, sk: String(pack['sk']) }, attributes);

/** Returns a person with this number of conversations of one question each, and the ids of those. */
async function personWith(count: number) {
  const user = chat.newUser();
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    ids.push(conversationIdOf(await user.answered(`fish ${index}`)));
    user.clock.ms += 1000;
  }
  return { user, ids: ids.toSorted() };
}

const nothingLeft = { busy: 0, next: null };

describe('the rebuilding of packs', () => {
  it('packs what no search has packed, and finds it unchanged afterwards', async () => {
    const { user } = await personWith(6);
    const { user: other } = await personWith(1);
    expect(await run(user)).toEqual({ read: 6, rebuilt: 6, unchanged: 0, ...nothingLeft });
    const written = await packs(user);
    expect([written.length, (await packs(other)).length]).toEqual([6, 0]);
    expect(await run(user)).toEqual({ read: 6, rebuilt: 0, unchanged: 6, ...nothingLeft });
    expect(await packs(user)).toEqual(written);
    chat.takeCalls();
    expect(await search(user, 'fish')).toMatchObject({ total: 12, remaining: 0 });
    // The search reads the conversations and each pack, and no messages.
    expect(chat.takeCalls().filter(({ name }) => name === 'Query')).toHaveLength(7);
  });

  it('rewrites packs that are spoiled, false or behind, and leaves those of a search', async () => {
    const { user, ids } = await personWith(5);
    await search(user, 'fish');
    const [spoiled, falseOne, behind, lost] = await packs(user);
    await setInPack(user, spoiled ?? {}, { data: new Uint8Array([1, 2, 3]) });
    await setInPack(user, falseOne ?? {}, { data: behind?.['data'] });
    await user.send(ids[2] ?? '', 'And birds?');
    await user.drain();
    await setInPack(user, lost ?? {}, { from: 'elsewhere' });
    expect(await run(user)).toEqual({ read: 5, rebuilt: 4, unchanged: 1, ...nothingLeft });
    expect(await run(user)).toMatchObject({ rebuilt: 0, unchanged: 5 });
    expect((await search(user, 'fish')).total).toBe(10);
  });

  it('goes on where it had no more time', async () => {
    const { user, ids } = await personWith(6);
    const times = [0, 60_000];
    const first = await run(user, null, { now: () => new Date(times.shift() ?? 60_000) });
    expect(first).toMatchObject({ read: 4, rebuilt: 4, next: ids[3] });
    expect(await run(user, first.next)).toEqual({ read: 2, rebuilt: 2, unchanged: 0, ...nothingLeft });
  });

  it('does not pack an answer that is still being written', async () => {
    const { user, scripted, working } = await startAnswer(chat);
    expect(await run(user)).toMatchObject({ read: 1, rebuilt: 1 });
    expect((await packs(user)).map(({ isWhole }) => isWhole)).toEqual([false]);
    expect(await run(user)).toMatchObject({ read: 1, unchanged: 1 });
    await completeAnswer({ scripted, working }, 'Oolong tea.');
    expect(await run(user)).toMatchObject({ read: 1, rebuilt: 1 });
    expect((await packs(user)).map(({ isWhole }) => isWhole)).toEqual([true]);
  });

  it('leaves a conversation that is deleted after it was listed', async () => {
    const { user, ids } = await personWith(2);
    const { store } = user.ports;
    async function* allConversations(userId: string) {
      for await (const each of store.allConversations(userId)) yield each;
      await user.remove(ids[0] ?? '');
    }
    expect(await run(user, null, { store: { ...store, allConversations } })).toMatchObject({ read: 1, rebuilt: 1 });
    expect(await packs(user)).toHaveLength(1);
  });

  it.each([
    [1, { read: 1, rebuilt: 1, busy: 0 }],
    [9, { read: 1, rebuilt: 0, busy: 1 }],
  ])('reads a conversation again whose messages change meanwhile, %i times', async (changes, expected) => {
    const user = chat.newUser();
    const id = await user.answered('Which fish?');
    const { store } = user.ports;
    let left = changes;
    async function* listTexts(...of: Parameters<typeof store.listTexts>) {
      yield* store.listTexts(...of);
      if (left <= 0) return;
      left -= 1;
      await user.regenerate(id, `Which bird ${left}?`);
      await user.drain();
    }
    expect(await run(user, null, { store: { ...store, listTexts } })).toMatchObject(expected);
    // A pack of the old messages is never left behind.
    expect((await search(user, 'fish')).total).toBe(0);
  });
});
