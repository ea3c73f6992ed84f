import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ListedModel } from 'lambdas/chat/models/catalogue';
import { ModelSettings } from 'shared-types/contract/model';
import { pngOf } from '../../../../support/pictures.ts';
import { type Chat, type ChatUser, startChat } from '../support/chat-environment.ts';

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

const png = pngOf(40, 30);
/** Makes a PNG that says it has these dimensions, in this number of bytes. */
const padded = (bytes: number, width = 40, height = 30) => {
  const picture = Buffer.alloc(bytes);
  pngOf(40, 30).copy(picture);
  picture.writeUInt32BE(width, 16);
  picture.writeUInt32BE(height, 20);
  return picture;
};
const keysOf = ({ buckets }: ChatUser) => [...buckets.kept.keys()];
const namedKeys = async (user: ChatUser) =>
  (await user.rows('MESSAGE#')).flatMap(({ files }) =>
    Array.isArray(files) ? files.map(({ key }) => String(key)) : [],
  );

describe('the files of a question', () => {
  it('are copied for it, and listed with their own dimensions', async () => {
    const user = chat.newUser();
    const files = [await user.upload(png), await user.upload(padded(500, 7, 5), '猫 "b".png')];
    const { session, sessionMessageId } = await user.start('What are these?', files);
    const [question] = (await user.list(session.sessionId)).toReversed();
    expect(question?.files).toEqual([
      { ...files[0], type: 'image/png', bytes: png.length, width: 40, height: 30 },
      { ...files[1], type: 'image/png', bytes: 500, width: 7, height: 5 },
    ]);
    expect(keysOf(user)).toEqual(files.map(({ fileId }) => `${user.userId}/${sessionMessageId}/${fileId}`));
    const params = { sessionMessageId };
    expect(await user.routes.listFileAddresses({ ...user.nothing, params })).toEqual(
      files.map(({ fileId, name }) => ({
        fileId,
        url: `https://files.example/${user.userId}/${sessionMessageId}/${fileId}?name=${encodeURIComponent(name)}`,
      })),
    );
  });

  it('stay with the question when it is edited, and are shown with the next attempt', async () => {
    const user = chat.newUser();
    const { session, assistantSessionMessageId } = await user.start('What is this?', [await user.upload(png)]);
    await user.drain();
    await user.regenerate(assistantSessionMessageId, 'And this?');
    await user.drain();
    const [answer, question] = await user.list(session.sessionId);
    expect(question).toMatchObject({ text: 'And this?', files: [{ name: 'cat.png' }] });
    expect(answer?.text).toContain('a PNG picture');
  });

  it.each<[string, (user: ChatUser) => Promise<unknown>, object]>([
    [
      'is not there',
      (user) => user.start('Hi', [{ fileId: '01HZZZZZZZZZZZZZZZZZZZZZZZ', name: 'cat.png' }]),
      { code: 'notFound', message: 'The file cat.png is no longer available. Remove it and add it again.' },
    ],
    [
      'is another user’s',
      async (user) => {
        const file = await user.upload(png);
        return chat.newUser().start('Hi', [file]);
      },
      { code: 'notFound' },
    ],
    [
      'is no picture',
      async (user) => user.start('Hi', [await user.upload(png), await user.upload(Buffer.from('%PDF-1.7'), 'b.png')]),
      { message: 'The file b.png is not a PNG, JPEG, WebP or GIF picture. Remove it to send your message.' },
    ],
    [
      'has another type',
      async (user) => user.start('Hi', [await user.upload(png, 'a.jpg', 'image/jpeg')]),
      { message: 'The file a.jpg was sent as image/jpeg but is image/png. Rename it and add it again.' },
    ],
    [
      'is a bomb',
      async (user) => user.start('Hi', [await user.upload(padded(200, 30_000, 30_000))]),
      { message: 'The file cat.png has more than 40 million pixels. Make it smaller and add it again.' },
    ],
    [
      'is too large together with another',
      async (user) => user.start('Hi', [await user.upload(padded(8_000_000)), await user.upload(padded(8_000_000))]),
      { message: 'The files are larger than 15 MB in total. Remove some of them.' },
    ],
    [
      'has a model that takes no pictures',
      async (user) => {
        const { sessionId } = (await user.start()).session;
        await user.rename(sessionId, { modelCode: 'o3-mini' });
        return user.send(sessionId, 'Hi', undefined, [await user.upload(png)]);
      },
      { message: 'o3-mini does not support pictures. Choose another model in the settings, or remove the pictures.' },
    ],
  ])('are refused when one %s, and nothing of them is kept', async (_, ask, refusal) => {
    const user = chat.newUser();
    await expect(ask(user)).rejects.toMatchObject(refusal);
    expect(keysOf(user)).toEqual([]);
  });

  it('may have 30 MB together for a model that opens addresses', async () => {
    const seer: ListedModel = ModelSettings.parse({ code: 'seer', name: 'Seer', pictures: 'address' });
    const user = chat.newUser({ models: [seer] });
    const { sessionId } = (await user.start()).session;
    await user.rename(sessionId, { modelCode: 'seer' });
    const files = await Promise.all([1, 2].map(() => user.upload(padded(15_000_000))));
    await expect(user.send(sessionId, 'Hi', undefined, files)).resolves.toBeDefined();
    const more = [...files, await user.upload(png)];
    await expect(user.send(sessionId, 'Hi', undefined, more)).rejects.toThrow('larger than 30 MB in total');
  });

  it('are not replaced between the look at them and the copy', async () => {
    const user = chat.newUser();
    const file = await user.upload(png);
    const { find } = user.buckets.uploads;
    user.buckets.uploads.find = async (...of) => {
      const found = await find(...of);
      user.buckets.uploaded.set(`${user.userId}/${file.fileId}`, { type: 'image/png', content: Buffer.from('<svg/>') });
      return found;
    };
    await expect(user.start('Hi', [file])).rejects.toMatchObject({ code: 'notFound' });
    expect(keysOf(user)).toEqual([]);
  });

  it('are kept once when the question arrives twice, alone or at the same time', async () => {
    const user = chat.newUser();
    const { sessionId } = (await user.start()).session;
    const file = await user.upload(png);
    const send = () => user.send(sessionId, 'What is this?', 'twice-or-more', [file]);
    const [one, other] = await Promise.all([send(), send()]);
    expect(other).toEqual(one);
    expect(await send()).toEqual(one);
    expect(keysOf(user)).toEqual(await namedKeys(user));
    expect(keysOf(user)).toHaveLength(1);
  });

  it('are not kept for a conversation that is deleted meanwhile', async () => {
    const user = chat.newUser();
    const { sessionId } = (await user.start()).session;
    const file = await user.upload(png);
    const { keep } = user.buckets.uploads;
    user.buckets.uploads.keep = async (...of) => {
      await user.remove(sessionId);
      return keep(...of);
    };
    await expect(user.send(sessionId, 'Hi', undefined, [file])).rejects.toMatchObject({ code: 'notFound' });
    expect(keysOf(user)).toEqual([]);
  });

  it('are deleted with their conversation, and those of another stay', async () => {
    const user = chat.newUser();
    const { session } = await user.start('What is this?', [await user.upload(png), await user.upload(png)]);
    const other = await user.start('And this?', [await user.upload(png)]);
    await user.drain();
    await user.remove(session.sessionId);
    await user.drain();
    expect(keysOf(user)).toEqual([expect.stringContaining(other.sessionMessageId)]);
  });
});
