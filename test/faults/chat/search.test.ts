import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { chatRoutes } from 'lambdas/chat/routes';
import { conversationIdOf } from 'shared-types/rules/message-status';
import { type Chat, type ChatUser, startChat } from '../../unit/lambdas/chat/support/chat-environment.ts';

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterEach(() => {
  chat.hooks.before = undefined;
  chat.hooks.after = undefined;
});
afterAll(() => chat.stop());

class Fault extends Error {}
type Moment = 'before' | 'after';

/** Fails one call of the SDK before or after its effect. Returns false if there were fewer calls. */
async function failCall(nth: number, when: Moment, act: () => Promise<unknown>) {
  let count = 0;
  let hasFailed = false;
  chat.hooks.before = () => {
    count += 1;
    if (when === 'before') fail();
  };
  chat.hooks.after = () => when === 'after' && fail();
  function fail() {
    if (count !== nth || hasFailed) return;
    hasFailed = true;
    throw new Fault();
  }
  try {
    await act();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
  } finally {
    chat.hooks.before = undefined;
    chat.hooks.after = undefined;
  }
  return hasFailed;
}

const search = async (user: ChatUser, text: string, routes = chatRoutes(user.ports)) => {
  const { messages, remaining } = await routes.searchMessages({ ...user.nothing, query: { text } });
  return [remaining, messages.filter(({ senderRole }) => senderRole === 'USER').map(({ excerpt }) => excerpt)];
};

const acts: Record<string, (user: ChatUser, id: string, routes: ChatUser['routes']) => Promise<unknown>> = {
  'a search': async (user, _id, routes) => search(user, 'tea', routes),
  'a question': async (user, id) => user.send(conversationIdOf(id), 'Black tea?'),
  'an edited question': async (user, id) => user.regenerate(id, 'Red tea?'),
  'another version': async (user, id) => user.show(id, 1),
  'an answer': async (user) => user.drain(),
};

describe.each(['before', 'after'] as const)('a fault %s a call', (when) => {
  it.each(Object.keys(acts))('during %s leaves no search untrue', async (name) => {
    for (let nth = 1; ; nth++) {
      const user = chat.newUser();
      const id = await user.answered('Green tea?');
      await user.regenerate(id, 'White tea?');
      await user.drain();
      const routes = chatRoutes(user.ports);
      // The function has the packs in its memory, and the table has them, too.
      if (name !== 'a search') await search(user, 'tea', routes);
      if (name === 'an answer') await user.send(conversationIdOf(id), 'Black tea?');
      const hasFailed = await failCall(nth, when, async () => acts[name]?.(user, id, routes));
      const shown = (await user.list(conversationIdOf(id))).filter(({ senderRole }) => senderRole === 'USER');
      const expected = [0, shown.map(({ text }) => text)];
      for (const each of [routes, undefined, undefined])
        expect([name, nth, await search(user, 'tea', each)]).toEqual([name, nth, expected]);
      if (!hasFailed) break;
    }
  });

  it('during a purge leaves no text after the next delivery', async () => {
    for (let nth = 1; ; nth++) {
      const user = chat.newUser();
      const id = await user.answered('Green tea?');
      await search(user, 'tea');
      await user.remove(conversationIdOf(id));
      user.clock.ms += 120_000;
      const job = user.takeJob();
      if (!job) throw new Error('There is no purge');
      const hasFailed = await failCall(nth, when, () => user.work(job));
      await user.work(job);
      expect([nth, await user.rows('TEXT#'), await user.rows('MESSAGE#')]).toEqual([nth, [], []]);
      if (!hasFailed) break;
    }
  });
});
