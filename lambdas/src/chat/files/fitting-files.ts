import type { ModelSettings } from 'shared-types/contract/model';
import { pdfType, textType } from 'shared-types/rules/chat/files';
import { asTexts, asTheyAre, tokensOfFiles } from 'shared-types/rules/chat/picture-tokens';
import { isPicture, maxPictureBytes, type StoredFile, type StoredPdf, type StoredPicture } from './file.ts';

type Senses = Pick<ModelSettings, 'pictures' | 'pdfs'>;

/**
 * Returns whether a file is sent as it is, because the model has the sense for it. A text is sent as a part of its
 * question.
 */
const isShown = (file: StoredFile, { pictures, pdfs }: Senses): file is StoredPicture | StoredPdf =>
  isPicture(file) ? pictures !== 'none' : file.type === pdfType && pdfs;

/**
 * Returns the pictures and PDFs that one request has room for, counted from the last one. A question's own ones always
 * have room.
 */
export function fittingFiles(
  history: readonly { files?: readonly StoredFile[] | null }[],
  model: Senses,
): ReadonlySet<StoredFile> {
  const fitting = new Set<StoredFile>();
  let room = maxPictureBytes(model.pictures);
  for (const file of history.flatMap(({ files }) => files ?? []).toReversed()) {
    if (!isShown(file, model)) continue;
    room -= file.bytes;
    if (room < 0) break;
    fitting.add(file);
  }
  return fitting;
}

/** Returns the key of the text that the model reads in the place of a file. */
export function textKeyOf(file: StoredFile): string | null {
  if (file.type === textType) return file.key;
  return file.type === pdfType ? file.textKey : null;
}

/** Counts the tokens of the files that are sent, as they are or as their texts. */
export function tokensOfSent(files: readonly StoredFile[], fitting: ReadonlySet<StoredFile>) {
  const { shown, others } = Object.groupBy(files, (file) => (fitting.has(file) ? 'shown' : 'others'));
  return tokensOfFiles(shown, asTheyAre) + tokensOfFiles(others, asTexts);
}

/** The model reads this in the place of a file, because the text may speak of it. */
export const placeholderOf = (file: Pick<StoredFile, 'name' | 'type'>) =>
  `[${file.type.startsWith('image/') ? 'Picture' : 'File'} ${file.name}: not shown to you]`;
