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
  /** The pixels of a picture. */
  width?: number | undefined;
  height?: number | undefined;
  /** The estimate for a text or a PDF. */
  tokens?: number | undefined;
}

/** Counts the tokens of files that a model reads with their question. */
export const tokensOfFiles = (files: readonly CountedFile[] = []) =>
  files.reduce(
    (sum, { tokens = 0, width, height }) =>
      sum + (width === undefined || height === undefined ? tokens : pictureTokens({ width, height })),
    0,
  );
