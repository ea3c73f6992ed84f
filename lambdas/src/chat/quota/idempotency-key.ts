import { conversationIdOf } from 'shared-types/rules/message-status';

/** A message that was accepted, with the key that its sender chose for it. */
export interface SentMessage {
  idempotencyKey: string;
  sessionMessageId: string;
  assistantSessionMessageId: string;
}

/** A user rarely retries from more than three tabs, and a longer list makes every write of this item cost more. */
const maxIdempotencyKeys = 3;

/** Returns the message that was sent with the same key, in the given conversation or, for a new one, in any. */
export const findByIdempotencyKey = (
  recentlySent: readonly SentMessage[] = [],
  idempotencyKey: string | undefined,
  conversationId: string | undefined,
) =>
  recentlySent.find(
    (sent) =>
      sent.idempotencyKey === idempotencyKey &&
      (conversationId === undefined || conversationIdOf(sent.sessionMessageId) === conversationId),
  );

/** Adds a key before the others: the newest comes first. */
export const addIdempotencyKey = (recentlySent: readonly SentMessage[] = [], sent: SentMessage | null) =>
  [...(sent ? [sent] : []), ...recentlySent].slice(0, maxIdempotencyKeys);
