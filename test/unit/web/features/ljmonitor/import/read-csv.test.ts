import { describe, expect, it } from '@jest/globals';
import { formatCsv } from 'web/ui/content/csv';
import { readCsv } from 'web/features/ljmonitor/import/read-csv';

const read = (text: string | Uint8Array<ArrayBuffer>) => readCsv(new Blob([text]));

describe('a CSV', () => {
  it.each([
    ['commas, as RFC 4180 has them', 'houseId,note\r\n"1","a ""b"", c\nd"\r\n'],
    ['semicolons of a German Excel', 'houseId;note\r\n1;"a ""b"", c\nd"\r\n'],
    ['tabs', 'houseId\tnote\n1\t"a ""b"", c\nd"\n\n'],
    ['a mark of UTF-8', '\ufeffhouseId,note\r\n1,"a ""b"", c\nd"'],
  ])('is read with %s', async (_, text) => {
    expect(await read(text)).toEqual([{ houseId: '1', note: 'a "b", c\nd' }]);
  });

  it('is read as a Chinese Excel saves it', async () => {
    const inGb18030 = [...Buffer.from('houseId,note\r\n1,'), 0xb2, 0xe8, 0xd2, 0xb6];
    expect(await read(Uint8Array.from(inGb18030))).toEqual([{ houseId: '1', note: '茶叶' }]);
  });

  it('has the text that an export has made harmless for spreadsheets', async () => {
    const notes = ['=1+1', '-5 万', "'quoted'", "'=1+1", "''@a", 'plain'];
    const text = formatCsv(
      ['note'],
      notes.map((note) => [note]),
    );
    expect(await read(text)).toEqual(notes.map((note) => ({ note })));
  });

  it.each([
    ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13)],
    ['a cell without an end', 'houseId,note\n1,"a\n2,b\n'],
  ])('is not %s', async (_, bytes) => {
    await expect(read(bytes)).rejects.toThrow(/CSV/);
  });

  it('has no rows when it is empty', async () => {
    expect(await read('')).toEqual([]);
  });
});
