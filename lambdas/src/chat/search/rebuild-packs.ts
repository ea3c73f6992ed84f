import type { RebuildPacks, RebuiltPacks } from 'shared-types/contract/chat/search-packs';
import { forEachConcurrently } from '../../platform/for-each.ts';
import type { Conversation } from '../conversations/conversation.ts';
import type { ConversationStore } from '../conversations/conversation-store.ts';
import type { TextPart } from './text-part.ts';
import { fromParts, type KnownTexts, nothingKnown, packRest, readRest, type TextPorts } from './text-packs.ts';

export type RebuildPorts = TextPorts & {
  store: Pick<ConversationStore, 'allConversations' | 'findConversation'>;
};

/** A run answers after this time, and the next one goes on. */
const maxRunMs = 5000;
/** The texts of these are in memory at once. */
const conversationsAtOnce = 4;
/** A conversation in which a message is rewritten during each of these attempts is left. */
const maxAttempts = 3;

type Outcome = 'rebuilt' | 'unchanged' | 'busy' | 'gone';

const byId = (one: Conversation, other: Conversation) => (one.conversationId < other.conversationId ? -1 : 1);

/**
 * Reads all messages of a person's conversations in the order of their ids, from the one after `after` on, and stores the packs that
 * differ from them. It writes under the conditions of a search, so both may run at once.
 */
export async function rebuildPacks(ports: RebuildPorts, { userId, after }: RebuildPacks): Promise<RebuiltPacks> {
  const { store, now } = ports;
  const deadlineMs = now().getTime() + maxRunMs;
  const conversations: Conversation[] = [];
  for await (const each of store.allConversations(userId)) conversations.push(each);
  const rest = conversations.filter(({ conversationId }) => conversationId > (after ?? '')).toSorted(byId);
  const counts = { rebuilt: 0, unchanged: 0, busy: 0, gone: 0 };
  let done = 0;
  while (done < rest.length && (done === 0 || now().getTime() < deadlineMs)) {
    const chunk = rest.slice(done, done + conversationsAtOnce);
    done += chunk.length;
    const parts = await partsOf(ports, userId, chunk);
    await forEachConcurrently(chunk, async ({ conversationId }) => {
      counts[await rebuild(ports, userId, conversationId, parts.get(conversationId) ?? [])] += 1;
    });
  }
  const { gone, ...others } = counts;
  const last = done < rest.length ? (rest[done - 1]?.conversationId ?? null) : null;
  return { read: done - gone, ...others, next: last };
}

async function partsOf({ store }: RebuildPorts, userId: string, conversations: readonly Conversation[]) {
  const parts = new Map<string, TextPart[]>();
  const [first, last] = [conversations[0], conversations.at(-1)];
  if (!first || !last) return parts;
  for await (const each of store.listTextParts(userId, first.conversationId, last.conversationId))
    parts.set(each[0]?.conversationId ?? '', each);
  return parts;
}

async function rebuild(
  ports: RebuildPorts,
  userId: string,
  conversationId: string,
  parts: readonly TextPart[],
): Promise<Outcome> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    // This read is consistent, and that of the list of conversations is not.
    const conversation = await ports.store.findConversation(userId, conversationId);
    if (!conversation || conversation.deletedAtMs !== null) return 'gone';
    const { texts } = await readRest(ports, conversation, nothingKnown(conversation), Number.POSITIVE_INFINITY);
    if (areSame(fromParts(parts, conversation), texts)) return 'unchanged';
    if (await packRest(ports, conversation, texts)) return 'rebuilt';
  }
  return 'busy';
}

/** The pieces into which a pack is divided may differ. */
const areSame = (stored: KnownTexts, read: KnownTexts) =>
  stored.partStarts.length > 0 &&
  stored.asks === read.asks &&
  stored.isWhole === read.isWhole &&
  stored.settled.length === read.settled.length &&
  read.settled.every(({ ulid, createTimeMs, text }, index) => {
    const other = stored.settled[index];
    return other?.ulid === ulid && other.createTimeMs === createTimeMs && other.text === text;
  });
