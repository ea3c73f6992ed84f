import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ChatMessage } from 'shared-types/contract/chat';
import { conversationIdOf } from 'shared-types/rules/message-status';
import { ApiError } from '../../../../api/api-error.ts';
import { call } from '../../../../api/call.ts';
import { inSequence } from '../../../../ui/undo.ts';
import { conversationQuery, messageQuery, messagesQuery, newestMessagesQuery } from '../../queries.ts';
import { optimisticPendingAnswer, questionOf, withMessage } from '../messages/message-pages.ts';
import { tellStale } from '../../../../lib/tab/stale-data.ts';

/** Polling pauses while a mutation with this key runs, because a poll could show the earlier state. */
export const answerMutationKey = (sessionMessageId: string) => ['chat', 'change', sessionMessageId];

/** Changes of one answer run one after the other. A change whose response was lost has to look first what became of it. */
export const changesOf = (sessionMessageId: string) => ({
  mutationKey: answerMutationKey(sessionMessageId),
  ...inSequence(sessionMessageId),
});

export async function setMessage(client: QueryClient, message: ChatMessage) {
  const { sessionMessageId } = message;
  await client.cancelQueries({ queryKey: messageQuery(sessionMessageId).queryKey });
  await client.cancelQueries({ queryKey: newestMessagesQuery(conversationIdOf(sessionMessageId)).queryKey });
  client.setQueryData(messagesQuery(conversationIdOf(sessionMessageId)).queryKey, withMessage(message));
}

/** Fetches a message and merges it into the list. Resolves to undefined on failure. */
const refetchMessage = (client: QueryClient, { sessionMessageId }: ChatMessage) =>
  client.fetchQuery({ ...messageQuery(sessionMessageId), staleTime: 0 }).catch(() => undefined);

/** Refetches the question of an answer, which another device may have edited. */
async function refetchQuestion(client: QueryClient, answer: ChatMessage): Promise<ChatMessage | undefined> {
  const list = client.getQueryData(messagesQuery(conversationIdOf(answer.sessionMessageId)).queryKey);
  const question = questionOf(list?.pages ?? [], answer);
  return question && refetchMessage(client, question);
}

/**
 * Refetches a question and its answer after a failed change, and returns the question. After a conflict there may be
 * newer messages as well.
 */
export async function refetchExchange(
  client: QueryClient,
  answer: ChatMessage,
  error: Error,
): Promise<ChatMessage | undefined> {
  const [question] = await Promise.all([refetchQuestion(client, answer), refetchMessage(client, answer)]);
  if (isConflict(error))
    void client.invalidateQueries({
      queryKey: newestMessagesQuery(conversationIdOf(answer.sessionMessageId)).queryKey,
    });
  return question;
}

export const isConflict = (error: unknown) => error instanceof ApiError && error.status === 409;

/** Regenerates an answer by an optimistic update. The previous text stays until new text arrives. */
export function useRegenerate(message: ChatMessage) {
  const client = useQueryClient();
  const { sessionMessageId } = message;
  return useMutation({
    ...changesOf(sessionMessageId),
    /** A model code replaces the conversation's own model, which is no longer available. */
    mutationFn: async (modelCode: string | undefined) => {
      if (modelCode !== undefined) await changeModel(client, conversationIdOf(sessionMessageId), modelCode);
      return call('POST /api/chat/session/message/{sessionMessageId}/regenerate', { params: { sessionMessageId } });
    },
    onMutate: async () => {
      await setMessage(client, optimisticPendingAnswer(message));
      return message;
    },
    onSuccess: async (pending) => {
      tellStale(newestMessagesQuery(conversationIdOf(sessionMessageId)));
      await setMessage(client, pending);
      void refetchQuestion(client, pending);
    },
    onError: async (error, _, before = message) => {
      await setMessage(client, before);
      await refetchExchange(client, before, error);
    },
  });
}

async function changeModel(client: QueryClient, sessionId: string, modelCode: string) {
  const conversation = await call('POST /api/chat/session/{sessionId}/update', {
    params: { sessionId },
    body: { title: null, memorySize: null, modelCode },
  });
  client.setQueryData(conversationQuery(sessionId).queryKey, conversation);
}

/** Stops an answer and keeps the text so far. */
export function useStop(message: ChatMessage) {
  const client = useQueryClient();
  const { sessionMessageId } = message;
  return useMutation({
    mutationFn: () => call('POST /api/chat/session/message/{sessionMessageId}/stop', { params: { sessionMessageId } }),
    onSuccess: (stopped) => setMessage(client, stopped),
    onError: async (error) => {
      if (isConflict(error)) await refetchMessage(client, message);
    },
  });
}

/** Shows another version of an answer, on every device. */
export function useShowVersion(message: ChatMessage) {
  const client = useQueryClient();
  const { sessionMessageId } = message;
  return useMutation({
    ...changesOf(sessionMessageId),
    mutationFn: (version: number) =>
      call('POST /api/chat/session/message/{sessionMessageId}/show', {
        params: { sessionMessageId },
        body: { version },
      }),
    onSuccess: async ({ question, answer }) => {
      if (question) await setMessage(client, question);
      await setMessage(client, answer);
    },
    onError: (error) => refetchExchange(client, message, error),
  });
}
