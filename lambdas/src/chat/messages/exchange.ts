import { conversationIdOf } from 'shared-types/rules/message-status';
import type { QuestionFile } from 'shared-types/contract/chat/files';
import { AppError } from '../../platform/app-error.ts';
import { type Conversation, conversationNotFound } from '../conversations/conversation.ts';
import type { ConversationStore } from '../conversations/conversation-store.ts';
import type { StoredFile } from '../files/file.ts';
import { dropFiles, keepFiles, type KeepPorts } from '../files/keep-files.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import { generationOf } from '../jobs/job.ts';
import { type Catalogue, findModel } from '../models/catalogue.ts';
import type { Surroundings } from '../ports.ts';
import { findByIdempotencyKey, type SentMessage } from '../quota/idempotency-key.ts';
import { type Quota, type QuotaReservation, type QuotaSettings, reserveQuota } from '../quota/quota.ts';
import type { QuotaStore } from '../quota/quota-store.ts';
import type { MessageStore, SaveResult } from './message-store.ts';
import { type Message, newExchange, stateConflict } from './message.ts';
import { type Exchange, nextAttempt, rejectUnsettled, type Version, withVersion } from './versions.ts';

export interface QuotaPorts extends Pick<Surroundings, 'now'> {
  store: Pick<QuotaStore, 'findQuota'> & Pick<MessageStore, 'getMessage'>;
  settings: { limits: QuotaSettings };
}

export type AskPorts = QuotaPorts &
  KeepPorts &
  Pick<Surroundings, 'newId'> & {
    store: Pick<MessageStore, 'saveExchange'>;
    queue: Pick<JobQueue, 'tryToSend'>;
    settings: { catalogue: Pick<Catalogue, 'models'> };
  };

type ExchangeStore = Pick<MessageStore, 'getMessage' | 'findQuestion'>;

export type RegeneratePorts = QuotaPorts & {
  store: ExchangeStore &
    Pick<MessageStore, 'isLastMessage' | 'saveNextAttempt'> &
    Pick<ConversationStore, 'getConversation'>;
  queue: Pick<JobQueue, 'tryToSend'>;
};

export interface VersionPorts {
  store: ExchangeStore & Pick<MessageStore, 'findVersion' | 'saveRevision'>;
}

/** The quota is locked optimistically. Each failed attempt means that another request succeeded, so few are needed. */
const maxQuotaAttempts = 20;

interface QuotaRequest {
  userId: string;
  answerId: string;
  sent: SentMessage | null;
}

/** Reserves quota for one more answer and writes both, again for as long as other requests change the quota first. */
export async function withQuota<Found>(
  { store, now, settings }: QuotaPorts,
  request: QuotaRequest,
  write: (reservation: QuotaReservation) => Promise<SaveResult>,
  before: (quota: Quota | undefined) => Promise<Found | undefined> | Found | undefined,
): Promise<Found | undefined> {
  const { userId, answerId } = request;
  for (let attempts = 0; attempts < maxQuotaAttempts; attempts++) {
    const quota = await store.findQuota(userId);
    const found = await before(quota);
    if (found) return found;
    const result = await write(reserveQuota(quota, request, settings.limits, now()));
    if (result === 'saved') return undefined;
    if (result === 'conversationGone') throw conversationNotFound();
    if (result === 'answerChanged') throw stateConflict(await store.getMessage(userId, answerId));
  }
  throw new AppError('unavailable', 'Too many requests. Try again in a moment.', { retryAfterSeconds: 1 });
}

interface OutgoingQuestion {
  text: string;
  idempotencyKey?: string | undefined;
  files?: readonly QuestionFile[] | undefined;
}

/** Asks a question in a conversation. A request with an idempotency key that was sent before returns the first result. */
export async function ask(
  ports: AskPorts,
  { conversation, isNew }: { conversation: Conversation; isNew: boolean },
  { text, idempotencyKey, files = [] }: OutgoingQuestion,
): Promise<Omit<SentMessage, 'idempotencyKey'>> {
  const { store, queue, now, newId, settings } = ports;
  const { userId, conversationId, modelCode } = conversation;
  const exchange = newExchange(conversation, text, [newId(), newId()], now());
  const sessionMessageId = exchange.question.sessionMessageId;
  const assistantSessionMessageId = exchange.answer.sessionMessageId;
  const sent = idempotencyKey === undefined ? null : { idempotencyKey, sessionMessageId, assistantSessionMessageId };
  // The page that sent it compares the two times, and has nothing to load if they are equal.
  const active = { ...conversation, updateTimeMs: exchange.question.createTimeMs };

  let kept: StoredFile[] | undefined;
  /** No write of this question has an unknown outcome, so its copies of files may be deleted. */
  let isUnsaved = true;
  try {
    const earlier = await withQuota(
      ports,
      { userId, answerId: assistantSessionMessageId, sent },
      async (reservation) => {
        kept ??= await keepFiles(ports, exchange.question, files, findModel(settings.catalogue.models, modelCode));
        const question = { ...exchange.question, files: kept.length > 0 ? kept : null };
        isUnsaved = false;
        const result = await store.saveExchange(active, isNew, { ...exchange, question }, reservation);
        isUnsaved = result !== 'saved';
        return result;
      },
      (quota) => findByIdempotencyKey(quota?.recentlySent, idempotencyKey, isNew ? undefined : conversationId),
    );
    if (earlier) return earlier;
  } finally {
    if (isUnsaved) await dropFiles(ports.files, kept ?? []);
  }
  await queue.tryToSend(generationOf(exchange.answer));
  return { sessionMessageId, assistantSessionMessageId };
}

/**
 * Begins the next attempt at a settled answer. A text replaces the question before it; a text that the question has
 * already is a request that was sent twice, and begins no attempt.
 */
export async function regenerate(
  ports: RegeneratePorts,
  userId: string,
  { sessionMessageId, text }: { sessionMessageId: string; text?: string | undefined },
): Promise<Message> {
  const { store, queue, now } = ports;
  const before = await getExchange(store, userId, sessionMessageId);
  // The answer was read before its question, which may have been edited in between.
  if (text !== undefined && text === before.question?.text) return store.getMessage(userId, sessionMessageId);
  const revision = nextAttempt(before, text, now());
  const conversation = await store.getConversation(userId, conversationIdOf(sessionMessageId));
  const active = { ...conversation, updateTimeMs: now().getTime() };

  await withQuota(
    ports,
    { userId, answerId: sessionMessageId, sent: null },
    (reservation) => store.saveNextAttempt(active, revision, reservation),
    // Every question changes the quota, so the write fails if one comes after this check.
    async () => (text === undefined ? undefined : rejectUnlessLast(store, before.answer)),
  );
  await queue.tryToSend(generationOf(revision.after.answer));
  return revision.after.answer;
}

async function getExchange(store: ExchangeStore, userId: string, sessionMessageId: string): Promise<Exchange> {
  const answer = await store.getMessage(userId, sessionMessageId);
  return { question: await store.findQuestion(answer), answer };
}

/** Later messages answer to the text of a question, so only the last question may change. */
async function rejectUnlessLast(
  store: Pick<MessageStore, 'isLastMessage'>,
  { sessionMessageId, status }: Message,
): Promise<undefined> {
  if (await store.isLastMessage(sessionMessageId)) return;
  throw new AppError('conflict', 'Only the last question can be edited.', { current: status });
}

/** Shows one version of a settled answer and of its question. The version that was shown before is kept. */
export async function showVersion(
  { store }: VersionPorts,
  userId: string,
  { sessionMessageId, version }: { sessionMessageId: string; version: number },
): Promise<Exchange> {
  const before = await getExchange(store, userId, sessionMessageId);
  const { answer } = before;
  rejectUnsettled(answer);
  if (version === answer.version && !answer.isPreviousAnswer) return before;
  const found = answer.kept.includes(version) ? await store.findVersion(sessionMessageId, version) : undefined;
  if (!found) throw new AppError('conflict', 'This version no longer exists.', { current: answer.status });
  const revision = withVersion(before, found);
  if (await store.saveRevision(revision)) return revision.after;
  throw stateConflict(await store.getMessage(userId, sessionMessageId));
}

/** Returns the versions of an answer beside the shown one, oldest first. One that makes room meanwhile is left out. */
export async function otherVersions(
  { store }: { store: Pick<MessageStore, 'getMessage' | 'findVersion'> },
  userId: string,
  sessionMessageId: string,
): Promise<Version[]> {
  const { kept, version } = await store.getMessage(userId, sessionMessageId);
  const others = kept.filter((each) => each !== version);
  const found = await Promise.all(others.map((each) => store.findVersion(sessionMessageId, each)));
  return found.flatMap((each) => each ?? []);
}
