import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { strFromU8, strToU8, unzipSync, type Zippable, zipSync } from 'fflate';
import { pdfType, textType } from 'shared-types/rules/chat/files';
import { AttachmentError, SlowPdf } from 'web/features/chat/conversation/files/reading/attachment-error';
import { uploadAgain } from 'web/features/chat/conversation/files/upload-file';
import { allConversations, type ExportProgress, runExport } from 'web/features/chat/transfer/run-export';
import { type ImportProgress, runImport } from 'web/features/chat/transfer/run-import';
import * as z from 'zod';
import { sha256 } from '../../../../../support/sha256.ts';
import { pdfOf } from '../../../../../support/pdf.ts';
import { pngOf } from '../../../../../support/pictures.ts';
import { type Chat, type ChatUser, startChat } from '../../../../lambdas/chat/support/chat-environment.ts';
import { connect, type Site } from './connect.ts';

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

const fetchOfNode = globalThis.fetch;
const { signal } = new AbortController();
const asFile = (content: Blob | Uint8Array<ArrayBuffer>) => new File([content], 'chat.zip', { lastModified: 1 });

/** Imports a zip. Returns its end, and what the page showed until then. */
async function importZip(content: Blob | Uint8Array<ArrayBuffer>) {
  const shown: ImportProgress[] = [];
  const end = await runImport([asFile(content)], { signal, onProgress: (each) => void shown.push(each) });
  return { end, shown };
}

const Exported = z.object({
  session: z.object({ title: z.string(), createTime: z.number(), updateTime: z.number() }),
  messages: z.array(
    z.object({
      senderRole: z.string(),
      text: z.string(),
      createTime: z.number(),
      modelCode: z.string().optional(),
      files: z.array(z.object({ name: z.string(), type: z.string(), bytes: z.number() })).optional(),
    }),
  ),
});

async function exportAll(user: ChatUser) {
  connect(user);
  const shown: ExportProgress[] = [];
  const zip = await runExport(allConversations(signal), [], signal, (each) => void shown.push(each));
  const entries = unzipSync(new Uint8Array(await zip.arrayBuffer()));
  const namesOf = (folder: string) => Object.keys(entries).filter((name) => name.startsWith(folder));
  return {
    zip,
    entries,
    shown,
    conversations: namesOf('json/')
      .map((name) => Exported.parse(JSON.parse(strFromU8(entries[name] ?? new Uint8Array()))))
      .toSorted((one, other) => (one.session.title < other.session.title ? -1 : 1)),
    // The ids in the names are others on each site.
    files: namesOf('files/')
      .map((name) => `${name.replace(/^.*?-/, '')} ${sha256(entries[name] ?? '')}`)
      .toSorted(),
  };
}

/** Looks like a zip with a conversation, to a program that searches for one. */
const trap = strFromU8(zipSync({ 'json/x.json': [strToU8('{"session":{"sessionId":"trap"}}'), { level: 0 }] }), true)
  .replaceAll('\0', '.')
  .replaceAll(/[\u0080-\u00ff]/g, '.');

/** A person with two conversations: the first has two files and then one, and the second has no word but a file. */
async function person() {
  // The model is asked as from a function, and not from the page of an earlier test.
  Object.assign(globalThis, { fetch: fetchOfNode });
  const user = chat.newUser();
  const cat = await user.upload(pngOf(40, 30));
  const tea = await user.upload(Buffer.from(trap), '../茶 "b".md', textType);
  const { session } = await user.start('Which cat is this?', [cat, tea]);
  await user.drain();
  await user.send(session.sessionId, 'And this one?', undefined, [await user.upload(pngOf(7, 5), 'dog.png')]);
  await user.drain();
  await user.start('', [await user.upload(pngOf(3, 4), 'hen.png')]);
  await user.drain();
  return user;
}

/** A person of another site, some time later. */
function elsewhere() {
  const user = chat.newUser();
  user.clock.ms += 86_400_000;
  return user;
}

/** Uploads a PDF whose reader fails. */
const uploadUnread = (error: Error, ending = signal) =>
  uploadAgain(
    { name: 'lease.pdf', type: pdfType, blob: new Blob([new Uint8Array(pdfOf('The rent is 900.'))]) },
    { signal: ending, onProgress: () => {} },
    async () => {
      throw error;
    },
  );

const pictureOf = (index: number) => ({
  fileId: String(index).padStart(26, '0'),
  name: `${index}.png`,
  type: 'image/png',
});
const pathOfPicture = (index: number) => `files/0000a1/${String(index).padStart(6, '0')}-${index}.png`;

/** Makes the zip again with other files, as another program would. */
const zipped = (files: Zippable) => new Uint8Array(zipSync(files));

/** Returns the export of a conversation with these questions, of which all but the first have a picture. */
const zipOfQuestions = (texts: readonly string[], files: Zippable = {}) => {
  const session = { sessionId: '01hzz0000000000000000000a1', title: 'Cats', createTime: 1 };
  const messages = texts.map((text, index) => ({
    text,
    senderRole: 'USER',
    createTime: 1,
    ...(index > 0 && { files: [pictureOf(1)] }),
  }));
  return zipped({ 'json/Cats.json': strToU8(JSON.stringify({ session, messages })), ...files });
};

describe('the export of all', () => {
  it('has a conversation that gets a message, and so moves to the top, while others are loaded', async () => {
    Object.assign(globalThis, { fetch: fetchOfNode });
    const user = chat.newUser();
    const oldest = await user.start('The oldest');
    await user.drain();
    // A page of the list has twenty.
    for (let count = 1; count <= 20; count += 1) {
      user.clock.ms += 1000;
      await user.routes.createSession({ ...user.nothing, body: { title: `Number ${count}` } });
    }
    connect(user);
    const ids: string[] = [];
    for await (const { sessionId } of allConversations(signal)) {
      if (ids.push(sessionId) > 1) continue;
      user.clock.ms += 1000;
      await user.send(oldest.session.sessionId, 'And now?');
    }
    expect(ids).toHaveLength(21);
    expect(ids.at(-1)).toBe(oldest.session.sessionId);
    expect(new Set(ids).size).toBe(21);
  });
});

describe('the files of questions', () => {
  it('are exported, imported elsewhere and exported there equally, and only once', async () => {
    const first = await exportAll(await person());
    expect(first.files).toHaveLength(4);
    // The count moves with each file.
    expect(first.shown.map(({ conversations, files }) => [conversations, files])).toEqual([
      [0, 1],
      [1, 1],
      [1, 2],
      [1, 3],
      [1, 4],
      [2, 4],
    ]);
    const bob = elsewhere();
    const site = connect(bob);
    const { end, shown } = await importZip(first.zip);
    expect(end).toMatchObject({ conversations: 2, added: 6, files: 4, share: 1, isIncomplete: false });
    expect(new Set(Object.values(end.lost))).toEqual(new Set([0]));
    expect(site.uploads()).toBe(4);
    // The bar and the count move with each file, and never back.
    expect(new Set(shown.map(({ files }) => files))).toEqual(new Set([0, 1, 2, 3, 4]));
    const shares = shown.map(({ share }) => share);
    expect(shares).toEqual(shares.toSorted((one, other) => one - other));
    expect(new Set(shares).size).toBeGreaterThan(4);
    const second = await exportAll(bob);
    expect(second.conversations).toEqual(first.conversations);
    expect(second.files).toEqual(first.files);

    const again = connect(bob);
    expect((await importZip(first.zip)).end).toMatchObject({ conversations: 2, added: 0, files: 0 });
    expect(again.made).not.toContain('/api/chat/import');
    await bob.drain();
    expect(bob.buckets.kept.size).toBe(4);

    // What was deleted since then comes in again.
    const [newest] = await bob.sessions();
    await bob.remove(newest?.sessionId ?? '');
    await bob.drain();
    connect(bob);
    const { added } = (await importZip(first.zip)).end;
    expect([2, 4]).toContain(added);
    const third = await exportAll(bob);
    expect([third.conversations, third.files]).toEqual([first.conversations, first.files]);
  });

  it('are found in a zip that another program has made of the same files', async () => {
    const first = await exportAll(await person());
    const bob = elsewhere();
    connect(bob);
    const moved = Object.entries(first.entries).map(([name, bytes]) => [`chat-2026-11-21/${name}`, bytes] as const);
    expect((await importZip(zipped(Object.fromEntries(moved)))).end).toMatchObject({ added: 6, files: 4 });
    expect((await exportAll(bob)).files).toEqual(first.files);
  });

  it('come back with the rest when the import ends at any call, and none twice', async () => {
    const first = await exportAll(await person());
    const ways: Site[] = [
      ...[1, 2, 3, 4].map((last) => ({ takes: (nth: number) => nth < last })),
      {
        beforeImport: () => {
          throw new Error('the tab is closed');
        },
      },
    ];
    for (const way of ways) {
      const bob = elsewhere();
      connect(bob, way);
      await expect(importZip(first.zip)).rejects.toThrow(/no response|the tab is closed/);
      connect(bob);
      expect((await importZip(first.zip)).end.conversations).toBe(2);
      await bob.drain();
      const second = await exportAll(bob);
      expect([second.conversations, second.files]).toEqual([first.conversations, first.files]);
      expect(bob.buckets.kept.size).toBe(4);
    }
  });

  it('that are missing, too large, too many, damaged or of another type leave their questions whole', async () => {
    const { entries } = await exportAll(await person());
    const pathOf = (name: string) =>
      Object.keys(entries).find((path) => path.startsWith('files/') && path.endsWith(name)) ?? '';
    const without = { ...entries };
    delete without[pathOf('cat.png')];
    const files = {
      ...without,
      // The md is larger than a text may be, and the dog is none.
      [pathOf('.md')]: new Uint8Array(400_001),
      [pathOf('dog.png')]: strToU8('<svg/>'),
    };
    const bob = elsewhere();
    const site = connect(bob);
    const { end } = await importZip(zipped(files));
    expect(end).toMatchObject({ added: 6, files: 1, lost: { missing: 1, tooLarge: 1, tooMany: 0, refused: 1 } });
    expect(site.uploads()).toBe(2);
    const second = await exportAll(bob);
    const texts = second.conversations.flatMap(({ messages }) =>
      messages.filter(({ senderRole }) => senderRole === 'USER').map(({ text }) => text),
    );
    expect(texts.toSorted()).toEqual([
      '',
      'And this one?\n\n*Attached: dog.png*',
      'Which cat is this?\n\n*Attached: cat.png, ../茶 "b".md*',
    ]);
  });

  it('are those of ten files and 30 MB a question', async () => {
    const sessionId = '01hzz0000000000000000000a1';
    const messages = [
      { files: Array.from({ length: 12 }, (_, index) => pictureOf(index)) },
      { files: [pictureOf(20), pictureOf(21), { ...pictureOf(22), type: 'application/x-sh' }] },
    ];
    const json = JSON.stringify({
      session: { sessionId, title: 'Cats', createTime: 1 },
      messages: messages.map((each) => ({ ...each, text: 'Cats?', senderRole: 'USER', createTime: 1 })),
    });
    const padded = Buffer.concat([pngOf(4, 3), Buffer.alloc(16_000_000)]);
    const small = Array.from(
      { length: 12 },
      (_, index) => [pathOfPicture(index), new Uint8Array(pngOf(4, 3))] as const,
    );
    const bob = elsewhere();
    connect(bob);
    const { end } = await importZip(
      zipped({
        'json/Cats.json': strToU8(json),
        ...Object.fromEntries(small),
        ...Object.fromEntries([20, 21, 22].map((index) => [pathOfPicture(index), new Uint8Array(padded)])),
      }),
    );
    expect(end).toMatchObject({ added: 2, files: 11, lost: { tooMany: 3, refused: 1, missing: 0 } });
  });

  it('are not counted when their conversation is deleted meanwhile', async () => {
    const bob = elsewhere();
    connect(bob);
    await importZip(zipOfQuestions(['Cats?']));
    const [session] = await bob.sessions();
    connect(bob, {
      beforeImport: async () => {
        await bob.remove(session?.sessionId ?? '');
      },
    });
    const { end } = await importZip(
      zipOfQuestions(['Cats?', 'And this one?'], { [pathOfPicture(1)]: new Uint8Array(pngOf(4, 3)) }),
    );
    expect(end).toMatchObject({ added: 0, ofDeleted: 2, files: 0, lost: { refused: 0 } });
  });

  it('are whole when this browser is too slow for the text of a PDF', async () => {
    const user = chat.newUser();
    const site = connect(user);
    const back = await uploadUnread(new SlowPdf());
    expect(back).toEqual({ name: 'lease.pdf', fileId: expect.any(String) });
    expect(await uploadUnread(new AttachmentError('This PDF is damaged.'))).toBeUndefined();
    await expect(uploadUnread(new SlowPdf(), AbortSignal.abort())).rejects.toThrow('aborted');
    expect(site.uploads()).toBe(1);
  });

  it('are missing in half of a zip, so their conversations come in with the whole one', async () => {
    const user = await person();
    await user.start('A question without files');
    await user.drain();
    const { zip, conversations } = await exportAll(user);
    const bob = elsewhere();
    const site = connect(bob);
    const { end } = await importZip(zip.slice(0, zip.size - 30));
    expect(end).toMatchObject({
      conversations: 3,
      added: 2,
      withoutFiles: 2,
      lost: { missing: 0 },
      isIncomplete: true,
    });
    expect(site.uploads()).toBe(0);
    expect((await importZip(zip)).end).toMatchObject({ added: 6, withoutFiles: 0, files: 4, lost: { known: 0 } });
    expect((await exportAll(bob)).conversations).toEqual(conversations);
  });
});
