import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ListedModel } from 'lambdas/chat/models/catalogue';
import { chatApi } from 'shared-types/contract/chat';
import { ModelSettings } from 'shared-types/contract/model';
import type { QuestionFile } from 'shared-types/contract/chat/files';
import { maxTextBytes, pdfType, textType } from 'shared-types/rules/chat/files';
import { pdfOf } from '../../../../support/pdf.ts';
import { pngOf } from '../../../../support/pictures.ts';
import { sha256 } from '../../../../support/sha256.ts';
import { type Chat, type ChatUser, startChat } from '../support/chat-environment.ts';

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

/** Returns the messages of the last call to the model. */
const lastCall = () => JSON.stringify(chat.fakeModel.calls().at(-1)?.messages);

const reader: ListedModel = ModelSettings.parse({ code: 'reader', name: 'Reader', pdfs: true });
const pdf = pdfOf('The rent is 900.');

const text = (user: ChatUser, content: string | Buffer, name = 'notes.md') =>
  user.upload(Buffer.from(content), name, textType);
/** Uploads a PDF with its text, as a browser does. */
async function withText(user: ChatUser, content: string, name = 'lease.pdf'): Promise<QuestionFile> {
  const file = await user.upload(pdf, name, pdfType);
  return { ...file, textFileId: (await text(user, content)).fileId };
}

/** Asks with these files, and returns the question as it is listed. */
async function asked(user: ChatUser, modelCode: string, files: QuestionFile[]) {
  const { sessionId } = (await user.start()).session;
  await user.rename(sessionId, { modelCode });
  await user.send(sessionId, 'What is the rent?', undefined, files);
  await user.drain();
  const [, question] = await user.list(sessionId);
  return { sessionId, question };
}

describe('a text file in a question', () => {
  it('is read by a model without eyes, and again with later questions', async () => {
    const user = chat.newUser();
    const file = await text(user, '租金: 900 元', '合同.txt');
    const { sessionId, question } = await asked(user, 'o3-mini', [file]);
    expect(question?.files).toEqual([{ ...file, type: textType, bytes: 15, tokens: 5 }]);
    expect(lastCall()).toContain('[File 合同.txt]\\n租金: 900 元\\n[End of 合同.txt]');
    await user.send(sessionId, 'And the deposit?');
    await user.drain();
    expect(lastCall()).toContain('租金: 900 元');
    await user.remove(sessionId);
    await user.drain();
    expect([...user.buckets.kept.keys()]).toEqual([]);
  });

  it.each<[string, (user: ChatUser) => Promise<QuestionFile>, string]>([
    [
      'is a picture',
      (user) => text(user, pngOf(4, 4)),
      'The file notes.md is not a text file. Remove it to send your message.',
    ],
    ['has a zero', (user) => text(user, 'a\0b'), 'The file notes.md is not a text file.'],
    ['is too long', (user) => text(user, 'a'.repeat(maxTextBytes + 1)), 'The text of notes.md is larger than 400 KB.'],
    ['is no PDF', (user) => user.upload(Buffer.from('Hello'), 'a.pdf', pdfType), 'The file a.pdf is not a PDF.'],
    [
      'is a PDF without text',
      (user) => user.upload(pdf, 'scan.pdf', pdfType),
      'The file scan.pdf has no text, and o3-mini reads only the text of PDFs.',
    ],
  ])('is refused when it %s, and nothing of it is kept', async (_, upload, message) => {
    const user = chat.newUser();
    const { sessionId } = (await user.start()).session;
    await user.rename(sessionId, { modelCode: 'o3-mini' });
    const file = await upload(user);
    await expect(user.send(sessionId, 'Hi', undefined, [file])).rejects.toThrow(message);
    expect(user.buckets.kept.size).toBe(0);
  });

  it('is refused with more text than a model reads at once', async () => {
    const user = chat.newUser();
    const files = [await text(user, '字'.repeat(60_000)), await text(user, '句'.repeat(60_000), 'b.md')];
    await expect(user.start('Hi', files)).rejects.toThrow(
      'more text than a model can read at once, about 120000 tokens',
    );
  });
});

describe('a PDF in a question', () => {
  it('is sent as its text to a model that reads no PDFs', async () => {
    const user = chat.newUser();
    const { question } = await asked(user, 'o3-mini', [await withText(user, 'The rent is 900.')]);
    expect(question?.files).toMatchObject([{ name: 'lease.pdf', type: pdfType, tokens: 4 }]);
    expect(lastCall()).toContain('[File lease.pdf]\\nThe rent is 900.\\n[End of lease.pdf]');
  });

  it.each(['chat', 'responses'] as const)('is sent itself to a model that reads PDFs, by %s', async (api) => {
    const user = chat.newUser({ models: [{ ...reader, api }] });
    await asked(user, 'reader', [await withText(user, 'The rent is 900.')]);
    expect(lastCall()).toContain(`(the PDF lease.pdf of ${pdf.length} bytes, SHA-256 ${sha256(pdf)})`);
    expect(lastCall()).not.toContain('[File');
  });

  it.each(['reader', 'o3-mini'])('of 12 MB is read by %s, again with the next question', async (modelCode) => {
    const user = chat.newUser({ models: [reader] });
    const large = await user.upload(Buffer.concat([pdf, Buffer.alloc(12_000_000)]), 'scan.pdf', pdfType);
    const { textFileId } = await withText(user, 'The rent is 900.');
    const { sessionId } = await asked(user, modelCode, [textFileId === undefined ? large : { ...large, textFileId }]);
    await user.send(sessionId, 'And the deposit?');
    await user.drain();
    expect(lastCall()).toContain(modelCode === 'reader' ? '(the PDF scan.pdf of 12' : 'The rent is 900.');
  });

  it('is deleted with its text', async () => {
    const user = chat.newUser();
    const { sessionId } = await asked(user, 'o3-mini', [await withText(user, 'The rent is 900.')]);
    expect(user.buckets.kept.size).toBe(2);
    await user.remove(sessionId);
    await user.drain();
    expect(user.buckets.kept.size).toBe(0);
  });

  it('without text is named to a model that cannot read it any more', async () => {
    const user = chat.newUser({ models: [reader] });
    const { sessionId } = await asked(user, 'reader', [await user.upload(pdf, 'scan.pdf', pdfType)]);
    await user.rename(sessionId, { modelCode: 'o3-mini' });
    await user.send(sessionId, 'And now?');
    await user.drain();
    expect(lastCall()).toContain('[File scan.pdf: not shown to you]');
  });

  it('is refused with the text of another user', async () => {
    const [user, other] = [chat.newUser(), chat.newUser()];
    const file = { ...(await user.upload(pdf, 'a.pdf', pdfType)), textFileId: (await text(other, 'Secret')).fileId };
    await expect(user.start('Hi', [file])).rejects.toMatchObject({ code: 'notFound' });
  });
});

describe('a question without a text', () => {
  it('is its files, whose names are the title, and is remembered', async () => {
    const user = chat.newUser();
    const files = [await user.upload(pngOf(4, 4)), await text(user, 'Tea')];
    const { session } = await user.start('', files);
    expect(session.title).toBe('cat.png, notes.md');
    await user.drain();
    expect(lastCall()).toContain('picture of');
    expect(lastCall()).toContain('[File notes.md]\\nTea');
    await user.send(session.sessionId, 'And?');
    await user.drain();
    expect(lastCall()).toContain('[File notes.md]\\nTea');
  });

  it('names a file that is gone', async () => {
    const user = chat.newUser();
    await user.start('', [await user.upload(pngOf(4, 4))]);
    user.buckets.kept.clear();
    await user.drain();
    expect(lastCall()).toContain('[Picture cat.png: not shown to you]');
  });

  it.each([
    [{ text: ' ' }, false],
    [{ text: ' ', files: [] }, false],
    [{ text: '', files: [{ fileId: '01HZZZZZZZZZZZZZZZZZZZZZZZ', name: 'a' }] }, true],
  ])('is taken only with files: %j', (body, isTaken) => {
    for (const { body: schema } of [chatApi.createMessage, chatApi.createSessionWithMessage])
      expect(schema.safeParse(body).success).toBe(isTaken);
  });
});
