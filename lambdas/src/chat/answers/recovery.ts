import { generationOf } from '../jobs/job.ts';
import type { Message } from '../messages/message.ts';
import { lost } from '../models/failures.ts';
import type { ChatPorts } from '../ports.ts';
import { isAnswerLeaseExpired } from './lease.ts';

/** A worker begins within this time. An answer that is delayed on purpose has a later `queuedAtMs`. */
const maxStartMs = 15_000;
const maxRecoveries = 2;
/** The longest delay on purpose, which is what a provider may ask for, with a tolerance for the clocks. */
const maxDelayMs = 90_000;

/** A time that is further ahead comes from a clock that was ahead. */
const isOverdue = (queuedAtMs: number, nowMs: number) =>
  queuedAtMs + maxStartMs <= nowMs || queuedAtMs > nowMs + maxDelayMs;

/** An answer without a live worker is recovered by another worker, or marked as lost. */
function recoveryActionFor(answer: Message, now: Date): 'none' | 'recover' | 'markLost' {
  const { status, queuedAtMs, recoveries } = answer;
  const nowMs = now.getTime();
  const isAbandoned =
    (status === 'PENDING' || (status === 'IN_PROGRESS' && isAnswerLeaseExpired(answer, nowMs))) &&
    isOverdue(queuedAtMs, nowMs);
  if (!isAbandoned) return 'none';
  return recoveries < maxRecoveries ? 'recover' : 'markLost';
}

/** Reads a message. Each poll also recovers an answer whose worker has died. */
export async function readMessage(ports: ChatPorts, userId: string, sessionMessageId: string): Promise<Message> {
  const message = await ports.store.getMessage(userId, sessionMessageId);
  const action = recoveryActionFor(message, ports.now());
  if (action === 'markLost') return markLost(ports, message);
  if (action === 'recover') await recover(ports, message);
  return message;
}

async function recover({ store, queue, now }: ChatPorts, answer: Message) {
  if (await store.recordRecovery(answer, now().getTime())) await queue.offer(generationOf(answer));
}

async function markLost({ store, now }: ChatPorts, answer: Message): Promise<Message> {
  const { userId, sessionMessageId } = answer;
  const failed = await store.markLost(answer, lost, now().getTime());
  // A worker has acquired the lease since the answer was read.
  if (!failed) return store.getMessage(userId, sessionMessageId);
  await store.releaseQuota(userId, sessionMessageId);
  return failed;
}
