import { type FileType, isPictureType, pdfType } from './files.ts';

interface Dimensions {
  width: number;
  height: number;
}

const tile = 512;
const patch = 32;
const maxPatches = 1536;

/**
 * Estimates the tokens of a picture. Providers scale it to 2048 by 768 pixels at most, and then count tiles or patches
 * (https://developers.openai.com/api/docs/guides/images-vision). The larger of the two numbers counts.
 */
export function pictureTokens({ width, height }: Dimensions): number {
  const long = Math.max(width, height);
  const short = Math.min(width, height);
  const scale = Math.min(1, 2048 / long, 768 / short);
  const tiles = Math.ceil((long * scale) / tile) * Math.ceil((short * scale) / tile);
  const patches = Math.ceil(width / patch) * Math.ceil(height / patch);
  return Math.max(85 + 170 * tiles, Math.min(patches, maxPatches));
}

interface CountedFile {
  type: FileType;
  bytes: number;
  /** The pixels of a picture. */
  width?: number | undefined;
  height?: number | undefined;
  /** The estimate for the text of a text or a PDF. */
  tokens?: number | undefined;
}

/** OpenAI shows a model the text and a picture of each page (developers.openai.com/api/docs/guides/pdf-files). */
const tokensPerPage = 1000;
const bytesPerPage = 100_000;
/** A PDF of large pictures has fewer pages than its bytes tell, and half of the memory is left for the questions after it. */
const maxPages = 50;

/** What a model is sent as it is. It reads a PDF as its text without this. */
export interface Senses {
  pictures: boolean;
  pdfs: boolean;
}

export const asTheyAre: Senses = { pictures: true, pdfs: true };
export const asTexts: Senses = { pictures: false, pdfs: false };

/** Counts the tokens of files that a model reads with their question. */
export function tokensOfFiles(files: readonly CountedFile[] | undefined, { pictures, pdfs }: Senses): number {
  let sum = 0;
  for (const { type, bytes, width = 0, height = 0, tokens = 0 } of files ?? []) {
    const pages = type === pdfType && pdfs ? Math.min(Math.ceil(bytes / bytesPerPage), maxPages) : 0;
    sum += isPictureType(type) ? (pictures ? pictureTokens({ width, height }) : 0) : tokens + pages * tokensPerPage;
  }
  return sum;
}
