import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chatApi } from 'shared-types/contract/chat';
import type { QuestionFile } from 'shared-types/contract/chat/files';
import type { ImportedConversation } from 'shared-types/contract/chat/import';
import { pdfType, textType } from 'shared-types/rules/chat/files';
import * as z from 'zod';
import { oddIds } from '../../../../support/contract/odd-ids.ts';
import { pngOf } from '../../../../support/pictures.ts';
import { pdfOf } from '../../../../support/pdf.ts';
import { type Chat, type ChatUser, startChat } from '../support/chat-environment.ts';

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

const at = Date.parse('2024-05-01T10:00:00Z');
const part = (files: QuestionFile[], change: Partial<ImportedConversation> = {}): ImportedConversation => ({
  exportId: '0b9b5f2e-ce2b-4d64-9f1a-2d3c1f2a5b6c',
  title: 'A cat',
  createTime: at,
  updateTime: at,
  messages: [
    { place: 0, id: 'q', senderRole: 'USER', text: 'Which cat is this?', createTime: at, files },
    { place: 1, id: 'a', senderRole: 'ASSISTANT', text: 'A black one.', createTime: at },
  ],
  ...change,
});
const send = ({ routes, nothing }: ChatUser, ...conversations: ImportedConversation[]) =>
  routes.importConversations({ ...nothing, body: { conversations } });
const find = async ({ routes, nothing }: ChatUser, { exportId, messages } = part([]), fileCount = 0) => {
  const asked = messages.map(({ place, id }) => ({ exportId, place, id }));
  const found = await routes.findImported({ ...nothing, body: { messages: asked } });
  expect(found.messages[0]?.files).toBe(fileCount);
  return found.messages.map(({ isStored }) => isStored);
};
const isTaken = (...conversations: ImportedConversation[]) =>
  chatApi.importConversations.body.safeParse({ conversations }).success;

async function question(user: ChatUser) {
  const [session] = await user.sessions();
  const messages = session ? await user.list(session.sessionId) : [];
  return messages.at(-1);
}

const Files = z.array(z.object({ name: z.string(), key: z.string(), textKey: z.string().optional() }));

/** Returns the contents of the files that stay, by the names that the messages give them. */
async function kept({ buckets, ...user }: ChatUser) {
  const rows = await user.rows('MESSAGE#');
  const files = rows.flatMap((row) => Files.parse(row['files'] ?? []));
  // Nothing stays that no message names.
  expect(buckets.kept.size).toBe(files.length + files.filter(({ textKey }) => textKey !== undefined).length);
  return files.map(({ name, key }) => [name, buckets.kept.get(key)]);
}

const [cat, dog] = [pngOf(40, 30), pngOf(7, 5)];

describe('the files of a question that is imported', () => {
  it('are kept with it, and deleted with it', async () => {
    const user = chat.newUser();
    const pdf = pdfOf('The rent is 900.');
    const [picture, notes, lease, text] = [
      await user.upload(cat),
      await user.upload(Buffer.from('# Tea'), 'tea.md', textType),
      await user.upload(pdf, 'lease.pdf', pdfType),
      await user.upload(Buffer.from('The rent is 900.'), 'lease.pdf', textType),
    ];
    const files = [picture, notes, { ...lease, textFileId: text.fileId }];
    expect(await send(user, part(files))).toEqual({ added: 2, known: 0 });
    expect(await question(user)).toMatchObject({
      text: 'Which cat is this?',
      files: [
        { name: 'cat.png', type: 'image/png', bytes: cat.length, width: 40, height: 30 },
        { name: 'tea.md', type: textType, tokens: 2 },
        { name: 'lease.pdf', type: pdfType, bytes: pdf.length },
      ],
    });
    await user.drain();
    expect(await kept(user)).toEqual([
      ['cat.png', cat],
      ['tea.md', Buffer.from('# Tea')],
      ['lease.pdf', pdf],
    ]);
    const [session] = await user.sessions();
    await user.remove(session?.sessionId ?? '');
    await user.drain();
    expect(user.buckets.kept.size).toBe(0);
  });

  it('are kept once, when the import arrives three times at once, and again when its uploads are gone', async () => {
    const user = chat.newUser();
    const sent = part([await user.upload(cat), await user.upload(dog, 'dog.png')]);
    const counts = await Promise.all([send(user, sent), send(user, sent), send(user, sent)]);
    expect(counts.filter(({ added }) => added === 2)).toHaveLength(1);
    expect(counts.filter(({ known }) => known === 2)).toHaveLength(2);
    user.buckets.uploaded.clear();
    expect(await send(user, sent)).toEqual({ added: 0, known: 2 });
    await user.drain();
    expect(await kept(user)).toEqual([
      ['cat.png', cat],
      ['dog.png', dog],
    ]);
    expect(await user.sessions()).toHaveLength(1);
  });

  it('are known by the places and ids of their messages, of no other person', async () => {
    const user = chat.newUser();
    const [asked, answer] = part([]).messages;
    if (!asked || !answer) throw new Error('no messages');
    const other = part([], { messages: [{ ...asked, id: 'q2' }, answer, { ...asked, place: 2 }] });
    expect(await find(user)).toEqual([false, false]);
    await send(user, part([await user.upload(cat)]));
    expect(await find(user, part([]), 1)).toEqual([true, true]);
    expect(await find(user, other, 1)).toEqual([false, true, false]);
    expect(await find(chat.newUser())).toEqual([false, false]);
    for (const exportId of oddIds) {
      const odd = part([], { exportId });
      expect(await find(user, odd)).toEqual([false, false]);
      await send(user, odd);
      expect(await find(user, odd)).toEqual([true, true]);
    }
  });

  it('are left out when they are not what they say, and their names stand in the question', async () => {
    const user = chat.newUser();
    const [good, bad, huge] = [
      await user.upload(cat),
      await user.upload(Buffer.from('<svg/>'), 'b.png'),
      await user.upload(Buffer.from('\0'), 'c.txt', textType),
    ];
    expect(await send(user, part([bad, good, huge]))).toEqual({
      added: 2,
      known: 0,
      refusedFiles: 2,
    });
    expect(await question(user)).toMatchObject({
      text: 'Which cat is this?\n\n*Attached: b.png, c.txt*',
      files: [{ name: 'cat.png' }],
    });
  });

  it('are all left out when they are too much for a question', async () => {
    const user = chat.newUser();
    const large = Buffer.concat([cat, Buffer.alloc(16_000_000)]);
    const files = [await user.upload(large), await user.upload(large, 'dog.png')];
    expect(await send(user, part(files))).toMatchObject({ refusedFiles: 2 });
    const asked = await question(user);
    expect([asked?.text, asked?.files]).toEqual(['Which cat is this?\n\n*Attached: cat.png, dog.png*', undefined]);
  });

  it('need no model that takes them', async () => {
    const user = chat.newUser();
    await user.routes.updateSession({
      ...user.nothing,
      params: { sessionId: (await user.start()).session.sessionId },
      body: { title: null, memorySize: null, modelCode: 'o3-mini' },
    });
    expect(await send(user, part([await user.upload(cat)]))).toEqual({ added: 2, known: 0 });
  });

  it.each<[string, (user: ChatUser) => Promise<QuestionFile>]>([
    ['is not there', async () => ({ fileId: '01HZZZZZZZZZZZZZZZZZZZZZZZ', name: 'cat.png' })],
    ['is another person’s', () => chat.newUser().upload(cat)],
  ])('end the import when one %s, which can be sent again with another', async (_, wrong) => {
    const user = chat.newUser();
    const good = await user.upload(dog, 'dog.png');
    await expect(send(user, part([good, await wrong(user)]))).rejects.toMatchObject({ code: 'notFound' });
    await user.drain();
    expect([await user.sessions(), user.buckets.kept.size]).toEqual([[], 0]);
    expect(await send(user, part([good]))).toMatchObject({ added: 2 });
    await user.drain();
    expect(await kept(user)).toEqual([['dog.png', dog]]);
  });

  it('leave nothing when the import dies, and can be imported at the moment of their check', async () => {
    const user = chat.newUser();
    const sent = part([await user.upload(cat)]);
    chat.hooks.before = (name) => {
      if (name === 'TransactWriteItems') throw new Error('no connection');
    };
    await expect(send(user, sent)).rejects.toThrow('no connection');
    chat.hooks.before = undefined;
    expect(user.buckets.kept.size).toBe(1);
    // The copies of the second call are made before the check of the first one, and named after it.
    const before = { ...user.ports.store };
    user.clock.ms += 899_000;
    user.worker.store.endPurge = () => Promise.reject(new Error('the conversation is given up'));
    user.ports.store.saveImport = async (...of) => {
      user.clock.ms += 1000;
      const check = user.takeJob();
      if (check) await user.work(check);
      return before.saveImport(...of);
    };
    expect(await send(user, sent)).toMatchObject({ added: 2 });
    await user.drain();
    expect(await kept(user)).toEqual([['cat.png', cat]]);
  });

  it('stay away from a conversation that is deleted meanwhile', async () => {
    const user = chat.newUser();
    await send(user, part([]));
    const [session] = await user.sessions();
    const next = part([], {
      messages: [{ place: 2, id: 'q2', senderRole: 'USER', text: '', createTime: at, files: [await user.upload(cat)] }],
    });
    await user.remove(session?.sessionId ?? '');
    expect(await send(user, next)).toEqual({ added: 0, known: 0, ofDeleted: 1, unusedFiles: 1 });
    await user.drain();
    expect([await user.rows('MESSAGE#'), user.buckets.kept.size]).toEqual([[], 0]);
  });
});

it('takes ten files in a call, each once in its question, and no message without a word or a file', () => {
  const files = Array.from({ length: 11 }, (_, index) => ({
    fileId: `01HZZZZZZZZZZZZZZZZZZZZZ${10 + index}`,
    name: 'a',
  }));
  const [first, ...others] = files;
  if (!first) throw new Error('no file');
  expect(isTaken(part(others))).toBe(true);
  expect(isTaken(part(others.slice(1)), part([first]))).toBe(true);
  expect(isTaken(part(others), part([first]))).toBe(false);
  expect(isTaken(part([first, first]))).toBe(false);
  const message = { place: 0, id: 'q', senderRole: 'USER' as const, text: '', createTime: at };
  expect(isTaken(part([], { messages: [{ ...message, files: [first] }] }))).toBe(true);
  expect(isTaken(part([], { messages: [message] }))).toBe(false);
  expect(isTaken(part([], { messages: [{ ...message, senderRole: 'ASSISTANT', files: [first] }] }))).toBe(false);
});
