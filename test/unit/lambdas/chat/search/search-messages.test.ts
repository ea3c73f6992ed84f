import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { chatRoutes } from 'lambdas/chat/routes';
import { chatApi } from 'shared-types/contract/chat';
import type { FoundMessage } from 'shared-types/contract/chat/search';
import { conversationIdOf } from 'shared-types/rules/message-status';
import { answerWith, completeAnswer } from '../support/conversation.ts';
import { startAnswer } from '../support/scripted-model.ts';
import { type Chat, type ChatUser, startChat } from '../support/chat-environment.ts';

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterEach(() => {
  chat.hooks.before = undefined;
});
afterAll(() => chat.stop());

type Query = { lastSessionMessageId?: string; lastCreateTime?: number };
const after = (last: FoundMessage | undefined): Query =>
  last ? { lastSessionMessageId: last.sessionMessageId, lastCreateTime: last.createTime } : {};

/** Searches in a function that has read nothing yet. */
const search = (user: ChatUser, text: string, query: Query = {}, routes = chatRoutes(user.ports)) =>
  routes.searchMessages({ ...user.nothing, query: { text, ...query } });
const foundIds = async (...search_: Parameters<typeof search>) =>
  (await search(...search_)).messages.map(({ sessionMessageId }) => sessionMessageId);
const find = (user: ChatUser, sessionId: string, text: string) =>
  user.routes.findInSession({ ...user.nothing, params: { sessionId }, query: { text } });
const packs = (user: ChatUser) => user.rows('TEXT#');

/** Imports one conversation of this number of questions. */
const imported = (user: ChatUser, exportId: string, texts: string[], first = 0, createTime = 1000) =>
  user.routes.importConversations({
    ...user.nothing,
    body: {
      conversations: [
        {
          exportId,
          title: exportId,
          createTime,
          updateTime: createTime + 1000,
          messages: texts.map((text, index) => ({
            place: first + index,
            id: String(first + index),
            senderRole: 'USER',
            text,
            createTime,
          })),
        },
      ],
    },
  });

/** Returns what a search shows of a conversation of nine pears. */
const whole = (title: string) => Array.from({ length: 9 }, (_, index) => `${title} pear ${8 - index}`);

/** Returns a text that cannot be compressed much. */
const noise = () =>
  Array.from({ length: 45_000 }, () => String.fromCharCode(0x4e_00 + Math.random() * 20_000)).join('');

describe('the search of messages', () => {
  it('finds questions and answers in all conversations, newest first, and none of others', async () => {
    const [user, other] = [chat.newUser(), chat.newUser()];
    await user.answered('How is white tea made?');
    user.clock.ms += 1000;
    await user.answered('And green TEA?');
    await other.answered('Is there tea?');
    const result = await search(user, 'tea made');
    expect(chatApi.searchMessages.response.parse(result)).toEqual(result);
    // The stand-in for the model repeats the question.
    const title = 'How is white tea made?';
    expect(result).toMatchObject({
      total: 2,
      remaining: 0,
      messages: [
        { title, senderRole: 'ASSISTANT', excerpt: expect.stringContaining(title) },
        { title, senderRole: 'USER', excerpt: title },
      ],
    });
    const titles = (await search(user, 'tea')).messages.map((each) => each.title);
    expect(titles).toEqual(['And green TEA?', 'And green TEA?', title, title]);
    expect(await foundIds(user, 'there')).toEqual([]);
    expect(await search(user, ' ')).toEqual({ messages: [], total: 0, remaining: 0 });
  });

  it('pages through what it finds, and searches one conversation only if it is named', async () => {
    const user = chat.newUser();
    await imported(
      user,
      'many',
      Array.from({ length: 45 }, (_, index) => `apple ${index}`),
    );
    await imported(user, 'other', ['apple pie']);
    const seen: string[] = [];
    for (let last: FoundMessage | undefined; ;) {
      const page = await search(user, 'apple', after(last));
      expect(page.total).toBe(46);
      if (page.messages.length === 0) break;
      expect(page.messages.length).toBeLessThanOrEqual(20);
      seen.push(...page.messages.map(({ sessionMessageId }) => sessionMessageId));
      last = page.messages.at(-1);
    }
    expect(new Set(seen).size).toBe(46);
    const sessionId = conversationIdOf((await foundIds(user, 'pie'))[0] ?? '');
    expect(await find(user, sessionId, 'apple')).toEqual({
      sessionMessageIds: await foundIds(user, 'pie'),
      remaining: 0,
    });
    expect(await find(user, sessionId, ' ')).toEqual({ sessionMessageIds: [], remaining: 0 });
    await expect(find(chat.newUser(), sessionId, 'apple')).rejects.toMatchObject({ code: 'notFound' });
  });

  it('orders imported messages by their time, also from page to page', async () => {
    const user = chat.newUser();
    const now = user.clock.ms;
    await user.answered('A pear?');
    const hourMs = 3_600_000;
    user.clock.ms = now + 2 * hourMs;
    for (const hours of [1, -2, -1]) {
      const texts = Array.from({ length: 9 }, (_, index) => `pear ${index}`);
      await imported(user, `${hours}`, texts, 0, now + hours * hourMs);
    }
    const page = async (query?: Query) => {
      const { messages } = await search(user, 'pear', query);
      const shown = messages.map(
        ({ title, senderRole, excerpt }) => `${title} ${senderRole === 'USER' ? excerpt : ''}`,
      );
      return { shown, last: messages.at(-1) };
    };
    const { shown, last } = await page();
    expect(shown).toEqual([...whole('1'), 'A pear? ', 'A pear? A pear?', ...whole('-1')]);
    expect((await page(after(last))).shown).toEqual(whole('-2'));
  });

  it.each([
    { change: 'deleted', act: (user: ChatUser, sessionId: string) => user.remove(sessionId) },
    { change: 'renamed', act: (user: ChatUser, sessionId: string) => user.rename(sessionId, { title: 'Kitchen' }) },
  ])('goes on after the last message when its conversation is $change', async ({ act }) => {
    const user = chat.newUser();
    for (const hours of [1, 2, 3, 4]) await imported(user, `Garden ${hours}`, whole(`${hours}`), 0, hours * 3_600_000);
    const { messages } = await search(user, 'pear title:garden');
    const last = messages.at(-1);
    expect(last?.title).toBe('Garden 2');
    await act(user, conversationIdOf(last?.sessionMessageId ?? ''));
    const next = await search(user, 'pear title:garden', after(last));
    expect(next.messages.map(({ excerpt }) => excerpt)).toEqual(whole('1').toReversed());
  });

  it('passes over a whole page of messages that are purged meanwhile', async () => {
    const user = chat.newUser();
    const texts = Array.from({ length: 45 }, (_, index) => `plum ${index}`);
    await imported(user, 'purged', texts.slice(20));
    await imported(user, 'kept', texts.slice(0, 20), 0, 1);
    const { messages, total } = await search(user, 'plum title:purged');
    const purged = conversationIdOf(messages[0]?.sessionMessageId ?? '');
    const { store } = user.ports;
    const findMessages = (ids: readonly string[]) =>
      store.findMessages(ids.filter((id) => conversationIdOf(id) !== purged));
    const routes = chatRoutes({ ...user.ports, store: { ...store, findMessages } });
    const first = await search(user, 'plum', {}, routes);
    expect([total, first.messages.map(({ title }) => title)]).toEqual([25, Array.from({ length: 15 }, () => 'kept')]);
    const next = await search(user, 'plum', after(first.messages.at(-1)), routes);
    expect(next.messages.map(({ excerpt }) => excerpt)).toHaveLength(5);
  });

  it('leaves copied messages of an import at their time', async () => {
    const user = chat.newUser();
    await imported(user, 'old', ['old pear']);
    const [copied = ''] = await foundIds(user, 'old');
    user.clock.ms += 1000;
    await user.answered('A new pear?');
    user.clock.ms += 1000;
    await user.fork(copied);
    const titles = (await search(user, 'pear')).messages.map(({ title }) => title);
    expect([titles.slice(0, 2), titles.slice(2).toSorted()]).toEqual([
      ['A new pear?', 'A new pear?'],
      ['old', 'old (fork)'],
    ]);
  });

  it('shows the find of a phrase across the marks of Markdown in a question, too', async () => {
    const user = chat.newUser();
    await imported(user, 'marked', [`${'hay '.repeat(100)}**green** tea`, '# Red **tea**']);
    const excerpt = async (text: string) => (await search(user, text)).messages.map((each) => each.excerpt);
    expect(await excerpt('"green tea"')).toEqual([expect.stringMatching(/^…(hay )+green tea$/)]);
    expect(await excerpt('red')).toEqual(['# Red **tea**']);
  });

  it('finds messages in conversations by words of their titles', async () => {
    const user = chat.newUser();
    const found = async (text: string) =>
      (await search(user, text)).messages.map(({ title, excerpt }) => `${title}: ${excerpt}`);
    await imported(user, 'Green garden', ['A pond', 'A bench']);
    await imported(user, '花园计划，明年的', ['A pond, too', 'title:garden']);
    await imported(user, 'Kitchen', ['A pond in the garden']);
    expect((await found('title:garden')).toSorted()).toEqual(['Green garden: A bench', 'Green garden: A pond']);
    expect(await found('pond title:GARDEN')).toEqual(['Green garden: A pond']);
    expect(await found('title:花园明年 pond')).toEqual(['花园计划，明年的: A pond, too']);
    expect(await found('title:“花园明年” pond')).toEqual([]);
    expect(await found('title:“花园计划” pond')).toEqual(['花园计划，明年的: A pond, too']);
    expect(await found('title:"garden green"')).toEqual([]);
    expect(await found('"title:garden"')).toEqual(['花园计划，明年的: title:garden']);
    expect(await search(user, 'title:')).toEqual({ messages: [], total: 0, remaining: 0 });
    const sessionId = conversationIdOf((await foundIds(user, 'bench'))[0] ?? '');
    expect((await find(user, sessionId, 'title:kitchen pond')).sessionMessageIds).toHaveLength(1);
    expect((await find(user, sessionId, 'title:garden')).sessionMessageIds).toEqual([]);
  });

  it('reads the messages once, and packs afterwards', async () => {
    const user = chat.newUser();
    for (const text of ['one fish', 'two fish']) await user.answered(text);
    const before = await search(user, 'fish');
    expect(await packs(user)).toHaveLength(2);
    chat.takeCalls();
    expect(await search(user, 'fish')).toEqual(before);
    // The search sends one query of the conversations and one for each pack, but none of the messages.
    const queries = chat.takeCalls().filter(({ name }) => name === 'Query');
    expect(queries).toHaveLength(3);
    const routes = chatRoutes(user.ports);
    await search(user, 'fish', {}, routes);
    chat.takeCalls();
    expect(await search(user, '"two fish"', {}, routes)).toMatchObject({ total: 2 });
    expect(chat.takeCalls().filter(({ name }) => name === 'Query')).toHaveLength(1);
  });

  it('keeps up with every change of the messages, in a function that knows the old ones and in a new one', async () => {
    const { user, id, startNextAnswer } = await answerWith(chat, 'Camomile.', 'Peppermint.');
    const sessionId = conversationIdOf(id);
    const known = chatRoutes(user.ports);
    const both = async (text: string) => {
      const [one, other] = [await search(user, text, {}, known), await search(user, text)];
      expect(one).toEqual(other);
      return one.total;
    };
    expect([await both('peppermint'), await both('camomile')]).toEqual([1, 0]);
    await user.show(id, 1);
    expect([await both('peppermint'), await both('camomile')]).toEqual([0, 1]);
    await user.send(sessionId, 'And fennel?');
    expect(await both('fennel')).toBe(1);
    const next = await startNextAnswer();
    await next.scripted.write({ text: 'Fennel is sweet.' });
    await completeAnswer(next, ' Indeed.');
    expect([await both('sweet indeed'), await both('fennel')]).toEqual([1, 2]);
    const [last] = await user.list(sessionId);
    await user.regenerate(last?.sessionMessageId ?? '', 'And anise?');
    await completeAnswer(await startNextAnswer(), 'Anise is strong.');
    expect([await both('fennel'), await both('anise')]).toEqual([0, 2]);
    await user.remove(sessionId);
    expect(await both('anise')).toBe(0);
    await user.restore(sessionId);
    expect(await both('anise')).toBe(2);
  });

  it('finds what an import adds before known messages', async () => {
    const user = chat.newUser();
    await imported(user, 'parts', ['later part'], 1);
    expect(await foundIds(user, 'part')).toHaveLength(1);
    await imported(user, 'parts', ['earlier part'], 0);
    expect(await foundIds(user, 'part')).toHaveLength(2);
    expect(await foundIds(user, 'part')).toHaveLength(2);
  });

  it('knows nothing of a deleted conversation that is imported again', async () => {
    const user = chat.newUser();
    const known = chatRoutes(user.ports);
    await imported(user, 'garden', ['A pond']);
    const [id = ''] = await foundIds(user, 'pond', {}, known);
    await user.remove(conversationIdOf(id));
    await user.drain();
    await imported(user, 'garden', ['A bench']);
    expect(await foundIds(user, 'pond', {}, known)).toEqual([]);
    expect(await foundIds(user, 'bench', {}, known)).toEqual([id]);
  });

  it('does not pack an answer that is still being written', async () => {
    const { user, scripted, working } = await startAnswer(chat);
    expect((await search(user, 'tea')).total).toBe(1);
    expect((await packs(user)).map(({ isWhole }) => isWhole)).toEqual([false]);
    await completeAnswer({ scripted, working }, 'Oolong tea.');
    expect((await search(user, 'oolong')).total).toBe(1);
  });

  it('leaves nothing of a deleted conversation', async () => {
    const user = chat.newUser();
    const id = await user.answered('A secret plan');
    await search(user, 'secret');
    expect(await packs(user)).toHaveLength(1);
    await user.remove(conversationIdOf(id));
    await user.drain();
    expect(await user.rows('')).not.toContainEqual(expect.objectContaining({ sk: expect.stringContaining('TEXT#') }));
    expect(await search(user, 'secret')).toMatchObject({ total: 0 });
  });

  it('packs a long conversation in several parts, and adds to the last one', async () => {
    const user = chat.newUser();
    for (let first = 0; first < 8; first += 2)
      await imported(user, 'long', [noise(), `${noise()} mark${first}`], first);
    const all = await foundIds(user, 'mark0');
    expect(all).toHaveLength(1);
    const parts = await packs(user);
    expect(parts.length).toBeGreaterThan(1);
    const sessionId = conversationIdOf(all[0] ?? '');
    for (const text of ['mark one', 'mark two']) await user.send(sessionId, text);
    await user.drain();
    const questions = async (text: string) =>
      (await search(user, text)).messages.filter(({ senderRole }) => senderRole === 'USER').length;
    expect([await questions('mark6'), await questions('"mark one"'), await questions('mark')]).toEqual([1, 1, 6]);
    // A part that is lost or spoiled costs time and nothing else.
    await chat.write(
      user.tableName,
      { pk: `USER#${user.userId}`, sk: String(parts[1]?.['sk']) },
      { from: 'elsewhere' },
    );
    expect(await questions('mark')).toBe(6);
  });

  it('says how many conversations it had no time for', async () => {
    const user = chat.newUser();
    for (const text of ['one fish', 'two fish']) await user.answered(text);
    const times = [0, 0, 60_000, 60_000];
    const ports = { ...user.ports, now: () => new Date(times.shift() ?? 60_000) };
    const first = await search(user, 'fish', {}, chatRoutes(ports));
    expect(first.remaining).toBeGreaterThan(0);
    const rest = await search(user, 'fish');
    expect([rest.remaining, rest.total > first.total]).toEqual([0, true]);
  });
});
