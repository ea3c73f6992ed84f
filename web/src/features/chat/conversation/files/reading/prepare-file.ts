import {
  type FileType,
  maxFileBytes,
  maxFileNameLength,
  maxTextBytes,
  pdfType,
  textType,
} from 'shared-types/rules/chat/files';
import { firstCharacters } from 'shared-types/rules/chat/first-characters';
import { estimateTokens } from 'shared-types/rules/models';
import { AttachmentError, tooLarge } from './attachment-error.ts';
import { cutText } from './cut-text.ts';
import { preparePicture } from './picture.ts';
import { decodeText } from '../../../../../lib/decode-text.ts';

/** A file as it is uploaded. */
export interface PreparedFile {
  blob: Blob;
  type: FileType;
  /** Another name than that of the file, whose kind it is not. */
  name?: string;
  /** A small copy of a picture as a data URL. */
  preview?: string;
  width?: number;
  height?: number;
  /** An estimate for a text or a PDF. */
  tokens?: number;
  /** Only the start of a text is uploaded, because it is too long. */
  isCut?: boolean;
  /** The text of a PDF, which is another upload. */
  textOfPdf?: Blob;
}

const headBytes = 1024;
const pdfStart = /^\s*%PDF-/;
const textBlob = (text: string) => new Blob([text], { type: textType });

/** Reads a file by its content, because its name and the type that the browser guesses from it prove nothing. */
export async function prepareFile(file: File, signal: AbortSignal): Promise<PreparedFile> {
  if (file.size === 0) throw new AttachmentError('This file is empty.');
  const head = new TextDecoder('latin1').decode(await file.slice(0, headBytes).arrayBuffer());
  if (pdfStart.test(head)) return preparePdf(file, signal);
  // The picture of an SVG is a text.
  const isPicture = file.type.startsWith('image/') && !file.type.includes('svg');
  const text = isPicture ? undefined : await prepareText(file);
  // Some PDFs begin with bytes of another program, and a text may speak of the mark.
  return text ?? (head.includes('%PDF-') ? preparePdf(file, signal) : preparePicture(file));
}

/** UTF-16 has twice the bytes of UTF-8 for English, and no encoding has more. */
const maxReadBytes = 2 * maxTextBytes;

/** Returns undefined for a file that is no text. */
async function prepareText(file: Blob): Promise<PreparedFile | undefined> {
  const isStart = file.size > maxReadBytes;
  const read = decodeText(new Uint8Array(await file.slice(0, maxReadBytes).arrayBuffer()), isStart);
  if (read === undefined) return undefined;
  const { text, isCut } = cutText(read, { isStart });
  return { blob: textBlob(text), type: textType, tokens: estimateTokens(text), ...(isCut && { isCut }) };
}

const textExtension = '.txt';

/** A PDF with more text than a question takes is sent as the start of its text: a model that reads PDFs would read all of it. */
export async function preparePdf(file: File, signal: AbortSignal): Promise<PreparedFile> {
  if (file.size > maxFileBytes) throw new AttachmentError(tooLarge);
  // The reader of PDFs is the largest part of the site, so it is loaded with the first PDF.
  const { textOfPdf } = await import('./pdf.ts');
  const { text: read, isStart } = await textOfPdf(new Uint8Array(await file.arrayBuffer()), signal);
  const { text, isCut } = cutText(read, { isStart });
  if (isCut) {
    const name = firstCharacters(file.name, maxFileNameLength - textExtension.length) + textExtension;
    return { blob: textBlob(text), type: textType, name, tokens: estimateTokens(text), isCut };
  }
  const blob = new Blob([file], { type: pdfType });
  return { blob, type: pdfType, tokens: estimateTokens(text), ...(text !== '' && { textOfPdf: textBlob(text) }) };
}
