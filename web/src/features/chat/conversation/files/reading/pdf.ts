import { getDocument, type PDFDocumentProxy, type PDFPageProxy, PDFWorker } from 'pdfjs-dist';
import type { TextContent } from 'pdfjs-dist/types/src/display/api';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?worker&url';
import { maxTextBytes } from 'shared-types/rules/chat/files';
import { AttachmentError } from './attachment-error.ts';
import { endOfReading } from './reading-time.ts';

/** The content security policy allows this one, which returns the address of the reader, whatever it is asked. */
const policy = window.trustedTypes?.createPolicy('pdf', { createScriptURL: () => workerUrl });

/** The tables by which PDFs in Chinese, Japanese and Korean name their characters, each loaded when a file needs it. */
const tables = import.meta.glob<string>('../../../../../../../node_modules/pdfjs-dist/cmaps/*.bcmap', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
  exhaustive: true,
});
const addresses = new Map(Object.entries(tables).map(([path, url]) => [path.slice(path.lastIndexOf('/') + 1), url]));

class Tables {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const response = await fetch(addresses.get(filename) ?? '');
    if (!response.ok) throw new Error(filename);
    return new Uint8Array(await response.arrayBuffer());
  }
}

/** A file may be made to keep its reader busy, so the reader gets no more time than this. */
const maxReadMs = 30_000;

interface TextOfPdf {
  /** Empty for pictures of pages. */
  text: string;
  /** The text goes on, and is longer than that of a file may be. */
  isStart: boolean;
}

/** Reads the text of a PDF, page by page, until it is longer than that of a file may be. */
export async function textOfPdf(data: Uint8Array, signal: AbortSignal): Promise<TextOfPdf> {
  signal.throwIfAborted();
  const port = new Worker(policy?.createScriptURL('') ?? workerUrl);
  const worker = PDFWorker.create({ port });
  const task = getDocument({
    data,
    worker,
    cMapUrl: 'tables/',
    cMapPacked: true,
    BinaryDataFactory: Tables,
    useWorkerFetch: false,
    useWasm: false,
    disableFontFace: true,
    useSystemFonts: false,
    isOffscreenCanvasSupported: false,
    verbosity: 0,
  });
  try {
    return await Promise.race([task.promise.then(readPages), endOfReading(signal, maxReadMs)]);
  } catch (error) {
    if (error instanceof AttachmentError) throw error;
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    throw new AttachmentError(isLocked ? 'This PDF has a password. Save a copy without one.' : 'This PDF is damaged.');
  } finally {
    // A busy reader would not handle a message that ends it.
    port.terminate();
    worker.destroy();
  }
}

const encoder = new TextEncoder();

async function readPages(pdf: PDFDocumentProxy): Promise<TextOfPdf> {
  const pages: string[] = [];
  let bytes = 0;
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const text = (await textOfPage(page, maxTextBytes - bytes)).replaceAll('\0', '').toWellFormed().trim();
    page.cleanup();
    if (text === '') continue;
    bytes += encoder.encode(text).length + 2;
    pages.push(text);
    if (bytes > maxTextBytes) break;
  }
  return { text: pages.join('\n\n'), isStart: bytes > maxTextBytes };
}

/** Reads piece by piece, because a small file can have a page with gigabytes of text. No character has less than a byte. */
async function textOfPage(page: PDFPageProxy, maxBytes: number): Promise<string> {
  const pieces: ReadableStream<unknown> = page.streamTextContent();
  const reader = pieces.getReader();
  let text = '';
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    if (!isTextContent(piece.value)) continue;
    for (const item of piece.value.items) if ('str' in item) text += item.hasEOL ? `${item.str}\n` : item.str;
    // A page may have more spaces at its ends than text.
    if (text.trim().length > maxBytes) break;
  }
  return text;
}

/** The library's types do not say what the pieces are. */
const isTextContent = (piece: unknown): piece is Pick<TextContent, 'items'> =>
  typeof piece === 'object' && piece !== null && 'items' in piece && Array.isArray(piece.items);
