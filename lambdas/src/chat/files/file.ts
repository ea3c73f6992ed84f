import type { ChatFile } from 'shared-types/contract/chat/files';
import {
  isPictureType,
  maxPixels,
  maxQuestionBytes,
  maxTextBytes,
  pdfType,
  type PictureType,
  type textType,
} from 'shared-types/rules/chat/files';
import { megabytes } from 'shared-types/rules/limits';
import { maxMemoryTokens } from 'shared-types/rules/models';
import { AppError } from '../../platform/app-error.ts';
import type { ModelSettings } from 'shared-types/contract/model';
import type { Upload } from '../ports.ts';
import type { PictureContent } from './picture-content.ts';

interface FileOfQuestion {
  fileId: string;
  name: string;
  bytes: number;
  /** The key of the object. Each question has copies of its own, so that one can be deleted without another. */
  key: string;
}

export interface StoredPicture extends FileOfQuestion {
  type: PictureType;
  width: number;
  height: number;
}

export interface StoredText extends FileOfQuestion {
  type: typeof textType;
  tokens: number;
}

export interface StoredPdf extends FileOfQuestion {
  type: typeof pdfType;
  /** Those of its text. */
  tokens: number;
  /** The key of its text; null for pictures of pages. */
  textKey: string | null;
}

/** A file of a question. */
export type StoredFile = StoredPicture | StoredText | StoredPdf;

export const isPicture = (file: StoredFile): file is StoredPicture => isPictureType(file.type);

/** Returns the keys of the objects of a file. */
export const keysOfFile = (file: StoredFile): string[] => [
  file.key,
  ...(file.type === pdfType && file.textKey !== null ? [file.textKey] : []),
];

const invalid = (message: string) => new AppError('invalid', message, { issues: [{ path: 'body.files', message }] });

export const fileGone = (name: string) =>
  new AppError('notFound', `The file ${name} is no longer available. Remove it and add it again.`);

export function rejectModelWithoutPictures(
  files: readonly StoredFile[],
  { name, pictures }: Pick<ModelSettings, 'name' | 'pictures'>,
) {
  if (pictures === 'none' && files.some(isPicture))
    throw invalid(`${name} does not support pictures. Choose another model in the settings, or remove the pictures.`);
}

/**
 * Returns the maximum of bytes that all pictures of one request have together. OpenAI takes 50 MB
 * (https://developers.openai.com/api/docs/guides/images-vision). Bytes are sent as Base64, which has a third more, and
 * smaller servers refuse more than about 20 MB of that.
 */
export const maxPictureBytes = (pictures: ModelSettings['pictures']) =>
  pictures === 'address' ? 50_000_000 : 15_000_000;

export function rejectUnreadablePdf({ name, textKey }: StoredPdf, model: Pick<ModelSettings, 'name' | 'pdfs'>) {
  if (textKey === null && !model.pdfs)
    throw invalid(
      `The file ${name} has no text, and ${model.name} reads only the text of PDFs. Choose another model, or remove the file.`,
    );
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Returns the text that the file itself has, whatever its upload said. */
export function readText(name: string, { bytes, start }: Upload): string {
  if (bytes > maxTextBytes || start.length < bytes)
    throw invalid(`The text of ${name} is larger than ${maxTextBytes / 1000} KB. Remove it, or add a part of it.`);
  try {
    const text = utf8.decode(start);
    if (!text.includes('\0')) return text;
  } catch {
    // It is no UTF-8.
  }
  throw invalid(`The file ${name} is not a text file. Remove it to send your message.`);
}

/** Readers of PDFs look for the mark in the first 1,024 bytes (ISO 32000-2, annex I.2, says that they do). */
export function checkPdf(name: string, { start }: Upload) {
  if (!Buffer.from(start.subarray(0, 1024)).includes('%PDF-'))
    throw invalid(`The file ${name} is not a PDF. Remove it to send your message.`);
}

/** A question's own files are always sent, so their texts must fit into what a model reads at once. */
export function rejectTooLongTexts(files: readonly StoredFile[]) {
  const tokens = files.reduce((sum, file) => sum + (isPicture(file) ? 0 : file.tokens), 0);
  if (tokens > maxMemoryTokens)
    throw invalid(
      `The files have more text than a model can read at once, about ${tokens} tokens. Remove some of them.`,
    );
}

/** Returns the type and the dimensions that the file itself has, and refuses a file that is not what its upload said. */
export function checkContent(name: string, { type }: Upload, content: PictureContent | undefined): PictureContent {
  if (!content)
    throw invalid(`The file ${name} is not a PNG, JPEG, WebP or GIF picture. Remove it to send your message.`);
  if (content.type !== type)
    throw invalid(`The file ${name} was sent as ${type} but is ${content.type}. Rename it and add it again.`);
  if (content.width * content.height > maxPixels)
    throw invalid(
      `The file ${name} has more than ${maxPixels / 1_000_000} million pixels. Make it smaller and add it again.`,
    );
  return content;
}

/** A question's own pictures and PDFs are always sent, so they must fit into one request to the model's server. */
export function rejectTooManyBytes(
  files: readonly StoredFile[],
  { pictures, pdfs }: Pick<ModelSettings, 'pictures' | 'pdfs'>,
) {
  const sum = (of: readonly StoredFile[]) => of.reduce((total, { bytes }) => total + bytes, 0);
  const shown = files.filter((file) => (isPicture(file) ? pictures !== 'none' : file.type === pdfType && pdfs));
  const most = sum(files) > maxQuestionBytes ? maxQuestionBytes : maxPictureBytes(pictures);
  if (sum(files) > maxQuestionBytes || sum(shown) > most)
    throw invalid(`The files are larger than ${megabytes(most)} in total. Remove some of them.`);
}

export const toChatFile = (file: StoredFile): ChatFile => {
  const { fileId, name, type, bytes } = file;
  return {
    fileId,
    name,
    type,
    bytes,
    ...(isPicture(file) ? { width: file.width, height: file.height } : { tokens: file.tokens }),
  };
};
