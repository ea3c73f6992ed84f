import { describe, expect, it } from '@jest/globals';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { readExport, UnreadableExport } from 'web/features/chat/transfer/export-file';
import * as z from 'zod';
import { exoridus, josephjohncox, mitkury } from './chatgpt/samples.ts';

const Item = z.object({ id: z.unknown().optional(), title: z.unknown().optional() });
const json = (value: unknown) => strToU8(JSON.stringify(value));
const zip = (files: Zippable) => new Blob([new Uint8Array(zipSync(files))]);

async function idsIn(file: Blob) {
  const ids: unknown[] = [];
  for await (const { text = '{"id": "damaged"}' } of readExport(file)) ids.push(Item.parse(JSON.parse(text)).id);
  return ids;
}
const all = [mitkury.title, exoridus.title, josephjohncox.title];
async function titlesIn(file: Blob) {
  const titles: unknown[] = [];
  for await (const { text = '{}' } of readExport(file)) titles.push(Item.parse(JSON.parse(text)).title);
  return titles;
}

describe('the file of an export', () => {
  it('is read from a zip with other files, and without those that macOS adds', async () => {
    const file = zip({
      'user.json': json({ email: 'ann@home.example' }),
      'chat.html': strToU8('<html></html>'),
      'conversations.json': json([mitkury, exoridus, josephjohncox]),
      '__MACOSX/._conversations.json': strToU8('no JSON ['),
    });
    expect(await titlesIn(file)).toEqual(all);
  });

  it('is read from a zip with a folder and numbered files', async () => {
    const file = zip({
      'export/conversations-000.json': json([mitkury]),
      'export/conversations-001.json': json([exoridus, josephjohncox]),
    });
    expect(await titlesIn(file)).toEqual(all);
  });

  it('is read from the zip of the own export, and from a file with one conversation', async () => {
    const own = zip({
      'json/a-Tea.json': json({ id: 1 }),
      'markdown/a-Tea.md': strToU8('# Tea'),
      'json/b.json': json({ id: 2 }),
    });
    expect(await idsIn(own)).toEqual([1, 2]);
    expect(await idsIn(new Blob([json({ id: 3, messages: [{ id: 4 }] })]))).toEqual([3]);
  });

  it('is read past a file that looks like a zip itself, and from a zip with a comment', async () => {
    const trap = zipSync({ 'json/x.json': [json({ id: 'x' }), { level: 0 }] });
    const parts = zipSync({
      'json/a.json': json({ id: 1 }),
      'files/a': [trap, { level: 0 }],
      'json/b.json': json({ id: 2 }),
    });
    expect(await idsIn(new Blob([new Uint8Array(parts)]))).toEqual([1, 2]);
    const comment = strToU8('PK');
    const end = parts.length - 2;
    const commented = new Uint8Array([...parts.slice(0, end), comment.length, 0, ...comment]);
    expect(await idsIn(new Blob([commented]))).toEqual([1, 2]);
  });

  it.each([0, 6] as const)('is read past what is damaged in a zip of level %s', async (level) => {
    const ids = [1, 2, 3];
    const whole = zipSync(Object.fromEntries(ids.map((id) => [`json/${id}.json`, [json({ id }), { level }]])));
    const text = Buffer.from(whole);
    const second = text.indexOf('json/2.json');
    // The header of the file before its name, its sum in the list, and its content.
    const places = [second - 30, text.lastIndexOf('json/2.json') - 30, second + 'json/2.json'.length + 1];
    for (const place of places) {
      const damaged = new Uint8Array(whole);
      damaged.set([(damaged[place] ?? 0) ^ 1], place);
      expect(await idsIn(new Blob([damaged]))).toEqual([1, 'damaged', 3]);
    }
  });

  it('is read from a zip with more files than its end can count', async () => {
    const small = Buffer.from(zipSync({ 'json/a.json': json({ id: 1 }) }));
    const end = small.subarray(-22);
    const begin = end.readUInt32LE(16);
    // A file of the list that has a name of one letter, and no bytes.
    const listed = Buffer.alloc(47, 'f');
    listed.fill(0, 4, 46).writeUInt32LE(0x02014b50);
    listed.writeUInt16LE(1, 28);
    const list = Buffer.concat([small.subarray(begin, -22), Buffer.alloc(65_540 * listed.length, listed)]);
    end.writeUInt16LE(65_541 % 65_536, 10);
    end.writeUInt32LE(list.length, 12);
    const file = new Blob([small.subarray(0, begin), list, end]);
    const items: object[] = [];
    for await (const { text, isCut } of readExport(file)) items.push({ text, isCut });
    expect(items).toEqual([{ text: '{"id":1}', isCut: undefined }]);
  });

  it('is read without a zip, also with texts that are cut between two chunks', async () => {
    const many = Array.from({ length: 3000 }, (_, id) => ({ id, text: '茶🌳'.repeat(20) }));
    expect(await idsIn(new Blob([json(many)]))).toEqual(many.map(({ id }) => id));
    expect(await idsIn(zip({ 'conversations.json': json(many) }))).toEqual(many.map(({ id }) => id));
  });

  it.each<[string, Blob]>([
    ['a zip without conversations', zip({ 'user.json': json({}) })],
    ['half of a zip', zip({ 'conversations.json': json([mitkury]) }).slice(0, 300)],
    ['half of a file', new Blob([json([mitkury, exoridus])]).slice(0, 900)],
    ['a damaged zip', new Blob(['PK\u0003\u0004', 'x'.repeat(500)])],
  ])('is refused when it is %s', async (_, file) => {
    await expect(idsIn(file)).rejects.toBeInstanceOf(UnreadableExport);
  });
});
