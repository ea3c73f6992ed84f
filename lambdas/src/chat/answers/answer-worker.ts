import type { TokenPrice } from 'shared-types/contract/model';
import type { SpendingLimits } from 'shared-types/contract/spending';
import { lastMessages } from 'shared-types/rules/chat/memory';
import { conversationIdOf } from 'shared-types/rules/message-status';
import { log } from '../../platform/log.ts';
import type { Delivery } from '../../platform/worker/queue-handler.ts';
import type { ConversationStore } from '../conversations/conversation-store.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { Generation } from '../jobs/job.ts';
import type { BackgroundResponse, Message } from '../messages/message.ts';
import { type Catalogue, findModel, limitPriceOf, priceOf } from '../models/catalogue.ts';
import { fileAddresses, withTexts } from '../models/file-contents.ts';
import { deleted, internal, ModelError, modelFailureOf } from '../models/failures.ts';
import type { AnswerPart, Model, TokenUsage } from '../models/model.ts';
import { buildPrompt, type Prompt, type PromptSettings } from '../models/prompt.ts';
import type { FileBucket, Surroundings } from '../ports.ts';
import { billedUsage, maxUsage, shownUsage } from '../quota/billed-usage.ts';
import type { QuotaStore } from '../quota/quota-store.ts';
import { amountOf, type SpendingReservation } from '../quota/spending.ts';
import type { SpendingStore } from '../quota/spending-store.ts';
import { type TitlePorts, writeTitle } from '../titles/title-worker.ts';
import type { AnswerStore } from './answer-store.ts';
import { AnswerWriter, type WriterPorts } from './answer-writer.ts';
import { failedAnswer, type FinalAnswer } from './final-answer.ts';
import type { AnswerLease } from './lease.ts';
import type { LeaseStore } from './lease-store.ts';
import { type AnswerOutcome, decideOutcome } from './outcome.ts';
import { findEndedAnswer, tellAnswer, type TellPorts } from './tell-answer.ts';

interface StreamPorts extends Pick<Surroundings, 'wait'> {
  model: Pick<Model, 'answer'>;
}

type WritePorts = WriterPorts &
  StreamPorts & {
    store: Pick<ConversationStore, 'findConversation'> &
      Pick<AnswerStore, 'listRemembered'> &
      Pick<LeaseStore, 'saveBackground'> &
      Pick<SpendingStore, 'reserveSpending'>;
    files: Pick<FileBucket, 'addressOf' | 'read'>;
    model: Pick<Model, 'cancel'>;
    settings: PromptSettings & { catalogue: Catalogue; spendingLimits: SpendingLimits };
  };

type FollowUpPorts = TellPorts & TitlePorts;

export type AnswerPorts = WritePorts &
  FollowUpPorts & {
    store: Pick<LeaseStore, 'acquireLease' | 'releaseLease'> &
      Pick<AnswerStore, 'findAnswer' | 'saveFinalAnswer'> &
      Pick<QuotaStore, 'releaseQuota'> &
      Pick<SpendingStore, 'settleSpending'>;
    queue: Pick<JobQueue, 'send'>;
  };

/** Writes the answer. Returns false if another worker writes it, or it is written. */
export async function generateAnswer(
  ports: AnswerPorts,
  job: Generation,
  { isLastAttempt }: Delivery,
): Promise<boolean> {
  const { store, queue, now, newToken } = ports;
  const lease = await store.acquireLease(job, newToken(), now().getTime());
  if (!lease) {
    // A worker may have died between the end of the answer and what follows it.
    const ended = await findEndedAnswer(store, job);
    if (ended) await followUp(ports, ended);
    return false;
  }
  const { userId, sessionMessageId } = lease.answer;
  const settle = async (outcome: FinalAnswer) => {
    const settled = await store.saveFinalAnswer(lease, outcome, now().getTime());
    if (settled) await store.releaseQuota(userId, sessionMessageId);
    return settled;
  };
  let settled: Message | undefined;
  try {
    const { outcome, call } = await writeAnswer(ports, lease);
    try {
      if (outcome?.status === 'RETRY') {
        const { reason, waitMs } = outcome;
        const isReleased = await store.releaseLease(lease, { reason, atMs: now().getTime() + waitMs });
        if (isReleased) await queue.send(job, waitMs / 1000);
      } else if (outcome) settled = await settle(outcome);
    } finally {
      // The provider bills an answer that was stopped or regenerated as well, and one whose end could not be saved.
      if (call) await store.settleSpending(call.reservation, call.used);
    }
  } catch (error) {
    // A poll recovers an answer whose worker has died. Without polls, the answer must end with its last delivery.
    if (isLastAttempt) {
      const failed = await settle(failedAnswer(internal));
      if (failed) await tellAnswer(ports, failed);
    }
    throw error;
  }
  if (settled) await followUp(ports, settled);
  return true;
}

/** Each step comes once, however often it is called. */
async function followUp(ports: FollowUpPorts, answer: Message) {
  await tellAnswer(ports, answer);
  await writeTitle(ports, answer);
}

interface WrittenAnswer {
  /** Undefined if the lease is lost. */
  outcome: AnswerOutcome | undefined;
  /** The call to the provider. A limit or a deletion prevents it. */
  call?: { reservation: SpendingReservation; used: TokenUsage | null };
}

/** Asks the model within the spending limits, and saves the text as it comes. */
async function writeAnswer(ports: WritePorts, lease: AnswerLease): Promise<WrittenAnswer> {
  const { store, settings, now } = ports;
  const { answer, holder } = lease;
  const { userId } = answer;
  const conversation = await store.findConversation(userId, conversationIdOf(answer.sessionMessageId));
  if (!conversation || conversation.deletedAtMs !== null) return { outcome: failedAnswer(deleted) };

  // An answer that its provider writes in the background is taken up there, and not asked and paid for again.
  const { background } = answer;
  const model = findModel(settings.catalogue.models, background?.modelCode ?? conversation.modelCode);
  const writer = new AnswerWriter(ports, lease, model.code);
  try {
    // The memory is of earlier messages. The one more may be the question of the first answer.
    const size = conversation.memorySize + 1;
    const history = lastMessages(await store.listRemembered(answer, size + 1), size);
    const built = buildPrompt(model, settings, history, conversation);
    const prompt = background ? { ...built, responseId: background.id } : await withTexts(ports.files, built);
    const price = limitPriceOf(model.code, settings.catalogue);
    const reservation = background
      ? reservationOf(background, userId, price)
      : { id: holder, userId, at: now(), modelCode: model.code, price, amount: amountOf(maxUsage(prompt), price) };
    const reachedLimit = background ? undefined : await store.reserveSpending(reservation, settings.spendingLimits);
    if (reachedLimit) return { outcome: failedAnswer(reachedLimit) };
    let responseId = background?.id;
    const keepId = async (id: string) => {
      responseId = id;
      // A lost lease means that the answer was stopped, by a request that did not know this id.
      if (!(await store.saveBackground(lease, backgroundOf(id, reservation)))) await ports.model.cancel(model, id);
    };
    // A background answer that is taken up has its files already.
    const addresses = background ? undefined : await fileAddresses(ports.files, prompt);
    const error = await streamAnswer(ports, { ...prompt, ...(addresses && { addresses }) }, writer, keepId);
    await writer.close();
    const isCutOff = writer.stopReason === 'timeLimit' || writer.stopReason === 'full';
    if (isCutOff && responseId !== undefined) await ports.model.cancel(model, responseId);
    const usage = writer.usage && shownUsage(writer.usage, writer.searches, priceOf(model.code, settings.catalogue));
    return {
      outcome: decideOutcome(writer, usage, error, answer.deliveries),
      call: { reservation, used: billedUsage(writer, prompt, error) },
    };
  } finally {
    await writer.close();
  }
}

const backgroundOf = (id: string, { modelCode, ...reservation }: SpendingReservation): BackgroundResponse => ({
  id,
  modelCode,
  reservation: { id: reservation.id, atMs: reservation.at.getTime(), ...reservation.amount },
});

function reservationOf({ modelCode, reservation }: BackgroundResponse, userId: string, price: TokenPrice) {
  const { id, atMs, ...amount } = reservation;
  return { id, userId, at: new Date(atMs), modelCode, price, amount };
}

const maxTries = 2;
const retryDelayMs = 1000;
/** A longer wait is left to the queue, because a function that waits costs as much as a working function. */
const maxWaitMs = 3000;

/** Streams the answer of the model to the writer. Returns the error that a retry at this time would not help with. */
async function streamAnswer(
  { model, wait }: StreamPorts,
  prompt: Prompt,
  writer: AnswerWriter,
  keepId: (id: string) => Promise<void>,
): Promise<ModelError | undefined> {
  for (let tries = 1; ; tries++) {
    const error = await streamOnce(model.answer(prompt, writer.signal, keepId), writer);
    if (!error || writer.stopReason) return undefined;
    log('warn', 'model failed', { reason: error.message, count: tries });

    const { retryReason, waitMs = retryDelayMs } = modelFailureOf(error);
    if (!retryReason || writer.hasText || tries === maxTries || waitMs > maxWaitMs) return error;
    await writer.saveRetry(retryReason, waitMs);
    await wait(waitMs, writer.signal);
  }
}

async function streamOnce(parts: AsyncIterable<AnswerPart>, writer: AnswerWriter) {
  try {
    for await (const part of parts) {
      writer.add(part);
      if (writer.stopReason) return undefined;
    }
    // A complete answer always has a finish reason.
    return writer.finishReason === null ? new ModelError({ code: 'cut', hasBegun: true }) : undefined;
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    // After the finish reason only the token count is missing.
    return writer.finishReason === null ? error : undefined;
  }
}
