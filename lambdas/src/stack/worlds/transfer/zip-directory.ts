/** The directory of a zip file by https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, sections 4.3.12 and 4.3.16. */

export interface ZipEntry {
  name: string;
  /** The size when it is unpacked, as the directory says. */
  bytes: number;
  isEncrypted: boolean;
  isLink: boolean;
}

const endMark = 0x06_05_4b_50;
const entryMark = 0x02_01_4b_50;
const endBytes = 22;
const entryBytes = 46;
/** Only the larger format of files above 4 GB or with more files has the number then. */
const isElsewhere = (count: number, size: number) => count === 0xff_ff || size === 0xff_ff_ff_ff;

/**
 * Reads the directory of a file of `fileBytes` bytes from its end. 'elsewhere' says that the directory begins before that
 * end, or is in the format of very large files.
 */
export function readDirectory(endOfFile: Uint8Array, fileBytes: number): ZipEntry[] | 'damaged' | 'elsewhere' {
  const end = Buffer.from(endOfFile.buffer, endOfFile.byteOffset, endOfFile.byteLength);
  const at = findEnd(end);
  if (at === undefined) return 'damaged';
  const count = end.readUInt16LE(at + 10);
  const size = end.readUInt32LE(at + 12);
  if (isElsewhere(count, size)) return 'elsewhere';
  if (size > fileBytes) return 'damaged';
  return size > at ? 'elsewhere' : readEntries(end.subarray(at - size, at), count);
}

/** A comment may follow, whose length the record has. */
function findEnd(end: Buffer): number | undefined {
  for (let at = end.length - endBytes; at >= 0; at--)
    if (end.readUInt32LE(at) === endMark && at + endBytes + end.readUInt16LE(at + 20) === end.length) return at;
  return undefined;
}

function readEntries(directory: Buffer, count: number): ZipEntry[] | 'damaged' {
  const entries: ZipEntry[] = [];
  let at = 0;
  while (at + entryBytes <= directory.length && directory.readUInt32LE(at) === entryMark) {
    const nameEnd = at + entryBytes + directory.readUInt16LE(at + 28);
    entries.push({
      name: directory.toString('utf8', at + entryBytes, nameEnd),
      bytes: directory.readUInt32LE(at + 24),
      isEncrypted: (directory.readUInt16LE(at + 8) & 1) === 1,
      // The upper half has the mode of Unix.
      isLink: (directory.readUInt16LE(at + 40) & 0o170_000) === 0o120_000,
    });
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return at === directory.length && entries.length === count ? entries : 'damaged';
}
