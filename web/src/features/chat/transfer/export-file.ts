import { Inflate, Unzip, UnzipInflate } from 'fflate';
import { arrayItems } from './array-items.ts';
import { crc32 } from './crc32.ts';
import { type OpenZip, openZip, type ZipEntry } from './open-zip.ts';

/** The file is no export, or a part of it is missing. Its message is for the screen. */
export class UnreadableExport extends Error {
  override readonly name = 'UnreadableExport';
}

export const incompleteExport = 'The file is incomplete, or it is no export of conversations.';

/** The file of this site's export that has the personas. */
export const personasFile = 'personas.json';

/** ChatGPT has its conversations in one file, or in several with numbers, and this site has each in a file of its own. */
const conversationsFile = /^(?!__MACOSX).*?(?:^|\/)(?:personas|conversations(?:-\d+)?|json\/[^/]+)\.json$/;

/** The files beside the conversations of a zip. */
export interface ZipFiles extends Pick<OpenZip, 'read'> {
  /** Finds a file by its path beside the folder of the conversations. */
  find: OpenZip['find'];
}

interface ReadItem {
  /** The text of a JSON object. Undefined in the place of what is damaged. */
  text?: string;
  /** The bytes of the chosen file that were read by then. */
  readBytes: number;
  /** Undefined where no zip was chosen, or its end is missing. */
  files?: ZipFiles;
  /** The end of the zip is missing. */
  isCut?: boolean;
}

/**
 * Reads the conversations of an export, a zip or a file of JSON. The next bytes are read when the reader asks for more,
 * so that a slow upload fills no memory.
 */
export async function* readExport(file: Blob): AsyncGenerator<ReadItem> {
  const isZip = (await file.slice(0, 2).text()) === 'PK';
  const zip = isZip ? await openZip(file) : undefined;
  if (zip) yield* readListed(zip);
  else if (!isZip) yield* readSource(file, plain());
  // What a zip without its end has is read from its start.
  else for await (const item of readSource(file, unzipped())) yield { ...item, isCut: true };
}

async function* readListed(zip: OpenZip): AsyncGenerator<ReadItem> {
  const listed = zip.entries.filter(({ name }) => conversationsFile.test(name));
  if (listed.length === 0) throw new UnreadableExport(incompleteExport);
  for (const entry of listed) {
    // Some programs put all files of a zip into one folder.
    const folder = entry.name.replace(/(?:json\/)?[^/]*$/, '');
    const files = { read: zip.read, find: (path: string) => zip.find(folder + path) };
    try {
      for await (const { text, readBytes } of readEntry(zip, entry))
        yield { text, readBytes: entry.offset + readBytes, files };
    } catch (error) {
      // The other files of the zip may be whole.
      if (!(error instanceof UnreadableExport)) throw error;
      yield { readBytes: entry.offset + entry.packed };
    }
  }
}

/** Reads the items of a file of a zip. The item of a file that has no other one waits until its sum is checked. */
async function* readEntry(zip: OpenZip, entry: ZipEntry): AsyncGenerator<SourceItem> {
  const sum = crc32();
  const content = await zip.packedContent(entry);
  const waiting: SourceItem[] = [];
  let areSeveral = false;
  for await (const item of readSource(content, (entry.isStored ? plain : inflated)(sum.add))) {
    waiting.push(item);
    areSeveral ||= waiting.length > 1;
    if (areSeveral) yield* waiting.splice(0);
  }
  if (sum.value() !== entry.crc) throw new UnreadableExport(incompleteExport);
  yield* waiting;
}

interface SourceItem {
  text: string;
  readBytes: number;
}

async function* readSource(content: Blob, source: ReturnType<typeof plain>): AsyncGenerator<SourceItem> {
  let readBytes = 0;
  const reader = content.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    readBytes += value?.length ?? 0;
    for (const text of added(source, value ?? new Uint8Array(), done)) yield { text, readBytes };
    if (done) break;
  }
  if (!source.isComplete()) throw new UnreadableExport(incompleteExport);
}

function added(source: ReturnType<typeof plain>, bytes: Uint8Array, isLast: boolean): string[] {
  try {
    return source.add(bytes, isLast);
  } catch {
    throw new UnreadableExport(incompleteExport);
  }
}

function plain(onBytes: (bytes: Uint8Array) => void = () => {}) {
  const decoder = new TextDecoder();
  const items = arrayItems();
  return {
    add(bytes: Uint8Array, isLast: boolean) {
      onBytes(bytes);
      return items.add(decoder.decode(bytes, { stream: !isLast }));
    },
    isComplete: items.isComplete,
  };
}

function inflated(onBytes: (bytes: Uint8Array) => void) {
  const content = plain(onBytes);
  let found: string[] = [];
  const inflate = new Inflate((bytes, isLast) => {
    found.push(...content.add(bytes, isLast));
  });
  return {
    add(bytes: Uint8Array, isLast: boolean) {
      found = [];
      inflate.push(bytes, isLast);
      return found;
    },
    isComplete: content.isComplete,
  };
}

function unzipped() {
  let found: string[] = [];
  const files: ReturnType<typeof plain>[] = [];
  const unzip = new Unzip((file) => {
    if (!conversationsFile.test(file.name)) return;
    const content = plain();
    files.push(content);
    file.ondata = (error, bytes, isLast) => {
      if (error) throw error;
      found.push(...content.add(bytes, isLast));
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  return {
    add(bytes: Uint8Array, isLast: boolean) {
      found = [];
      unzip.push(bytes, isLast);
      return found;
    },
    isComplete: () => files.length > 0 && files.every((file) => file.isComplete()),
  };
}
