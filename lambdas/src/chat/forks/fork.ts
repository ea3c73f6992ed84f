import { createHash } from 'node:crypto';
import { incrementBase32 } from 'ulid';
import { pdfType } from 'shared-types/rules/chat/files';
import { firstCharacters } from 'shared-types/rules/chat/first-characters';
import { maxForkedMessages, maxTitleLength } from 'shared-types/rules/limits';
import { conversationIdOf, isSettled } from 'shared-types/rules/message-status';
import { AppError } from '../../platform/app-error.ts';
import { forEachConcurrently } from '../../platform/for-each.ts';
import { type Conversation, conversationNotFound } from '../conversations/conversation.ts';
import type { ConversationStore } from '../conversations/conversation-store.ts';
import { derivedUlid } from '../derived-ulid.ts';
import { keysOfFile, type StoredFile } from '../files/file.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import { copyCheckOf, copyCheckSeconds, generationOf } from '../jobs/job.ts';
import { type QuotaPorts, withQuota } from '../messages/exchange.ts';
import { initialState, type Message, messageId, newExchange, ulidOf } from '../messages/message.ts';
import type { MessageStore } from '../messages/message-store.ts';
import type { CopyFile, Surroundings } from '../ports.ts';
import type { ForkStore } from './fork-store.ts';

export type ForkPorts = QuotaPorts &
  Pick<Surroundings, 'newId'> & {
    store: Pick<ConversationStore, 'getConversation' | 'findConversation'> &
      Pick<MessageStore, 'pageMessages' | 'saveExchange'> &
      Pick<ForkStore, 'saveFork' | 'saveCopies'>;
    copyFile: CopyFile;
    queue: JobQueue;
  };

const suffix = ' (fork)';
const messagesPerPage = 500;

interface Fork {
  /** The last message that the new conversation has, or the question that it asks in other words. */
  sessionMessageId: string;
  idempotencyKey: string;
  /** The question of the fork in place of the original's. */
  text?: string | undefined;
}

/**
 * Copies a conversation up to one of its messages into a new one, with the shown versions and with copies of the files, so that
 * either can be deleted without the other. With a text the new conversation ends with the message before the question, asks the
 * text with the files of the question, and awaits its answer. The id follows from the key, so a call that is sent again completes
 * the first one, or returns its conversation. The conversation is written last: it is never seen in part.
 */
export async function forkConversation(
  ports: ForkPorts,
  userId: string,
  { sessionMessageId, idempotencyKey, text }: Fork,
): Promise<Conversation> {
  const { store, copyFile, queue, newId, now } = ports;
  const last = await store.getMessage(userId, sessionMessageId);
  const original = await store.getConversation(userId, conversationIdOf(sessionMessageId));
  const chance = createHash('sha256').update(`fork\n${userId}\n${sessionMessageId}\n${idempotencyKey}`).digest();
  const conversationId = derivedUlid(last.createTimeMs, chance);
  const findFork = async () => {
    const found = await store.findConversation(userId, conversationId);
    if (found && found.deletedAtMs !== null) throw conversationNotFound();
    return found;
  };
  const known = await findFork();
  if (known) return known;
  if (text !== undefined) rejectUnaskable(last, text);

  const messages = await messagesUpTo(store, last);
  const shared = text === undefined ? messages : messages.slice(1);
  rejectUnsettledMessages(shared);
  // Each call has copies of its own, so that the check of a dead call cannot delete the copies of the next call.
  const folder = newId();
  const copies = messages.map((message) => copyOf(message, conversationId, folder));
  await forEachConcurrently(
    copies.filter(({ keys }) => keys.length > 0),
    async ({ message, keys }) => {
      const check = copyCheckOf(
        message,
        keys.map(({ to }) => to),
        now(),
      );
      await queue.send(check, copyCheckSeconds);
    },
  );
  await forEachConcurrently(
    copies.flatMap(({ keys }) => keys),
    async ({ from, to }) => {
      // The original was deleted meanwhile, and its files are gone already.
      if (!(await copyFile(from, to))) throw conversationNotFound();
    },
  );
  const at = now();
  const title = original.title.endsWith(suffix) ? original.title.slice(0, -suffix.length) : original.title;
  const conversation: Conversation = {
    ...original,
    conversationId,
    title: firstCharacters(title, maxTitleLength - suffix.length) + suffix,
    createTimeMs: at.getTime(),
    updateTimeMs: at.getTime(),
    asks: 0,
    rewrites: 0,
    awaitsTitle: false,
    origin: {
      rootId: original.origin?.rootId ?? original.conversationId,
      parentId: original.conversationId,
      lastShared: shared[0] ? ulidOf(shared[0].sessionMessageId) : null,
    },
  };
  const copied = copies.map(({ message }) => message);
  const [lastCopy, ...before] = copied;
  if (text === undefined || !lastCopy) {
    if (await store.saveFork(conversation, copied)) return conversation;
    return (await findFork()) ?? conversation;
  }

  await store.saveCopies(before);
  const exchange = askedAgain(conversation, lastCopy, text, at);
  const twin = await withQuota(
    ports,
    { userId, answerId: exchange.answer.sessionMessageId, sent: null },
    async (reservation) => {
      const result = await store.saveExchange(conversation, true, exchange, reservation);
      // The conversation is there: a twin of this call has saved it, and the next round finds it.
      return result === 'conversationGone' ? 'quotaChanged' : result;
    },
    findFork,
  );
  if (twin) return twin;
  await queue.tryToSend(generationOf(exchange.answer));
  return conversation;
}

/** Returns the messages from this one to the first one, newest first. */
async function messagesUpTo(store: Pick<MessageStore, 'pageMessages'>, last: Message): Promise<Message[]> {
  const conversationId = conversationIdOf(last.sessionMessageId);
  const messages = [last];
  for (let oldest = last; messages.length <= maxForkedMessages;) {
    const page = await store.pageMessages(conversationId, oldest.sessionMessageId, messagesPerPage);
    messages.push(...page);
    const end = page.at(-1);
    if (!end) return messages;
    oldest = end;
  }
  throw new AppError('conflict', `A fork has at most ${maxForkedMessages} messages. Fork from an earlier message.`);
}

function rejectUnaskable({ senderRole, files }: Message, text: string) {
  if (senderRole !== 'USER') throw new AppError('conflict', 'Only a question can be edited.');
  if (text.trim() !== '' || files !== null) return;
  const message = 'must not be blank';
  throw new AppError('invalid', `body.text: ${message}`, { issues: [{ path: 'body.text', message }] });
}

function rejectUnsettledMessages(messages: readonly Message[]) {
  if (!messages.every(isSettled))
    throw new AppError('conflict', 'An answer is still being written. Wait for it or stop it, then fork again.');
}

/**
 * Returns the edited question and its empty answer. Their ids follow from that of the original, however often
 * the call arrives.
 */
function askedAgain(conversation: Conversation, copy: Message, text: string, now: Date) {
  const ulid = ulidOf(copy.sessionMessageId);
  const { question, answer } = newExchange(conversation, text, [ulid, incrementBase32(ulid)], now);
  return { question: { ...question, files: copy.files }, answer };
}

/** Returns the message as it is shown, and the objects of its files that have to be copied. */
function copyOf(message: Message, conversationId: string, folder: string) {
  const { userId, senderRole, text, createTimeMs, usage, thoughts, citations, modelCode, finishReason } = message;
  const sessionMessageId = messageId(conversationId, ulidOf(message.sessionMessageId));
  const attempt = senderRole === 'ASSISTANT' ? 1 : 0;
  const { isPreviousAnswer } = message;
  const files = message.files?.map((file) => moved(file, `${userId}/${sessionMessageId}/${folder}`)) ?? null;
  const keys = (message.files ?? []).flatMap((file, index) => {
    const targets = keysOfFile(files?.[index] ?? file);
    return keysOfFile(file).map((from, place) => ({ from, to: targets[place] ?? from }));
  });
  const copy: Message = {
    ...initialState,
    sessionMessageId,
    userId,
    senderRole,
    text,
    createTimeMs,
    files,
    attempt,
    version: attempt,
    modelCode,
    usage,
    // A failed attempt that has written nothing shows the answer before it, which is complete.
    ...(isPreviousAnswer
      ? { status: 'DONE', failure: null, thoughts: null, citations: null, finishReason: null }
      : { status: message.status, failure: message.failure, thoughts, citations, finishReason }),
  };
  return { message: copy, keys };
}

function moved(file: StoredFile, folder: string): StoredFile {
  const key = `${folder}/${file.fileId}`;
  return file.type === pdfType && file.textKey !== null ? { ...file, key, textKey: `${key}.txt` } : { ...file, key };
}
