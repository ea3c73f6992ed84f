import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/** A message as searches compare it. */
export interface MessageText {
  ulid: string;
  createTimeMs: number;
  text: string;
}

/**
 * A part of the packed texts of a conversation. It is good as long as no message of the conversation is rewritten, and
 * follows the part that ends where it begins.
 */
export interface TextPart {
  conversationId: string;
  index: number;
  /** The message before the first one, and the last one; empty for none. */
  from: string;
  through: string;
  /** The counts of the conversation that the part belongs to. */
  rewrites: number;
  asks: number;
  /** No message followed the part when it was packed with this count of questions. */
  isWhole: boolean;
  data: Uint8Array;
}

/** DynamoDB stores items of up to 400 KB. */
const maxPartBytes = 300_000;

/** Five of eleven: the higher ones take ten times as long, and save a tenth. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };

/** Searchable texts have no line breaks. */
const compress = (texts: readonly MessageText[]): Uint8Array =>
  brotliCompressSync(texts.map(({ ulid, createTimeMs, text }) => `${ulid}${createTimeMs} ${text}`).join('\n'), {
    params,
  });

const ulidLength = 26;

/** Returns undefined for what is no pack, as a spoiled one. */
export function unpackTexts(data: Uint8Array): MessageText[] | undefined {
  const text = decompress(data);
  if (text === undefined) return undefined;
  if (text === '') return [];
  return text.split('\n').map((line) => {
    const endOfTime = line.indexOf(' ', ulidLength);
    return {
      ulid: line.slice(0, ulidLength),
      createTimeMs: Number(line.slice(ulidLength, endOfTime)),
      text: line.slice(endOfTime + 1),
    };
  });
}

function decompress(data: Uint8Array): string | undefined {
  try {
    return brotliDecompressSync(data).toString();
  } catch {
    return undefined;
  }
}

/** Packs texts into as many pieces as items need. Without texts there is one piece, too. */
export function packTexts(texts: readonly MessageText[]): { texts: readonly MessageText[]; data: Uint8Array }[] {
  const data = compress(texts);
  if (data.length <= maxPartBytes || texts.length <= 1) return [{ texts, data }];
  const middle = Math.ceil(texts.length / 2);
  return [...packTexts(texts.slice(0, middle)), ...packTexts(texts.slice(middle))];
}
