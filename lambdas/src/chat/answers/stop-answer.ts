import { type Message, stateConflict } from '../messages/message.ts';
import type { ChatPorts } from '../ports.ts';

/** Settles an answer with the text that it has. Its worker notices at the next save. */
export async function stopAnswer({ store }: ChatPorts, userId: string, sessionMessageId: string): Promise<Message> {
  const answer = await store.getMessage(userId, sessionMessageId);
  const stopped = await store.stopAnswer(answer, 'stopped');
  if (!stopped) throw stateConflict(await store.getMessage(userId, sessionMessageId));
  await store.releaseQuota(userId, sessionMessageId);
  return stopped;
}
