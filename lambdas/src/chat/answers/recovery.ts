import { generationOf } from '../jobs/job.ts';
import type { Message } from '../messages/message.ts';
import { lost } from '../models/failures.ts';
import type { ChatPorts } from '../ports.ts';

/** A worker begins within this time. An answer that is delayed on purpose has a later `queuedAtMs`. */
const maxStartMs = 15_000;
const maxRecoveries = 2;

/** An answer without a live worker is recovered by another worker, or marked as lost. */
function recoveryActionFor(
  { status, queuedAtMs, leaseUntilMs, recoveries }: Message,
  now: Date,
): 'none' | 'recover' | 'markLost' {
  const nowMs = now.getTime();
  const isAbandoned =
    (status === 'PENDING' || (status === 'IN_PROGRESS' && leaseUntilMs <= nowMs)) && queuedAtMs + maxStartMs <= nowMs;
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
  await store.releaseQuota(userId, sessionMessageId, null, now());
  return failed;
}
