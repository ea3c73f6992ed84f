/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ChatFile } from 'shared-types/contract/chat/files';
import { Composer } from 'web/features/chat/conversation/composer/composer.tsx';
import { readDraft, saveDraft } from 'web/features/chat/conversation/composer/draft';
import { filesKeyOf } from 'web/features/chat/conversation/composer/has-stored-files';
import { useSendDraft } from 'web/features/chat/conversation/composer/use-send-draft';
import { maxFileBytes } from 'shared-types/rules/chat/files';
import { attach, detach } from 'web/features/chat/conversation/files/attach';
import type { Attachment } from 'web/features/chat/conversation/files/attachment';
import { prepareFile } from 'web/features/chat/conversation/files/reading/prepare-file';
import { useSendMessage } from 'web/features/chat/conversation/messages/mutations';
import { modelsQuery } from 'web/features/chat/queries';
import { pngOf, webpOf } from '../../../../../../support/pictures.ts';
import { type RenderOptions, renderPart } from '../../../../../../support/browser/render.tsx';
import { sessionId } from '../../messages.ts';

const file: ChatFile = { fileId: '01', name: 'cat.png', type: 'image/png', bytes: 81, width: 40, height: 30 };
let cancelled = 0;
const attachment = (over: Partial<Attachment> = {}): Attachment => ({
  id: '1',
  name: 'cat.png',
  share: 0.4,
  cancel: () => void (cancelled += 1),
  ...over,
});
const put = (...attachments: Attachment[]) => saveDraft(sessionId, { text: readDraft(sessionId).text, attachments });
const attached = () => readDraft(sessionId).attachments ?? [];

function Page({ modelCode }: { modelCode?: string }) {
  const message = useSendMessage(sessionId);
  const send = useSendDraft(sessionId, message.mutateAsync);
  return (
    <Composer draftId={sessionId} send={send} isSending={message.isPending} error={message.error} modelCode={modelCode}>
      {null}
    </Composer>
  );
}
const model = (code: string, over: object = {}) => ({ code, name: code, provider: 'Any', available: true, ...over });

function show(modelCode = 'seer', options: RenderOptions = {}) {
  const view = renderPart(<Page modelCode={modelCode} />, options);
  view.client.setQueryData(modelsQuery.queryKey, [model('seer', { pictures: true }), model('blind')]);
  return view;
}
const sendButton = () => screen.getByRole('button', { name: 'Send' });
const isBlocked = () => sendButton().hasAttribute('disabled');

const before = globalThis.createImageBitmap;
/** The browser of these tests reads blobs in its older way only. */
function readBlob(this: Blob): Promise<ArrayBuffer> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () =>
      resolve(reader.result instanceof ArrayBuffer ? reader.result : new ArrayBuffer()),
    );
    reader.readAsArrayBuffer(this);
  });
}

beforeEach(() => {
  localStorage.clear();
  Object.assign(Blob.prototype, { arrayBuffer: readBlob });
  Object.assign(globalThis, { matchMedia: () => ({ matches: false }) });
  saveDraft(sessionId, { text: 'What is this?' });
  cancelled = 0;
});
afterEach(() => {
  put();
  globalThis.createImageBitmap = before;
});

const gifOf = (bytes: number, name = 'a.gif') =>
  new File(['GIF89a', new Uint8Array(bytes - 6)], name, { type: 'image/gif' });

describe('the pictures of a message', () => {
  it('are shown with their progress, and hold the message back until they are uploaded', async () => {
    put(attachment());
    show();
    const bar = await screen.findByRole('progressbar', { name: 'Uploading cat.png' });
    expect(bar.getAttribute('value')).toBe('0.4');
    expect(isBlocked()).toBe(true);
    put(attachment({ share: 1, file }));
    await waitFor(() => expect(isBlocked()).toBe(false));
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('hold the message back from the moment they are chosen, while the code for them loads', async () => {
    saveDraft(sessionId, { text: 'What is this?', attachments: [] });
    const { container, sent } = show();
    await waitFor(() => expect(isBlocked()).toBe(false));
    const chosen = new File(['# Tea'], 'tea.md', { type: 'text/markdown' });
    fireEvent.change(container.querySelector('input[type=file]') ?? container, { target: { files: [chosen] } });
    expect(isBlocked()).toBe(true);
    await waitFor(() => expect(attached()).toHaveLength(1));
    // A later upload would be one of another test.
    await waitFor(() => expect(sent.some(({ call }) => call.includes('upload'))).toBe(true));
  });

  it('can be removed, which ends the upload and makes another message of the draft', async () => {
    put(attachment());
    saveDraft(sessionId, { text: 'What is this?', idempotencyKey: 'the-key-of-an-attempt' });
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'Remove cat.png' }));
    expect([cancelled, attached()]).toEqual([1, []]);
    expect(readDraft(sessionId)).toEqual({ text: 'What is this?' });
    await waitFor(() => expect(isBlocked()).toBe(false));
  });

  it('go with those of another tab that has sent or removed them, but not while they are being uploaded', async () => {
    put(attachment({ file, share: 1 }), attachment({ id: '2', name: 'dog.png' }));
    show();
    await screen.findByRole('progressbar', { name: 'Uploading dog.png' });
    // The list hears others a moment after it is shown.
    await waitFor(() => {
      fireEvent(window, new StorageEvent('storage', { key: filesKeyOf(sessionId), newValue: null }));
      expect(attached().map(({ name }) => name)).toEqual(['dog.png']);
    });
    expect(cancelled).toBe(0);
  });

  it('are not for a model that takes none, which is said before the message is sent', async () => {
    put(attachment({ file }));
    show('blind');
    expect(
      await screen.findByText('This model does not support pictures. Choose another model, or remove the pictures.'),
    ).toBeTruthy();
    await waitFor(() => expect(isBlocked()).toBe(true));
    put();
    await waitFor(() => expect(isBlocked()).toBe(false));
  });

  it('are not more than the model takes, which is said before the message is sent', async () => {
    const { client } = show('small');
    client.setQueryData(modelsQuery.queryKey, [model('small', { pictures: true, maxShownBytes: 15_000_000 })]);
    const pdf = { fileId: '02', name: 'a.pdf', type: 'application/pdf' as const, bytes: 9_000_000, textFileId: '03' };
    const sized = (bytes: number) => attachment({ file: { ...file, bytes } });
    put(sized(15_000_000), attachment({ id: '2', file: pdf }));
    await waitFor(() => expect(isBlocked()).toBe(false));
    put(sized(15_000_001));
    expect(await screen.findByText(/^The pictures and PDFs are larger than 15 MB in total/)).toBeTruthy();
    await waitFor(() => expect(isBlocked()).toBe(true));
    put();
    await waitFor(() => expect(isBlocked()).toBe(false));
  });

  it('are named in the message, and gone when it is accepted', async () => {
    put(attachment({ file }));
    const accepted = { sessionMessageId: `${sessionId}.1`, assistantSessionMessageId: `${sessionId}.2` };
    const call = `POST /api/chat/session/message/create?sessionId=${sessionId}`;
    const { sent } = show('seer', { answers: { [call]: { body: { data: accepted } } } });
    fireEvent.click(sendButton());
    await waitFor(() => expect(attached()).toEqual([]));
    expect(sent.find((each) => each.call === call)?.body).toEqual({
      text: 'What is this?',
      idempotencyKey: expect.any(String),
      files: [{ fileId: '01', name: 'cat.png' }],
    });
  });

  it('stay when the message is not accepted', async () => {
    put(attachment({ file }));
    const call = `POST /api/chat/session/message/create?sessionId=${sessionId}`;
    const body = { errorCode: 'notFound', message: 'The file cat.png is no longer available.', requestId: 'r' };
    show('seer', { answers: { [call]: { status: 404, body } } });
    fireEvent.click(sendButton());
    expect(await screen.findByText(/cat.png is no longer available/)).toBeTruthy();
    expect(attached()).toHaveLength(1);
  });
});

const png = pngOf(4, 4);
const fileOf = (name: string, content = png) => new File([Uint8Array.from(content)], name, { type: 'image/png' });

describe('files that are attached', () => {
  it('are ten at most, however many are chosen at once', async () => {
    let reads = 0;
    globalThis.createImageBitmap = () => {
      reads += 1;
      return new Promise(() => {});
    };
    show();
    attach(sessionId, [fileOf('first.png')]);
    attach(
      sessionId,
      Array.from({ length: 50 }, (_, index) => fileOf(`${index}.png`)),
    );
    expect(attached().map(({ name }) => name)).toEqual([
      'first.png',
      ...[0, 1, 2, 3, 4, 5, 6, 7, 8].map((index) => `${index}.png`),
    ]);
    expect(await screen.findByText('A message can have 10 files. 41 were left out.')).toBeTruthy();
    // A later read would be answered as those of the next test are.
    await waitFor(() => expect(reads).toBe(10));
  });

  it('are refused when the browser cannot read them, whatever they are called', async () => {
    globalThis.createImageBitmap = () => Promise.reject(new DOMException('The source image could not be decoded.'));
    const { sent } = show();
    attach(sessionId, [fileOf('script.png')]);
    expect(await screen.findByText('This file cannot be used. Choose a picture, a text file or a PDF.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
    expect(sent.filter(({ call }) => call.includes('upload'))).toEqual([]);
    expect(isBlocked()).toBe(true);
  });

  it('are refused with a byte more than 20 MB, and nothing is sent', async () => {
    const { sent } = show();
    const start = '%PDF-1.7';
    attach(sessionId, [new File([start, new Uint8Array(maxFileBytes + 1 - start.length)], 'a.pdf')]);
    expect(await screen.findByText('This file is larger than 20 MB.')).toBeTruthy();
    expect(sent.filter(({ call }) => call.includes('upload'))).toEqual([]);
    expect(isBlocked()).toBe(true);
  });

  it.each([
    ['20 MB', maxFileBytes + 1, { width: 40, height: 30 }],
    ['40 million pixels', 90, { width: 8000, height: 6000 }],
  ])('are refused as a GIF of more than %s, which would not be made smaller', async (limit, bytes, size) => {
    globalThis.createImageBitmap = () => Promise.resolve({ ...size, close: () => {} });
    Object.assign(HTMLCanvasElement.prototype, { getContext: () => null, toDataURL: () => 'data:,' });
    const { sent } = show();
    attach(sessionId, [gifOf(bytes)]);
    const text = `This GIF has more than ${limit}, and GIFs are not made smaller, because they may move. Save it as PNG or JPEG.`;
    expect(await screen.findByText(text)).toBeTruthy();
    expect(sent.filter(({ call }) => call.includes('upload'))).toEqual([]);
  });

  it('are refused with more than 30 MB in total, also while others are still being uploaded', async () => {
    globalThis.createImageBitmap = () => Promise.resolve({ width: 40, height: 30, close: () => {} });
    Object.assign(HTMLCanvasElement.prototype, { getContext: () => null, toDataURL: () => 'data:,' });
    const { sent } = show();
    attach(sessionId, [gifOf(16_000_000), gifOf(16_000_000, 'b.gif')]);
    expect(await screen.findByText('The files are larger than 30 MB in total.')).toBeTruthy();
    expect(sent.filter(({ call }) => call.includes('upload'))).toHaveLength(1);
    expect(attached().map(({ error }) => error !== undefined)).toContain(false);
    for (const each of attached()) detach(sessionId, each);
  });

  it('are sent under the type that their bytes have, whatever they are called', async () => {
    globalThis.createImageBitmap = () => Promise.resolve({ width: 40, height: 30, close: () => {} });
    Object.assign(HTMLCanvasElement.prototype, { getContext: () => null, toDataURL: () => 'data:,' });
    const { sent } = show();
    const webp = webpOf(['VP8L', Buffer.alloc(10)]);
    attach(sessionId, [fileOf('cat.png', webp)]);
    const asked = () => sent.filter(({ call }) => call.includes('upload')).map(({ body }) => body);
    await waitFor(() => expect(asked()).toEqual([{ type: 'image/webp', bytes: webp.length }]));
    for (const each of attached()) detach(sessionId, each);
  });

  it('get the ending of the type in which they are made smaller', async () => {
    globalThis.createImageBitmap = () => Promise.resolve({ width: 4000, height: 3000, close: () => {} });
    Object.assign(HTMLCanvasElement.prototype, {
      getContext: () => null,
      toDataURL: () => 'data:,',
      toBlob: (take: BlobCallback) => take(new Blob(['x'], { type: 'image/webp' })),
    });
    const { name, type } = await prepareFile(fileOf('photo.png'), new AbortController().signal);
    expect([name, type]).toEqual(['photo.webp', 'image/webp']);
  });

  it('can be sent again when an upload fails', async () => {
    globalThis.createImageBitmap = () => Promise.resolve({ width: 40, height: 30, close: () => {} });
    Object.assign(HTMLCanvasElement.prototype, { getContext: () => null, toDataURL: () => 'data:,' });
    const call = 'POST /api/chat/file/upload';
    const refused = { status: 500, body: { errorCode: 'internal', message: 'No.', requestId: 'r' } };
    const { sent } = show('seer', { answers: { [call]: refused } });
    attach(sessionId, [fileOf('cat.png')]);
    expect(await screen.findByText('Could not upload.')).toBeTruthy();
    const asked = () => sent.filter((each) => each.call === call).map(({ body }) => body);
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(asked()).toHaveLength(2));
    expect(asked()[1]).toEqual({ type: 'image/png', bytes: png.length });
    for (const each of attached()) detach(sessionId, each);
    await waitFor(() => expect(isBlocked()).toBe(false));
  });
});
