import { inflateSync } from 'fflate';
import { crc32 } from './crc32.ts';

/** A file in a zip. */
export interface ZipEntry {
  name: string;
  /** Its bytes stand in the zip as they are. Otherwise they are deflated. */
  isStored: boolean;
  /** Its size, and the bytes that it takes in the zip. */
  size: number;
  packed: number;
  /** The sum of its bytes. */
  crc: number;
  /** Where it begins in the zip. */
  offset: number;
}

export type OpenZip = NonNullable<Awaited<ReturnType<typeof openZip>>>;

/** The lengths of the parts of a zip that come before their names and comments: APPNOTE.TXT of PKWARE, 4.3.7, 4.3.12 and 4.3.16. */
const [headerBytes, listedBytes, endBytes] = [30, 46, 22];
const maxCommentBytes = 65_535;
const [headerMark, listedMark, endMark] = [0x04034b50, 0x02014b50, 0x06054b50];
const [stored, deflated] = [0, 8];

/**
 * Opens a zip by the list of its files, which stands at its end. Undefined for one whose end is missing, and for one of more than
 * 4 GB, whose list has another form.
 */
export async function openZip(zip: Blob) {
  const entries = await readEntries(zip);
  if (!entries) return undefined;
  const byName = new Map(entries.map((entry) => [entry.name, entry]));

  /** Returns the bytes that an entry takes in the zip; none if the list is wrong about it. */
  async function packedContent({ offset, packed }: ZipEntry): Promise<Blob> {
    const header = await viewOf(zip.slice(offset, offset + headerBytes));
    if (header.byteLength < headerBytes || header.getUint32(0, true) !== headerMark) return new Blob();
    const begin = offset + headerBytes + header.getUint16(26, true) + header.getUint16(28, true);
    return zip.slice(begin, begin + packed);
  }

  /** Returns a whole file; undefined for one that is damaged. */
  async function read(entry: ZipEntry): Promise<Blob | undefined> {
    const content = new Uint8Array(await (await packedContent(entry)).arrayBuffer());
    const bytes = entry.isStored ? content : inflated(content, entry.size);
    if (!bytes) return undefined;
    const sum = crc32();
    sum.add(bytes);
    return sum.value() === entry.crc ? new Blob([bytes]) : undefined;
  }

  return {
    entries,
    find: (name: string) => byName.get(name),
    packedContent,
    read,
  };
}

function inflated(bytes: Uint8Array, size: number): Uint8Array<ArrayBuffer> | undefined {
  try {
    const out = new Uint8Array(size);
    return inflateSync(bytes, { out }).length === size ? out : undefined;
  } catch {
    return undefined;
  }
}

const viewOf = async (part: Blob) => new DataView(await part.arrayBuffer());

async function readEntries(zip: Blob): Promise<ZipEntry[] | undefined> {
  const tail = await viewOf(zip.slice(Math.max(0, zip.size - endBytes - maxCommentBytes), zip.size));
  const end = findEnd(tail);
  if (end === undefined) return undefined;
  const [bytes, offset] = [tail.getUint32(end + 12, true), tail.getUint32(end + 16, true)];
  const list = await viewOf(zip.slice(offset, offset + bytes));
  const entries: ZipEntry[] = [];
  let at = 0;
  while (at + listedBytes <= list.byteLength && list.getUint32(at, true) === listedMark) {
    const method = list.getUint16(at + 10, true);
    const lengths = [28, 30, 32].map((place) => list.getUint16(at + place, true));
    const [nameLength = 0] = lengths;
    entries.push({
      name: new TextDecoder().decode(list.buffer.slice(at + listedBytes, at + listedBytes + nameLength)),
      isStored: method === stored,
      crc: list.getUint32(at + 16, true),
      packed: list.getUint32(at + 20, true),
      size: list.getUint32(at + 24, true),
      offset: list.getUint32(at + 42, true),
    });
    if (method !== stored && method !== deflated) return undefined;
    at += lengths.reduce((sum, length) => sum + length, listedBytes);
  }
  const isPlain = entries.every(({ size, packed, offset: of }) => Math.max(size, packed, of) < 0xff_ff_ff_ff);
  // The end has only two bytes for the number of files, and the exact bytes of their list say that it is whole.
  return at === bytes && isPlain ? entries : undefined;
}

/** The end may be followed by a comment, whose length it says. */
function findEnd(tail: DataView): number | undefined {
  for (let at = tail.byteLength - endBytes; at >= 0; at--)
    if (tail.getUint32(at, true) === endMark && at + endBytes + tail.getUint16(at + 20, true) === tail.byteLength)
      return at;
  return undefined;
}
