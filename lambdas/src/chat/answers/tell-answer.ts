import { conversationIdOf, isSettled } from 'shared-types/rules/message-status';
import type { JobQueue } from '../jobs/job-queue.ts';
import { type Generation, generationOf } from '../jobs/job.ts';
import type { Message } from '../messages/message.ts';
import type { NewsDesk } from '../../platform/news/tell-news.ts';
import type { ConversationStore } from '../conversations/conversation-store.ts';
import type { Surroundings } from '../ports.ts';
import type { AnswerStore } from './answer-store.ts';

/**
 * A page that shows an answer polls every second, and is noted every four seconds. A page that was not noted for this time has
 * not polled for six seconds or more, so it does not show the answer.
 */
const shownForMs = 10_000;

export interface TellPorts extends Pick<Surroundings, 'now'> {
  store: Pick<ConversationStore, 'findConversation'>;
  news: Pick<NewsDesk, 'tell'>;
  queue: Pick<JobQueue, 'send'>;
}

/** Tells a person of an answer whose end no page has shown. The same end has the same id, so it is told once. */
export async function tellAnswer({ store, news, queue, now }: TellPorts, answer: Message): Promise<void> {
  const { userId, sessionMessageId, attempt, status, failure, shownAtMs, endedAtMs } = answer;
  if (endedAtMs === null || shownAtMs > endedAtMs) return;
  const leftMs = shownAtMs + shownForMs - now().getTime();
  // A page that still shows the answer polls its end by then, and one that was closed a moment ago does not.
  if (leftMs > 0) return queue.send(generationOf(answer), Math.ceil(leftMs / 1000));
  const conversationId = conversationIdOf(sessionMessageId);
  const conversation = await store.findConversation(userId, conversationId);
  if (!conversation || conversation.deletedAtMs !== null) return;
  const topic = status === 'DONE' ? 'answer' : 'answerFailed';
  const url = `/chat?${new URLSearchParams({ sessionId: conversationId }).toString()}`;
  const cause = failure ? ({ kind: 'answerFailed', sentence: failure.message } as const) : undefined;
  const entries = [{ topic, title: '', cause, url }] as const;
  await news.tell({
    newsId: `answer-${sessionMessageId}-${attempt}`,
    tool: 'chat',
    userId,
    atMs: endedAtMs,
    groups: [{ groupId: null, name: conversation.title, entries: [...entries] }],
  });
}

/** Finds the answer of a job that is delivered again, if it has ended in the attempt of that job. */
export async function findEndedAnswer(
  store: Pick<AnswerStore, 'findAnswer'>,
  { sessionMessageId, attempt }: Generation,
) {
  const answer = await store.findAnswer(sessionMessageId);
  return answer?.attempt === attempt && isSettled(answer) ? answer : undefined;
}
