import { forEachConcurrently } from '../../platform/for-each.ts';
import type { Conversation } from '../conversations/conversation.ts';
import type { MessageText } from './text-part.ts';
import { fromParts, type KnownTexts, nothingKnown, packRest, readRest, type TextPorts } from './text-packs.ts';

/** The memory of a function for texts, in UTF-16 units. Chinese takes two bytes for each. */
const maxRemembered = 40_000_000;

/** Packs are read by several queries at once, because each reads a megabyte after the other. */
const rangeCount = 4;
/** Fewer conversations than these are looked up one by one. */
const fewConversations = 16;

const lengthOf = ({ settled }: KnownTexts) => settled.reduce((sum, { text }) => sum + text.length, 0);
const isCurrent = (known: KnownTexts | undefined, { asks, rewrites }: Conversation): known is KnownTexts =>
  known !== undefined && known.isWhole && known.rewrites === rewrites && known.asks === asks;

/** Returns conversations that are sorted by their ids in a few ranges. */
function rangesOfIds(conversations: readonly Conversation[]): Conversation[][] {
  const sorted = conversations.toSorted((one, other) => (one.conversationId < other.conversationId ? -1 : 1));
  const size = sorted.length <= fewConversations ? 1 : Math.ceil(sorted.length / rangeCount);
  return Array.from({ length: Math.ceil(sorted.length / size) }, (_, index) =>
    sorted.slice(index * size, (index + 1) * size),
  );
}

/** Reads the messages after the known ones, and packs them if they are many beside those of the last part. */
async function withRest(ports: TextPorts, conversation: Conversation, known: KnownTexts, deadlineMs: number) {
  const { isCut, texts } = await readRest(ports, conversation, known, deadlineMs);
  const { partStarts, packed, settled } = texts;
  const lastPart = packed - (partStarts.at(-1) ?? 0);
  const isPacked = partStarts.length > 0 && (settled.length - packed) * 8 < lastPart;
  return { isCut, texts: isPacked ? texts : ((await packRest(ports, conversation, texts)) ?? texts) };
}

export type TextVisitor = (conversation: Conversation, texts: readonly MessageText[]) => void;

/**
 * Returns the texts of conversations for searches. They come from packs (docs/decisions/0041), and messages that follow
 * the pack of their conversation are read themselves. A function keeps the texts that it has read in memory.
 */
export function conversationTexts(ports: TextPorts) {
  const { store, now } = ports;
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
        const read = isLate ? { isCut: true, texts } : await withRest(ports, conversation, texts, deadlineMs);
        if (read.isCut) remaining += 1;
        finish(conversation, read.texts);
      });
      remember(userId, new Map([...before, ...known]));
      return remaining;
    },
  };
}
