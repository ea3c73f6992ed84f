import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type FakeModel, startFakeModel } from 'local/fakes/openai/model';
import { request } from 'node:http';
import { type FileType, pdfType } from 'shared-types/rules/chat/files';
import { isSettled } from 'shared-types/rules/message-status';
import { apiCaller } from '../../support/site/caller.ts';
import { type Site, startSite } from '../../support/site/site.ts';
import { eventually } from '../../support/eventually.ts';
import { pdfOf } from '../../support/pdf.ts';
import { pngOf } from '../../support/pictures.ts';
import { sha256 } from '../../support/sha256.ts';
import { formOf, upload as uploadTo } from '../../support/upload.ts';

type Caller = ReturnType<typeof apiCaller>;

let site: Site;
let ann: Caller;
/** The provider of a model that reads PDFs. */
let provider: FakeModel;
beforeAll(async () => {
  provider = await startFakeModel();
  const models = [{ code: 'reader', name: 'Reader', pdfs: true }];
  site = await startSite({
    env: { CHAT_PROVIDERS: JSON.stringify([{ name: 'Other', baseUrl: provider.baseUrl, key: 'key', models }]) },
  });
  ann = apiCaller(site.origin, await site.signIn('Ann'));
});
afterAll(async () => {
  await site.stop();
  await provider.close();
});

/** Uploads a file, which the bucket must take. */
async function upload(call: Caller, content: Buffer, type: FileType = 'image/png') {
  const { fileId, answer } = await uploadTo({ origin: site.origin, call }, content, type);
  expect(answer.status).toBe(204);
  expect(answer.headers.get('access-control-allow-origin')).toBe(site.origin);
  return fileId;
}

/** Begins an upload, and closes the connection after this number of bytes of the form. */
async function postHalf({ url, fields }: { url: string; fields: Record<string, string> }, content: Buffer) {
  const whole = new Response(formOf(fields, content));
  const type = whole.headers.get('content-type') ?? '';
  const body = Buffer.from(await whole.arrayBuffer());
  const sending = request(url, { method: 'POST', headers: { 'content-type': type, 'content-length': body.length } });
  const closed = new Promise((resolve) => sending.on('error', resolve).on('close', resolve));
  sending.write(body.subarray(0, body.length - 20), () => sending.destroy());
  await closed;
}

const ask = (call: Caller, fileId: string, modelCode = 'gpt-4o', name = 'cat & dog.png') =>
  call('POST /api/chat/session/create_with_message', {
    body: { text: 'What is this?', modelCode, files: [{ fileId, name }] },
  });

const settled = (call: Caller, sessionMessageId: string) =>
  eventually(async () => {
    const message = await call('GET /api/chat/session/message/{sessionMessageId}', { params: { sessionMessageId } });
    return isSettled(message) && message;
  }, 60_000);

const addressesOf = (call: Caller, sessionMessageId: string) =>
  call('GET /api/chat/session/message/{sessionMessageId}/files', { params: { sessionMessageId } });

/** Asks a question with these files. */
const askWith = (ids: (string | undefined)[]) =>
  ann('POST /api/chat/session/create_with_message', {
    body: {
      text: 'What is this?',
      modelCode: 'gpt-4o',
      files: ids.map((fileId = '') => ({ fileId, name: 'cat.png' })),
    },
  });

describe('a picture in a question', () => {
  it.each([
    // The site's provider is a stand-in, so the product's own model gets the bytes.
    ['gpt-4o', 'sent along'],
    ['gpt-6.1-terra', 'from an address'],
  ])('is shown to %s, %s', async (model, way) => {
    const png = pngOf(40, 30);
    const asked = await ask(ann, await upload(ann, png), model);
    const answer = await settled(ann, asked.assistantSessionMessageId);
    expect(answer.text).toContain(`a PNG picture of ${png.length} bytes, ${way}, SHA-256 ${sha256(png)}`);
  });

  it('comes back from the bucket as a file to save, and is gone with its conversation', async () => {
    const png = pngOf(40, 30);
    const fileId = await upload(ann, png);
    const { session, sessionMessageId, assistantSessionMessageId } = await ask(ann, fileId);
    await settled(ann, assistantSessionMessageId);
    const [question] = (
      await ann('GET /api/chat/session/message/list', { query: { sessionId: session.sessionId } })
    ).toReversed();
    expect(question?.files).toEqual([
      { fileId, name: 'cat & dog.png', type: 'image/png', bytes: png.length, width: 40, height: 30 },
    ]);
    const [file] = await addressesOf(ann, sessionMessageId);
    const url = file?.url ?? '';
    const answer = await fetch(url);
    expect(new URL(url).origin).not.toBe(site.origin);
    expect(Buffer.from(await answer.arrayBuffer()).equals(png)).toBe(true);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''cat%20%26%20dog.png");

    await ann('POST /api/chat/session/{sessionId}/delete', { params: { sessionId: session.sessionId } });
    await site.control('/clock', { advanceMs: 61_000 });
    await eventually(async () => (await fetch(url)).status === 403, 60_000);
  });

  it('comes in with an import, of its own person only', async () => {
    const png = pngOf(40, 30);
    const files = [{ fileId: await upload(ann, png), name: 'cat.png' }];
    const body = {
      conversations: [
        {
          exportId: 'elsewhere',
          title: 'An imported cat',
          createTime: 1,
          updateTime: 1,
          messages: [{ place: 0, id: 'q', senderRole: 'USER' as const, text: '', createTime: 1, files }],
        },
      ],
    };
    const bob = apiCaller(site.origin, await site.signIn('Bob'));
    await expect(bob('POST /api/chat/import', { body })).rejects.toMatchObject({ status: 404 });
    expect(await ann('POST /api/chat/import', { body })).toEqual({ added: 1, known: 0 });
    const sessions = await ann('GET /api/chat/session/search', { query: { title: 'An imported cat' } });
    const [question] = await ann('GET /api/chat/session/message/list', {
      query: { sessionId: sessions[0]?.sessionId ?? '' },
    });
    const [file] = await addressesOf(ann, question?.sessionMessageId ?? '');
    expect(Buffer.from(await (await fetch(file?.url ?? '')).arrayBuffer()).equals(png)).toBe(true);
  });

  it('is refused when it is not what its name says', async () => {
    const fileId = await upload(ann, Buffer.from('<svg onload="alert(1)"></svg>'));
    await expect(ask(ann, fileId)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('is not a PNG, JPEG, WebP or GIF picture'),
    });
    const jpeg = await upload(ann, pngOf(4, 3), 'image/jpeg');
    await expect(ask(ann, jpeg)).rejects.toMatchObject({
      message: expect.stringContaining('was sent as image/jpeg but is image/png'),
    });
  });

  it('is one of ten at most, which are named once', async () => {
    const fileIds = await Promise.all(Array.from({ length: 2 }, () => upload(ann, pngOf(4, 3))));
    const fifty = Array.from({ length: 50 }, (_, index) => `01HZZZZZZZZZZZZZZZZZZZZZ${10 + index}`);
    await expect(askWith(fifty)).rejects.toMatchObject({ status: 400 });
    await expect(askWith([fileIds[0], fileIds[0]])).rejects.toMatchObject({ status: 400 });
    await askWith(fileIds);
  });

  it('is not there when its upload stopped half way', async () => {
    const png = pngOf(400, 300);
    const { fileId, form } = await ann('POST /api/chat/file/upload', {
      body: { type: 'image/png', bytes: png.length },
    });
    await postHalf(form, png);
    await expect(ask(ann, fileId)).rejects.toMatchObject({ status: 404 });
  });
});

describe('a PDF in a question', () => {
  it('is shown byte for byte to a model that reads PDFs', async () => {
    const pdf = pdfOf('The rent is 900.', '房租每月九百元');
    const asked = await ask(ann, await upload(ann, pdf, pdfType), 'reader', 'lease.pdf');
    const answer = await settled(ann, asked.assistantSessionMessageId);
    expect(answer.text).toContain(`the PDF lease.pdf of ${pdf.length} bytes, SHA-256 ${sha256(pdf)}`);
  });
});
