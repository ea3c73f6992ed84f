import { isSettled } from 'shared-types/rules/message-status';
import { type Message, writtenText } from '../messages/message.ts';
import type { MessageStore } from '../messages/message-store.ts';
import type { Surroundings } from '../ports.ts';

/** The pause between two looks, each of which reads one item. */
const lookEveryMs = 120;

/** An answer that was asked for longer ago is not waited for, so that no page can be held at each of its polls. */
const maxAgeMs = 2_000;

export interface FirstWordsPorts extends Pick<Surroundings, 'now' | 'wait'> {
  store: Pick<MessageStore, 'getMessage'>;
}

/** A page has something new to show: words, or that the model is asked again. */
const hasProgress = (message: Message) =>
  isSettled(message) || message.retry !== null || writtenText(message) !== undefined;

/**
 * Waits for the first words of an answer that was asked for just now. The poll that leaves with the question would find nothing,
 * and the next one follows a second later. It ends after `holdMs` at the latest, however often the clock is set.
 */
export async function awaitFirstWords({ store, now, wait }: FirstWordsPorts, message: Message, holdMs: number) {
  const ageMs = Math.abs(now().getTime() - message.queuedAtMs);
  let current = message;
  if (ageMs > maxAgeMs) return current;
  const endMs = now().getTime() + holdMs;
  for (let looks = Math.floor(holdMs / lookEveryMs); looks > 0 && !hasProgress(current); looks -= 1) {
    if (now().getTime() + lookEveryMs > endMs) break;
    await wait(lookEveryMs);
    current = await store.getMessage(message.userId, message.sessionMessageId);
  }
  return current;
}
