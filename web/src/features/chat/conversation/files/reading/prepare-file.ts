import { type FileType, maxFileBytes, maxTextBytes, pdfType, textType } from 'shared-types/rules/chat/files';
import { estimateTokens } from 'shared-types/rules/models';
import { AttachmentError, tooLarge, tooLongText } from './attachment-error.ts';
import { preparePicture } from './picture.ts';
import { decodeText } from './decode-text.ts';

/** A file as it is uploaded. */
export interface PreparedFile {
  blob: Blob;
  type: FileType;
  /** A small copy of a picture as a data URL. */
  preview?: string;
  width?: number;
  height?: number;
  /** An estimate for a text or a PDF. */
  tokens?: number;
  /** The text of a PDF, which is another upload. */
  textOfPdf?: Blob;
}

const headBytes = 1024;
const textBlob = (text: string) => new Blob([text], { type: textType });

/** Reads a file by its content, because its name and the type that the browser guesses from it prove nothing. */
export async function prepareFile(file: Blob, signal: AbortSignal): Promise<PreparedFile> {
  if (file.size === 0) throw new AttachmentError('This file is empty.');
  const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  if (new TextDecoder('latin1').decode(head).includes('%PDF-')) return preparePdf(file, signal);
  // The picture of an SVG is a text.
  const isPicture = file.type.startsWith('image/') && !file.type.includes('svg');
  const text = isPicture ? undefined : await prepareText(file);
  return text ?? preparePicture(file);
}

/** Returns undefined for a file that is no text. */
async function prepareText(file: Blob): Promise<PreparedFile | undefined> {
  const start = decodeText(new Uint8Array(await file.slice(0, maxTextBytes).arrayBuffer()), file.size > maxTextBytes);
  if (start === undefined) return undefined;
  const blob = textBlob(start);
  if (file.size > maxTextBytes || blob.size > maxTextBytes) throw new AttachmentError(tooLongText);
  return { blob, type: textType, tokens: estimateTokens(start) };
}

async function preparePdf(file: Blob, signal: AbortSignal): Promise<PreparedFile> {
  if (file.size > maxFileBytes) throw new AttachmentError(tooLarge);
  // The reader of PDFs is the largest part of the site, so it is loaded with the first PDF.
  const { textOfPdf } = await import('./pdf.ts');
  const text = await textOfPdf(new Uint8Array(await file.arrayBuffer()), signal);
  const blob = new Blob([file], { type: pdfType });
  return { blob, type: pdfType, tokens: estimateTokens(text), ...(text !== '' && { textOfPdf: textBlob(text) }) };
}
