import { conversationIdOf } from 'shared-types/rules/message-status';
import type { JobQueue } from '../jobs/job-queue.ts';
import { cancellationOf } from '../jobs/job.ts';
import type { MessageStore } from '../messages/message-store.ts';
import { type Message, stateConflict } from '../messages/message.ts';
import type { QuotaStore } from '../quota/quota-store.ts';
import type { AnswerStore } from './answer-store.ts';

interface StopPorts {
  store: Pick<MessageStore, 'getMessage'> & Pick<AnswerStore, 'stopAnswer'> & Pick<QuotaStore, 'releaseQuota'>;
  queue: Pick<JobQueue, 'tryToSend'>;
}

export type StopAllPorts = StopPorts & { store: Pick<QuotaStore, 'findQuota'> };

/** Settles an answer with the text that it has. Its worker notices at the next save. */
export async function stopAnswer(
  { store, queue }: StopPorts,
  userId: string,
  sessionMessageId: string,
): Promise<Message> {
  const answer = await store.getMessage(userId, sessionMessageId);
  const stopped = await store.stopAnswer(answer, 'stopped');
  if (!stopped) throw stateConflict(await store.getMessage(userId, sessionMessageId));
  await store.releaseQuota(userId, sessionMessageId);
  const cancellation = cancellationOf(stopped);
  if (cancellation) await queue.tryToSend(cancellation);
  return stopped;
}

/** Stops the answers of a conversation that is deleted. The deletion holds even if an answer cannot be stopped. */
export async function stopAnswersOf(ports: StopAllPorts, userId: string, conversationId: string): Promise<void> {
  const quota = await ports.store.findQuota(userId);
  const ids = [...(quota?.inProgress.keys() ?? [])].filter((id) => conversationIdOf(id) === conversationId);
  await Promise.allSettled(ids.map((id) => stopAnswer(ports, userId, id)));
}
