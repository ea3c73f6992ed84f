import type { Conversation } from '../conversations/conversation.ts';
import type { Surroundings } from '../ports.ts';
import { type MessageText, packTexts, type TextPart, unpackTexts } from './text-part.ts';
import type { TextStore } from './text-store.ts';

export interface TextPorts extends Pick<Surroundings, 'now'> {
  store: TextStore;
}

/** The texts of a conversation as far as a function has read them. */
export interface KnownTexts {
  rewrites: number;
  asks: number;
  /** No message follows the settled ones for this count of questions. */
  isWhole: boolean;
  settled: readonly MessageText[];
  /** Messages from the first one on that is still being written. */
  open: readonly MessageText[];
  /** The parts of the stored pack: the number of texts before each, and of those in all of them. */
  partStarts: readonly number[];
  packed: number;
}

/** Returns what a function knows that has read nothing. */
export const nothingKnown = ({ rewrites }: Conversation): KnownTexts => ({
  rewrites,
  asks: -1,
  isWhole: false,
  settled: [],
  open: [],
  partStarts: [],
  packed: 0,
});

/** Puts the parts of a pack together, up to the first one that does not belong to it any more. */
export function fromParts(parts: readonly TextPart[], conversation: Conversation): KnownTexts {
  const settled: MessageText[] = [];
  const partStarts: number[] = [];
  let last: TextPart | undefined;
  for (const part of parts.toSorted((one, other) => one.index - other.index)) {
    const follows = part.index === partStarts.length && part.from === (last?.through ?? '');
    if (part.rewrites !== conversation.rewrites || !follows) break;
    const texts = unpackTexts(part.data);
    if (!texts) break;
    partStarts.push(settled.length);
    settled.push(...texts);
    last = part;
  }
  if (!last) return nothingKnown(conversation);
  const { rewrites, asks, isWhole } = last;
  return { rewrites, asks, isWhole, settled, open: [], partStarts, packed: settled.length };
}

/** Reads the messages after the known ones, at least a page of them and until the deadline. */
export async function readRest(
  { store, now }: TextPorts,
  { conversationId, asks, rewrites }: Conversation,
  { partStarts, packed, ...known }: KnownTexts,
  deadlineMs: number,
): Promise<{ isCut: boolean; texts: KnownTexts }> {
  const settled = [...known.settled];
  const open: MessageText[] = [];
  let isCut = false;
  for await (const page of store.listTexts(conversationId, settled.at(-1)?.ulid ?? '')) {
    isCut = page.length > 0 && now().getTime() >= deadlineMs;
    for (const { isSettled, ...text } of page) (isSettled && open.length === 0 ? settled : open).push(text);
    if (isCut) break;
  }
  const isWhole = open.length === 0 && !isCut;
  return { isCut, texts: { rewrites, asks, isWhole, settled, open, partStarts, packed } };
}

/** Stores the texts after the last full part. Returns undefined when the conversation has changed or is deleted meanwhile. */
export async function packRest(
  { store }: Pick<TextPorts, 'store'>,
  conversation: Conversation,
  known: KnownTexts,
): Promise<KnownTexts | undefined> {
  const { rewrites, asks, isWhole, settled } = known;
  const firstIndex = Math.max(0, known.partStarts.length - 1);
  let start = known.partStarts[firstIndex] ?? 0;
  const partStarts = known.partStarts.slice(0, firstIndex);
  const pieces = packTexts(settled.slice(start));
  for (const [index, { texts, data }] of pieces.entries()) {
    const isSaved = await store.saveTextPart(conversation, {
      index: firstIndex + index,
      from: settled[start - 1]?.ulid ?? '',
      through: texts.at(-1)?.ulid ?? '',
      rewrites,
      asks,
      isWhole: isWhole && index === pieces.length - 1,
      data,
    });
    if (!isSaved) return undefined;
    partStarts.push(start);
    start += texts.length;
  }
  return { ...known, partStarts, packed: settled.length };
}
