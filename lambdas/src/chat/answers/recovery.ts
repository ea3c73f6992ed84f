import { isSettled } from 'shared-types/rules/message-status';
import type { JobQueue } from '../jobs/job-queue.ts';
import { cancellationOf, generationOf } from '../jobs/job.ts';
import type { MessageStore } from '../messages/message-store.ts';
import type { Message } from '../messages/message.ts';
import { lost } from '../models/failures.ts';
import type { Surroundings } from '../ports.ts';
import type { QuotaStore } from '../quota/quota-store.ts';
import type { AnswerStore } from './answer-store.ts';
import { isAnswerLeaseExpired } from './lease.ts';

export interface ReadPorts extends Pick<Surroundings, 'now'> {
  store: Pick<MessageStore, 'getMessage'> &
    Pick<AnswerStore, 'noteShown' | 'recordRecovery' | 'markLost'> &
    Pick<QuotaStore, 'releaseQuota'>;
  queue: Pick<JobQueue, 'tryToSend'>;
}

/** A worker begins within this time. An answer that is delayed on purpose has a later `queuedAtMs`. */
const maxStartMs = 15_000;
const maxRecoveries = 2;
/** An answer without a place is sent again after growing pauses, and is lost after about twelve minutes. */
const maxWaits = 7;
const maxPauseMs = 120_000;
/** The longest delay on purpose, which is what a provider may ask for, with a tolerance for the clocks. */
const maxDelayMs = 90_000;

/** A time that is further ahead comes from a clock that was ahead. */
const isOverdue = (queuedAtMs: number, nowMs: number, pauseMs: number) =>
  queuedAtMs + pauseMs <= nowMs || queuedAtMs > nowMs + maxDelayMs;

/** An answer without a live worker is recovered by another worker, or marked as lost. An answer that never had a worker waits. */
function recoveryActionFor(answer: Message, now: Date): 'none' | 'recover' | 'markLost' {
  const { status, queuedAtMs, leaseUntilMs, recoveries, waits } = answer;
  const nowMs = now.getTime();
  if (status === 'PENDING') {
    const pauseMs = Math.min(maxStartMs * 2 ** waits, maxPauseMs);
    if (!isOverdue(queuedAtMs, nowMs, pauseMs)) return 'none';
    return waits < maxWaits ? 'recover' : 'markLost';
  }
  if (status !== 'IN_PROGRESS' || !isAnswerLeaseExpired(answer, nowMs)) return 'none';
  // A lease from before the last message to the queue says nothing about the worker that this message brings.
  const hadWorker = leaseUntilMs > queuedAtMs;
  if (!hadWorker && !isOverdue(queuedAtMs, nowMs, maxStartMs)) return 'none';
  return recoveries < maxRecoveries ? 'recover' : 'markLost';
}

/** Reads a message. Each poll also recovers an answer whose worker has died. */
export async function readMessage(ports: ReadPorts, userId: string, sessionMessageId: string): Promise<Message> {
  const message = await ports.store.getMessage(userId, sessionMessageId);
  const action = recoveryActionFor(message, ports.now());
  if (action === 'markLost') return markLost(ports, message);
  if (action === 'recover') await recover(ports, message);
  return message;
}

/** Pages poll every second, so one write in this time is enough to know that one shows the answer. */
const notedEveryMs = 4000;

/** Notes that a page shows the answer: now and then while it is being written, and once when it has ended. */
export async function noteShown({ store, now }: ReadPorts, answer: Message): Promise<void> {
  const { shownAtMs, endedAtMs } = answer;
  const nowMs = now().getTime();
  const untilMs = isSettled(answer) ? (endedAtMs ?? 0) + 1 : nowMs - notedEveryMs + 1;
  // The clock of the worker that has ended the answer may be ahead.
  if (shownAtMs < untilMs) await store.noteShown(answer, Math.max(nowMs, untilMs));
}

async function recover({ store, queue, now }: ReadPorts, answer: Message) {
  if (await store.recordRecovery(answer, now().getTime())) await queue.tryToSend(generationOf(answer));
}

async function markLost({ store, queue, now }: ReadPorts, answer: Message): Promise<Message> {
  const { userId, sessionMessageId } = answer;
  const failed = await store.markLost(answer, lost, now().getTime());
  // A worker has acquired the lease since the answer was read.
  if (!failed) return store.getMessage(userId, sessionMessageId);
  await store.releaseQuota(userId, sessionMessageId);
  const cancellation = cancellationOf(failed);
  if (cancellation) await queue.tryToSend(cancellation);
  return failed;
}
