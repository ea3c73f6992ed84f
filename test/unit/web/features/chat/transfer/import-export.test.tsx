/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { strToU8, zipSync } from 'fflate';
import { Blob as NodeBlob } from 'node:buffer';
import { ImportExport } from 'web/features/chat/transfer/import-export.tsx';
import { renderPart, type RenderOptions } from '../../../../../support/browser/render.tsx';
import { exoridus, josephjohncox, mitkury, newer, pionxzh } from './chatgpt/samples.ts';

type Content = string | Uint8Array<ArrayBuffer>;

/** jsdom's files have no streams. */
function fileOf(content: Content) {
  const blob = new NodeBlob([content]);
  return Object.assign(new File([content], 'conversations.json', { lastModified: 1 }), {
    stream: () => blob.stream(),
    slice: (from: number, to: number) => blob.slice(from, to),
  });
}

/** Returns a conversation of the own export with one question. */
const exported = (sessionId: string, over: object = {}) =>
  strToU8(
    JSON.stringify({
      session: { sessionId, title: sessionId, createTime: 1 },
      messages: [{ text: 'Which cat?', senderRole: 'USER', createTime: 1, ...over }],
    }),
  );

const key = 'POST /api/chat/import';
const question = 'POST /api/chat/find_imported';
function choose(content: Content | Content[], answers: NonNullable<RenderOptions['answers']>) {
  const contents = [content].flat();
  answers[question] ??= { body: { messages: [] } };
  const { sent } = renderPart(<ImportExport />, { answers });
  fireEvent.change(screen.getByLabelText('Choose files'), { target: { files: contents.map(fileOf) } });
  return () => sent.filter(({ call }) => call === key);
}

describe('the import', () => {
  it('sends the conversations, and says how many messages were added', async () => {
    const calls = choose(JSON.stringify([mitkury, exoridus]), { [key]: { body: { added: 4, known: 0 } } });
    await screen.findByText(
      'Done: 2 conversations read, 4 messages added. 1 message of another branch and 1 picture were left out.',
    );
    expect(calls()).toHaveLength(1);
    expect(calls()[0]?.body).toMatchObject({
      conversations: [{ title: 'White tea' }, { exportId: '22222222-bbbb-4bbb-8bbb-000000000002' }],
    });
  });

  it('takes several files, and leaves out the conversations of the own export that are still here', async () => {
    const ids = ['01hzz0000000000000000000a1', '01hzz0000000000000000000a2'];
    const messages = [{ text: 'White tea?', senderRole: 'USER', createTime: 1 }];
    const own = ids.map((id) => JSON.stringify({ session: { sessionId: id, title: id, createTime: 1 }, messages }));
    const calls = choose(own, {
      'GET /api/chat/session/list': { body: [{ sessionId: ids[0], updateTime: 1 }] },
      [`GET /api/chat/session/list?lastSessionId=${ids[0]}&lastUpdateTime=1`]: { body: [] },
      [key]: { body: { added: 1, known: 0 } },
    });
    await screen.findByText('Done: 2 conversations read, 1 already here, 1 message added.');
    expect(calls().map(({ body }) => body)).toMatchObject([{ conversations: [{ exportId: ids[1], title: ids[1] }] }]);
  });

  it('says how many files of questions could not be brought back, and why', async () => {
    const sessionId = '01hzz0000000000000000000a1';
    const file = { fileId: '1', name: 'cat.png', type: 'image/png' };
    const messages = [{ text: 'Which cat?', senderRole: 'USER', createTime: 1, files: [file] }];
    const calls = choose(JSON.stringify({ session: { sessionId, title: 'Cats', createTime: 1 }, messages }), {
      'GET /api/chat/session/list': { body: [] },
      [key]: { body: { added: 1, known: 0 } },
    });
    await screen.findByText(
      'Done: 1 conversation read, 1 message added. 1 file could not be brought back: 1 not in the export.',
    );
    expect(calls()[0]?.body).toMatchObject({
      conversations: [{ messages: [{ text: 'Which cat?\n\n*Attached: cat.png*' }] }],
    });
  });

  it('says that a file is no export, and sends nothing', async () => {
    const calls = choose('[{"id": "1"', {});
    await screen.findByText('The file is incomplete, or it is no export of conversations.');
    expect(calls()).toEqual([]);
  });

  it('takes what half an export has, and says that more may be missing', async () => {
    const calls = choose(JSON.stringify([mitkury, exoridus]).slice(0, -9), { [key]: { body: { added: 2, known: 0 } } });
    await screen.findByText(
      'Done: 1 conversation read, 2 messages added. 1 message of another branch was left out. A file is damaged or incomplete, so conversations may be missing. Download it again, and import it.',
    );
    expect(calls()[0]?.body).toMatchObject({ conversations: [{ title: 'White tea' }] });
  });

  it('leaves out what names files in half an export of a site like this', async () => {
    const files = [{ fileId: '1', name: 'cat.png', type: 'image/png' }];
    const zip = zipSync({
      'json/1.json': exported('a1'),
      'json/2.json': exported('a2', { files }),
      'markdown/1.md': exported('a1'),
    });
    const calls = choose(new Uint8Array(zip.slice(0, -30)), {
      'GET /api/chat/session/list': { body: [] },
      [key]: { body: { added: 1, known: 0 } },
    });
    await screen.findByText(
      'Done: 2 conversations read, 1 message added. 1 conversation with files was left out, because the end of the zip is missing. A file is damaged or incomplete, so conversations may be missing. Download it again, and import it.',
    );
    expect(calls().map(({ body }) => body)).toMatchObject([{ conversations: [{ exportId: 'a1' }] }]);
  });

  it('goes on past a conversation that is damaged, and past a file that is no export', async () => {
    const calls = choose([`[{"id" "1"}, ${JSON.stringify(mitkury)}]`, '[{"id": "1"', JSON.stringify([exoridus])], {
      [key]: { body: { added: 4, known: 0 } },
    });
    await screen.findByText(/^Done: 2 conversations read, 4 messages added.* A file is damaged or incomplete/);
    expect(calls()[0]?.body).toMatchObject({
      conversations: [{ title: 'White tea' }, { exportId: '22222222-bbbb-4bbb-8bbb-000000000002' }],
    });
  });

  it('says that a file has no conversations', async () => {
    const calls = choose('[]', {});
    await screen.findByText('The file has no conversations.');
    expect(calls()).toEqual([]);
  });

  it('takes what it knows of a newer format, and says how much was left out', async () => {
    const calls = choose(JSON.stringify([newer, { id: '1', turns: [] }, mitkury]), {
      [key]: { body: { added: 4, known: 0 } },
    });
    await screen.findByText(
      'Done: 2 conversations read, 4 messages added. 1 message of another branch and 4 parts in an unknown format were left out.',
    );
    expect(calls()[0]?.body).toMatchObject({ conversations: [{ title: 'A map' }, { title: 'White tea' }] });
  });

  it.each(['[{"id": "1", "turns": []}]', '{"version": 9, "conversations": [{"id": "1"}]}'])(
    'says that it knows nothing of %s',
    async (content) => {
      const calls = choose(content, {});
      await screen.findByText('The format of this export is not known. Nothing was imported.');
      expect(calls()).toEqual([]);
    },
  );

  it('offers a retry when the site cannot be reached', async () => {
    const answers: NonNullable<RenderOptions['answers']> = {
      [key]: { status: 503, body: { errorCode: 'unavailable', message: 'x' } },
    };
    const calls = choose(JSON.stringify([mitkury]), answers);
    const retry = await screen.findByRole('button', { name: 'Retry' });
    answers[key] = { body: { added: 2, known: 0 } };
    const before = calls().length;
    fireEvent.click(retry);
    await screen.findByText('Done: 1 conversation read, 2 messages added. 1 message of another branch was left out.');
    expect(calls().length).toBe(before + 1);
  });

  it('goes on where it was interrupted, and says what was left out of the whole file', async () => {
    const stored = [true, true, true, false, false].map((isStored) => ({ isStored, files: 0 }));
    const calls = choose(JSON.stringify([pionxzh, exoridus]), {
      [question]: { body: { messages: stored } },
      [key]: { body: { added: 2, known: 0 } },
    });
    await screen.findByText(
      'Done: 2 conversations read, 2 messages added. 2 messages of other branches, 3 pictures, and 1 file were left out.',
    );
    expect(calls().map(({ body }) => body)).toMatchObject([
      { conversations: [{ exportId: '22222222-bbbb-4bbb-8bbb-000000000002' }] },
    ]);
  });

  it('counts what is of another branch than the one that is here', async () => {
    choose(JSON.stringify([josephjohncox]), { [key]: { body: { added: 0, known: 0, ofOtherBranches: 2 } } });
    const end = 'Done: 1 conversation read, 0 messages added. 2 messages of other branches were left out.';
    expect(await screen.findByText(end)).toBeTruthy();
  });

  it('says what to do about conversations that were deleted just now', async () => {
    choose(JSON.stringify([josephjohncox]), { [key]: { body: { added: 0, known: 0, ofDeleted: 2 } } });
    const end =
      'Done: 1 conversation read, 0 messages added. 2 messages are of conversations that you have just deleted. Import again in a minute.';
    expect(await screen.findByText(end)).toBeTruthy();
  });

  it('ends when it is stopped', async () => {
    const { promise: waiting, resolve: answer } = Promise.withResolvers<{ body: object }>();
    const calls = choose(JSON.stringify([mitkury]), { [key]: waiting });
    fireEvent.click(await screen.findByRole('button', { name: 'Stop' }));
    answer({ body: { added: 2, known: 0 } });
    await screen.findByText('Import stopped. Choose the same files again to continue.');
    expect(calls()).toHaveLength(1);
  });
});
