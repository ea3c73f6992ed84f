import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chatApi } from 'shared-types/contract/chat';
import type { ImportedConversation } from 'shared-types/contract/chat/import';
import { importOf } from 'lambdas/chat/imports/import';
import { type Chat, startChat } from '../support/chat-environment.ts';

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

const at = Date.parse('2024-05-01T10:00:00Z');
const part = (change: Partial<ImportedConversation> = {}): ImportedConversation => ({
  exportId: '0b9b5f2e-ce2b-4d64-9f1a-2d3c1f2a5b6c',
  title: 'White tea',
  createTime: at,
  updateTime: at + 60_000,
  messages: [
    { place: 0, id: 'q', senderRole: 'USER', text: 'What is white tea?', createTime: at },
    { place: 1, id: 'a', senderRole: 'ASSISTANT', text: 'A tea of buds.', createTime: at + 5000, modelCode: 'gpt-4' },
  ],
  ...change,
});
const send = ({ routes, nothing }: ReturnType<Chat['newUser']>, ...conversations: ImportedConversation[]) =>
  routes.importConversations({ ...nothing, body: { conversations } });
const settings = { modelCode: 'gpt', memorySize: 10, effort: null, webSearch: false };

async function imported(user: ReturnType<Chat['newUser']>) {
  const [session] = await user.sessions();
  const messages = session ? await user.list(session.sessionId) : [];
  return { session, texts: messages.map(({ text }) => text).toReversed(), messages };
}

const version = (number: number) => ({ version: number, text: 'Green?' });

const text = (index: number) => `message ${index}`;

const ninety = (first: number) =>
  Array.from({ length: 90 }, (_, index) => ({
    place: first + index,
    id: String(first + index),
    senderRole: 'USER' as const,
    text: text(first + index),
    createTime: at,
  }));

describe('an import', () => {
  it('makes a conversation that reads as one that was written here', async () => {
    const user = chat.newUser();
    expect(await send(user, part())).toEqual({ added: 2, known: 0 });
    const { session, messages } = await imported(user);
    expect(session).toMatchObject({ title: 'White tea', createTime: at, updateTime: at + 60_000 });
    expect(messages).toMatchObject([
      { senderRole: 'ASSISTANT', status: 'DONE', text: 'A tea of buds.', modelCode: 'gpt-4', createTime: at + 5000 },
      { senderRole: 'USER', status: 'DONE', text: 'What is white tea?', createTime: at },
    ]);
    for (const each of messages) expect(chatApi.getMessage.response.safeParse(each).success).toBe(true);
  });

  it('has the time of the latest export, or of what was written here since', async () => {
    const user = chat.newUser();
    const next = { place: 2, id: 'next', senderRole: 'USER' as const, text: 'And green?', createTime: at + 90_000 };
    await send(user, part());
    await send(user, part({ updateTime: at + 90_000, messages: [next] }));
    expect((await imported(user)).session?.updateTime).toBe(at + 90_000);
    await send(user, part());
    expect((await imported(user)).session?.updateTime).toBe(at + 90_000);
    expect(await send(user, part({ updateTime: at + 95_000 }))).toEqual({ added: 0, known: 2 });
    expect((await imported(user)).session?.updateTime).toBe(at + 95_000);
  });

  it('keeps how an answer ended', async () => {
    const user = chat.newUser();
    const [first, last] = part().messages;
    if (!first || !last) throw new Error('no messages');
    await send(user, part({ messages: [first, { ...last, status: 'FAILED', finishReason: 'length' }] }));
    expect((await imported(user)).messages[0]).toMatchObject({ status: 'FAILED', finishReason: 'length' });
    const isTaken = (message: object) =>
      chatApi.importConversations.body.safeParse({ conversations: [{ ...part(), messages: [message] }] }).success;
    expect([isTaken({ ...last, status: 'FAILED' }), isTaken({ ...first, status: 'FAILED' })]).toEqual([true, false]);
  });

  it('brings the other versions of an answer, which can be shown and are listed', async () => {
    const user = chat.newUser();
    const [asked, answer] = part().messages;
    if (!asked || !answer) throw new Error('no messages');
    const other = { version: 1, text: 'Green?', status: 'FAILED' as const, question: 'What is tea?', modelCode: 'o3' };
    const others = [other, { version: 5, text: 'A new leaf.', finishReason: 'length' }];
    const whole = part({ messages: [asked, { ...answer, version: 3, otherVersions: others }] });
    expect(await send(user, whole)).toEqual({ added: 2, known: 0 });
    const [shown] = (await imported(user)).messages;
    expect(shown).toMatchObject({ text: answer.text, version: 3, versions: [1, 3, 5] });
    const id = shown?.sessionMessageId ?? '';
    const listed = () => user.routes.listVersions({ ...user.nothing, query: { sessionMessageId: id } });
    expect(await listed()).toMatchObject([other, { status: 'DONE', ...others[1] }]);
    expect(chatApi.listVersions.response.safeParse(await listed()).success).toBe(true);
    expect(await user.show(id, 1)).toMatchObject({ text: 'Green?', status: 'FAILED', modelCode: 'o3', version: 1 });
    expect((await imported(user)).texts).toEqual(['What is tea?', 'Green?']);
    await user.regenerate(id);
    expect((await imported(user)).messages[0]).toMatchObject({ versions: [1, 3, 5, 7] });
    // What its user has changed stays, and nothing comes twice.
    expect(await send(user, whole)).toEqual({ added: 0, known: 2 });
  });

  it('refuses other versions that are none, and more than one write takes', () => {
    const [asked, answer] = part().messages;
    const isTaken = (...messages: object[]) =>
      chatApi.importConversations.body.safeParse({ conversations: [{ ...part(), messages }] }).success;
    const others = [1, 2, 3, 4, 5].map(version);
    const with90 = Array.from({ length: 15 }, (_, place) => ({ ...answer, place, version: 9, otherVersions: others }));
    expect([
      isTaken({ ...answer, version: 2, otherVersions: [version(1)] }),
      isTaken({ ...answer, text: '', version: 2, otherVersions: [version(1)] }),
      isTaken(...with90),
      isTaken({ ...answer, text: '' }),
      isTaken({ ...answer, otherVersions: [version(1)] }),
      isTaken({ ...answer, version: 1, otherVersions: [version(1)] }),
      isTaken({ ...asked, version: 2, otherVersions: [version(1)] }),
      isTaken({ ...answer, version: 9, otherVersions: [...others, version(6)] }),
      isTaken(...with90, { ...answer, place: 20 }),
    ]).toEqual([true, true, true, false, false, false, false, false, false]);
  });

  it('adds nothing when it arrives again, and keeps what its user has changed', async () => {
    const user = chat.newUser();
    await send(user, part());
    const { session, messages } = await imported(user);
    await user.regenerate(messages[0]?.sessionMessageId ?? '');
    await user.drain();
    await user.rename(session?.sessionId ?? '', { title: 'My tea' });
    const before = await imported(user);
    expect(before.texts[1]).not.toBe('A tea of buds.');
    expect(await send(user, part(), part())).toEqual({ added: 0, known: 4 });
    expect(await imported(user)).toEqual(before);
  });

  it('adds the parts of a long conversation, each behind the one before only', async () => {
    const user = chat.newUser();
    const [first, second] = [
      part({ messages: ninety(0) }),
      part({ messages: ninety(90), after: { place: 89, id: '89' } }),
    ];
    expect(await send(user, second)).toEqual({ added: 0, known: 0, ofOtherBranches: 90 });
    expect(await user.sessions()).toEqual([]);
    for (const added of [180, 0]) expect(await send(user, first, second)).toEqual({ added, known: 180 - added });
    const { session } = await imported(user);
    const read: string[] = [];
    for (let after: string | undefined; ;) {
      const page = await user.list(session?.sessionId ?? '', after);
      if (page.length === 0) break;
      read.push(...page.map((message) => message.text));
      after = page.at(-1)?.sessionMessageId;
    }
    expect(read.toReversed()).toEqual(Array.from({ length: 180 }, (_, index) => text(index)));
    expect(await user.sessions()).toHaveLength(1);
  });

  it('adds nothing to a conversation that is deleted, and begins again when it is purged', async () => {
    const user = chat.newUser();
    await send(user, part());
    const { session } = await imported(user);
    await user.remove(session?.sessionId ?? '');
    const next = part({
      messages: [{ place: 2, id: 'q2', senderRole: 'USER', text: 'And green tea?', createTime: at }],
    });
    const messages = part().messages.map(({ place, id }) => ({ exportId: part().exportId, place, id }));
    const found = await user.routes.findImported({ ...user.nothing, body: { messages } });
    expect(found.messages.map(({ isStored }) => isStored)).toEqual([false, false]);
    // Two of three messages are there, and none of them stays.
    expect(await send(user, part(), next)).toEqual({ added: 0, known: 0, ofDeleted: 3 });
    await user.drain();
    expect(await user.rows('CONVERSATION#')).toEqual([]);
    expect(await send(user, part())).toEqual({ added: 2, known: 0 });
  });

  it('never mixes two branches, also not behind the place where they part', async () => {
    const user = chat.newUser();
    await send(user, part());
    const before = await imported(user);
    const [question, answer] = part().messages;
    if (!question || !answer) throw new Error('no messages');
    const other = { ...answer, id: 'a2', text: 'A tea of leaves.' };
    const next = { ...question, place: 2, id: 'q2', text: 'Which leaves?' };
    const parts = [part({ messages: [question, other] }), part({ messages: [next], after: { place: 1, id: 'a2' } })];
    expect(await send(user, ...parts)).toEqual({ added: 0, known: 0, ofOtherBranches: 3 });
    expect(await imported(user)).toEqual(before);
  });

  it('adds a message between others, as an answer that was empty before', async () => {
    const user = chat.newUser();
    const [question, answer] = part().messages;
    if (!question || !answer) throw new Error('no messages');
    const next = { ...question, place: 2, id: 'q2', text: 'And green tea?' };
    expect(await send(user, part({ messages: [question, next] }))).toEqual({ added: 2, known: 0 });
    expect(await send(user, part({ messages: [question, answer, next] }))).toEqual({ added: 1, known: 2 });
    expect((await imported(user)).texts).toEqual(['What is white tea?', 'A tea of buds.', 'And green tea?']);
  });

  it('refuses messages out of their order', () => {
    const isTaken = (change: Partial<ImportedConversation>) =>
      chatApi.importConversations.body.safeParse({ conversations: [part(change)] }).success;
    const [first, second] = part().messages;
    if (!first || !second) throw new Error('no messages');
    expect(isTaken({})).toBe(true);
    expect(isTaken({ messages: [second, first] })).toBe(false);
    expect(isTaken({ messages: [first, { ...second, place: 0 }] })).toBe(false);
    expect(isTaken({ after: { place: 0, id: 'q' } })).toBe(false);
    expect(isTaken({ messages: [second], after: { place: 0, id: 'q' } })).toBe(true);
  });

  it('gives two users their own conversations', async () => {
    const [ann, bo] = [chat.newUser(), chat.newUser()];
    await send(ann, part());
    await send(bo, part({ title: 'Of Bo' }));
    const [ofAnn, ofBo] = [await imported(ann), await imported(bo)];
    expect([ofAnn.session?.title, ofBo.session?.title]).toEqual(['White tea', 'Of Bo']);
    expect(ofAnn.session?.sessionId).not.toBe(ofBo.session?.sessionId);
  });

  it('puts a conversation with a time of the future below the others, and later questions after it', async () => {
    const user = chat.newUser();
    const future = Date.now() + 1e9;
    const [first] = part().messages;
    const messages = first ? [{ ...first, createTime: future }] : [];
    await send(user, part({ createTime: future, updateTime: future, messages }));
    const { session } = await imported(user);
    expect(session).toMatchObject({ createTime: 0, updateTime: 0 });
    await user.send(session?.sessionId ?? '', 'Is it strong?');
    await user.drain();
    expect((await imported(user)).texts.slice(0, 2)).toEqual(['What is white tea?', 'Is it strong?']);
  });

  it('is the same conversation when the time of its export is not of the future any more', async () => {
    const user = chat.newUser();
    const soon = part({ createTime: user.clock.ms + 60_000 });
    expect(await send(user, soon)).toEqual({ added: 2, known: 0 });
    user.clock.ms += 120_000;
    expect(await send(user, soon)).toEqual({ added: 0, known: 2 });
    expect(await user.sessions()).toHaveLength(1);
  });

  it('continues with a question, which follows all that was imported', async () => {
    const user = chat.newUser();
    await send(user, part());
    const { session } = await imported(user);
    await user.send(session?.sessionId ?? '', 'Is it strong?');
    await user.drain();
    const { texts } = await imported(user);
    expect(texts.slice(0, 3)).toEqual(['What is white tea?', 'A tea of buds.', 'Is it strong?']);
  });
});

it('gives ids that the contract takes, and that stand in the order of the messages', () => {
  const ids = [0, 90, 0xff_ff_ff - 89].flatMap((first) =>
    importOf('cognito|1', part({ messages: ninety(first) }), settings, new Date()).messages.map(
      ({ sessionMessageId }) => sessionMessageId,
    ),
  );
  for (const sessionMessageId of ids)
    expect(chatApi.getMessage.params.safeParse({ sessionMessageId }).success).toBe(true);
  expect(ids).toEqual([...new Set(ids)].toSorted());
});
