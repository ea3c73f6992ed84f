import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/** DynamoDB stores items of up to 400 KB. */
const maxPartBytes = 380_000;
const maxPerPart = 10_000;

/** Five of eleven: the higher ones take ten times as long, and save a tenth. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };

/** Compresses rows into as many parts as they need. Without rows there is one part, too. */
export function compressRows<Row>(rows: readonly Row[], write: (rows: readonly Row[]) => string): Uint8Array[] {
  const data = brotliCompressSync(write(rows), { params });
  if (rows.length <= 1 || (rows.length <= maxPerPart && data.length <= maxPartBytes)) return [data];
  const middle = Math.ceil(rows.length / 2);
  return [...compressRows(rows.slice(0, middle), write), ...compressRows(rows.slice(middle), write)];
}

export const decompressRows = <Row>(parts: readonly Uint8Array[], read: (text: string) => Row[]): Row[] =>
  parts.flatMap((part) => read(brotliDecompressSync(part).toString()));
