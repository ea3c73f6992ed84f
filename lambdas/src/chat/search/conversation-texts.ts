import { forEachConcurrently } from '../../platform/for-each.ts';
import type { Conversation } from '../conversations/conversation.ts';
import type { Surroundings } from '../ports.ts';
import { type MessageText, packTexts, type TextPart, unpackTexts } from './text-part.ts';
import type { TextStore } from './text-store.ts';

export interface TextPorts extends Pick<Surroundings, 'now'> {
  store: TextStore;
}

/** The texts of a conversation as far as a function has read them. */
interface KnownTexts {
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

/** The memory of a function for texts, in UTF-16 units. Chinese takes two bytes for each. */
const maxRemembered = 40_000_000;

/** Packs are read by several queries at once, because each reads a megabyte after the other. */
const rangeCount = 4;
/** Fewer conversations than these are looked up one by one. */
const fewConversations = 16;

const lengthOf = ({ settled }: KnownTexts) => settled.reduce((sum, { text }) => sum + text.length, 0);
const isCurrent = (known: KnownTexts | undefined, { asks, rewrites }: Conversation): known is KnownTexts =>
  known !== undefined && known.isWhole && known.rewrites === rewrites && known.asks === asks;

const nothingKnown = ({ rewrites }: Conversation): KnownTexts => ({
  rewrites,
  asks: -1,
  isWhole: false,
  settled: [],
  open: [],
  partStarts: [],
  packed: 0,
});

/** Puts the parts of a pack together, up to the first one that does not belong to it any more. */
function fromParts(parts: readonly TextPart[], conversation: Conversation): KnownTexts {
  const settled: MessageText[] = [];
  const partStarts: number[] = [];
  let last: TextPart | undefined;
  for (const part of parts.toSorted((one, other) => one.index - other.index)) {
    const follows = part.index === partStarts.length && part.from === (last?.through ?? '');
    if (part.rewrites !== conversation.rewrites || !follows) break;
    partStarts.push(settled.length);
    settled.push(...unpackTexts(part.data));
    last = part;
  }
  if (!last) return nothingKnown(conversation);
  const { rewrites, asks, isWhole } = last;
  return { rewrites, asks, isWhole, settled, open: [], partStarts, packed: settled.length };
}

/** Returns conversations that are sorted by their ids in a few ranges. */
function rangesOfIds(conversations: readonly Conversation[]): Conversation[][] {
  const sorted = conversations.toSorted((one, other) => (one.conversationId < other.conversationId ? -1 : 1));
  const size = sorted.length <= fewConversations ? 1 : Math.ceil(sorted.length / rangeCount);
  return Array.from({ length: Math.ceil(sorted.length / size) }, (_, index) =>
    sorted.slice(index * size, (index + 1) * size),
  );
}

export type TextVisitor = (conversation: Conversation, texts: readonly MessageText[]) => void;

/**
 * Returns the texts of conversations for searches. They come from packs (docs/decisions/0041), and messages that follow
 * the pack of their conversation are read themselves. A function keeps the texts that it has read in memory.
 */
export function conversationTexts({ store, now }: TextPorts) {
  const memory = new Map<string, Map<string, KnownTexts>>();

  function remember(userId: string, known: Map<string, KnownTexts>) {
    memory.delete(userId);
    memory.set(userId, known);
    let total = 0;
    for (const [id, texts] of [...memory].toReversed()) {
      for (const each of texts.values()) total += lengthOf(each);
      if (total > maxRemembered) memory.delete(id);
    }
  }

  /**
   * Reads the messages after the known ones, at least a page of them and until the deadline, and packs them if they are many
   * beside those of the last part.
   */
  async function withRest(conversation: Conversation, known: KnownTexts, deadlineMs: number) {
    const { conversationId, asks, rewrites } = conversation;
    const settled = [...known.settled];
    const open: MessageText[] = [];
    let isCut = false;
    for await (const page of store.listTexts(conversationId, settled.at(-1)?.ulid ?? '')) {
      isCut = page.length > 0 && now().getTime() >= deadlineMs;
      for (const { isSettled, ...text } of page) (isSettled && open.length === 0 ? settled : open).push(text);
      if (isCut) break;
    }
    const { partStarts, packed } = known;
    const isWhole = open.length === 0 && !isCut;
    const read: KnownTexts = { rewrites, asks, isWhole, settled, open, partStarts, packed };
    const lastPart = packed - (partStarts.at(-1) ?? 0);
    const isPacked = partStarts.length > 0 && (settled.length - packed) * 8 < lastPart;
    return { isCut, texts: isPacked ? read : await pack(conversation, read) };
  }

  /** Stores the texts after the last full part. */
  async function pack(conversation: Conversation, known: KnownTexts): Promise<KnownTexts> {
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
      if (!isSaved) return known;
      partStarts.push(start);
      start += texts.length;
    }
    return { ...known, partStarts, packed: settled.length };
  }

  return {
    /**
     * Shows the texts of each conversation to the visitor, and returns the number of those that could not be read to their end
     * before the deadline.
     */
    async visit(
      userId: string,
      conversations: readonly Conversation[],
      deadlineMs: number,
      visitor: TextVisitor,
    ): Promise<number> {
      const known = new Map<string, KnownTexts>();
      let room = maxRemembered;
      const before = memory.get(userId) ?? new Map<string, KnownTexts>();
      const finish = (conversation: Conversation, texts: KnownTexts) => {
        room -= lengthOf(texts);
        if (room >= 0) known.set(conversation.conversationId, texts);
        visitor(conversation, [...texts.settled, ...texts.open]);
      };
      const behind: [Conversation, KnownTexts][] = [];
      const sort = (conversation: Conversation, texts: KnownTexts) =>
        isCurrent(texts, conversation) ? finish(conversation, texts) : behind.push([conversation, texts]);

      const unknown: Conversation[] = [];
      for (const conversation of conversations) {
        const texts = before.get(conversation.conversationId);
        if (texts?.rewrites === conversation.rewrites) sort(conversation, texts);
        else unknown.push(conversation);
      }
      await forEachConcurrently(rangesOfIds(unknown), async (range) => {
        const [first, last] = [range[0], range.at(-1)];
        if (!first || !last) return;
        const waiting = new Map(range.map((each) => [each.conversationId, each]));
        for await (const parts of store.listTextParts(userId, first.conversationId, last.conversationId)) {
          const conversation = waiting.get(parts[0]?.conversationId ?? '');
          if (!conversation) continue;
          waiting.delete(conversation.conversationId);
          sort(conversation, fromParts(parts, conversation));
        }
        for (const conversation of waiting.values()) sort(conversation, nothingKnown(conversation));
      });
      let remaining = 0;
      await forEachConcurrently(behind, async ([conversation, texts]) => {
        const isLate = now().getTime() >= deadlineMs;
        const read = isLate ? { isCut: true, texts } : await withRest(conversation, texts, deadlineMs);
        if (read.isCut) remaining += 1;
        finish(conversation, read.texts);
      });
      remember(userId, new Map([...before, ...known]));
      return remaining;
    },
  };
}
