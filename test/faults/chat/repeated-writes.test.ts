import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pngOf } from '../../support/pictures.ts';
import { type Chat, startChat, type ChatUser } from '../../unit/lambdas/chat/support/chat-environment.ts';
import { atEachCall, failCall, keptKeys, moments, namedKeys } from './fail-call.ts';

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

const personaId = '1f0c7c1e-6f0a-4d53-8a0a-0f2b8e1c7a11';
const persona = { name: 'Tea expert', systemPrompt: 'You know all about tea.' };
const savePersona = (user: ChatUser) =>
  user.routes.savePersona({ ...user.nothing, params: { personaId }, body: persona });
const removePersona = (user: ChatUser) => user.routes.removePersona({ ...user.nothing, params: { personaId } });
const personas = async (user: ChatUser) => (await user.routes.listPersonas(user.nothing)).map(({ name }) => name);

const pinned = async (user: ChatUser) => (await user.sessions()).map((session) => session.pinned === true);
const pin = (user: ChatUser, sessionId: string, isPinned: boolean) => user.rename(sessionId, { pinned: isPinned });

const part = (exportId: string, first: number) => ({
  exportId,
  title: 'Tea',
  createTime: 1000,
  updateTime: 2000,
  messages: ['What is tea?', 'A plant.'].map((text, place) => ({
    place: first + place,
    id: String(first + place),
    senderRole: place === 0 ? ('USER' as const) : ('ASSISTANT' as const),
    text: `${exportId} ${first + place} ${text}`,
    createTime: 1000,
  })),
});

/** A call that died after its write has sent no job, so the polls of the page begin the answer. */
async function answerLast(user: ChatUser, sessionId: string) {
  for (let seconds = 0; (await user.list(sessionId))[0]?.status !== 'DONE'; seconds += 1) {
    expect(seconds).toBeLessThanOrEqual(60);
    const [answer] = await user.list(sessionId);
    if (answer) await user.poll(answer.sessionMessageId);
    user.clock.ms += 1000;
    for (let job = user.takeJob(); job; job = user.takeJob()) await user.work(job);
  }
}

describe.each(moments)('a fault %s each call, after which it is sent again,', (when) => {
  it('imports each message once', async () => {
    const conversations = [part('a', 0), part('b', 0), part('a', 2)];
    const names = await atEachCall(async (nth) => {
      const user = chat.newUser();
      const send = () => user.routes.importConversations({ ...user.nothing, body: { conversations } });
      const failed = await failCall(chat, user, nth, when, send);
      const { added, known } = await send();
      expect(added + known).toBe(6);
      expect(await send()).toEqual({ added: 0, known: 6 });
      const texts = (await user.rows('MESSAGE#')).map(({ text }) => String(text));
      const sent = conversations.flatMap(({ messages }) => messages.map(({ text }) => text));
      expect(texts.toSorted()).toEqual(sent.toSorted());
      expect(await user.sessions()).toHaveLength(2);
      return failed;
    });
    expect(names.filter((name) => name === 'TransactWriteItems' || name === 'TransactWrite').length).toBeGreaterThan(2);
  });

  it('imports the files of a question once', async () => {
    const names = await atEachCall(async (nth) => {
      const user = chat.newUser();
      const files = [await user.upload(pngOf(4, 3)), await user.upload(pngOf(3, 4))];
      const messages = [
        { place: 0, id: 'q', senderRole: 'USER' as const, text: 'Which tea?', createTime: 1000, files },
      ];
      const conversations = [{ ...part('a', 0), messages }];
      const send = () => user.routes.importConversations({ ...user.nothing, body: { conversations } });
      const failed = await failCall(chat, user, nth, when, send);
      await send();
      expect(await send()).toEqual({ added: 0, known: 1 });
      // The copies of the call that failed are deleted.
      await user.drain();
      const named = await namedKeys(user);
      expect(named).toHaveLength(2);
      expect(keptKeys(user)).toEqual(named);
      return failed;
    });
    expect(new Set(names)).toEqual(new Set(['GetItem', 'find', 'keep', 'TransactWriteItems']));
  });

  it.each([true, false])('pins a conversation or not: %s', async (isPinned) => {
    const names = await atEachCall(async (nth) => {
      const user = chat.newUser();
      const { sessionId } = await user.routes.createSession({ ...user.nothing, body: { title: 'tea' } });
      if (!isPinned) await pin(user, sessionId, true);
      const failed = await failCall(chat, user, nth, when, () => pin(user, sessionId, isPinned));
      expect(await user.sessions()).toHaveLength(1);
      await pin(user, sessionId, isPinned);
      await pin(user, sessionId, isPinned);
      expect(await pinned(user)).toEqual([isPinned]);
      // It takes one of the places for pins.
      const [pins] = await user.rows('PINS');
      expect(pins?.['pins'] instanceof Set ? pins['pins'].size : 0).toBe(isPinned ? 1 : 0);
      return failed;
    });
    expect(names.length).toBeGreaterThan(2);
  });

  it.each([
    ['saves', savePersona, [persona.name]],
    ['deletes', removePersona, []],
  ] as const)('%s a persona', async (_, act, expected) => {
    const names = await atEachCall(async (nth) => {
      const user = chat.newUser();
      if (act === removePersona) await savePersona(user);
      const failed = await failCall(chat, user, nth, when, () => act(user));
      await act(user);
      expect(await personas(user)).toEqual(expected);
      return failed;
    });
    expect(names.length).toBeGreaterThan(0);
  });

  it('asks a question with files in other words once, and leaves the original its files', async () => {
    const names = await atEachCall(async (nth) => {
      const user = chat.newUser();
      const files = [await user.upload(pngOf(4, 3)), await user.upload(pngOf(3, 4))];
      const { session } = await user.start('One?', files);
      await user.drain();
      const { sessionMessageId } = await user.send(session.sessionId, 'Two?', undefined, [
        await user.upload(pngOf(5, 5)),
      ]);
      await user.drain();
      const original = await user.list(session.sessionId);
      const fork = () => user.fork(sessionMessageId, 'the-same-key', 'Two, in other words?');
      const failed = await failCall(chat, user, nth, when, fork);
      const { sessionId } = await fork();
      expect(await fork()).toMatchObject({ sessionId });
      await answerLast(user, sessionId);
      // The copies of the call that failed are deleted.
      await user.drain();

      expect((await user.list(sessionId)).map(({ text }) => text).toReversed()).toMatchObject([
        'One?',
        original.at(-2)?.text,
        'Two, in other words?',
        expect.stringContaining('Two, in other words?'),
      ]);
      expect(await user.sessions()).toHaveLength(2);
      expect(await user.usage()).toMatchObject({ messagesToday: 3 });
      const named = await namedKeys(user);
      expect(named).toHaveLength(6);
      expect(keptKeys(user)).toEqual(named);

      await user.remove(session.sessionId);
      await user.drain();
      expect(keptKeys(user)).toHaveLength(3);
      return failed;
    });
    expect(new Set(names)).toEqual(new Set(['GetItem', 'Query', 'PutItem', 'copyFile', 'TransactWriteItems']));
  });
});
