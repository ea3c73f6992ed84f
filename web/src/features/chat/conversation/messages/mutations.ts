import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ChatMessage } from 'shared-types/contract/chat';
import { conversationIdOf, isComplete } from 'shared-types/rules/message-status';
import { ApiError } from '../../../../api/api-error.ts';
import { call } from '../../../../api/call.ts';
import { exchangeOf, questionOf, withExchange, withMessage } from './message-pages.ts';
import {
  messageQuery,
  messagesQuery,
  newestMessagesQuery,
  conversationQuery,
  conversationsQuery,
} from '../../queries.ts';

/** What is sent. A key that was sent before is the same message: the server takes it once. */
export interface OutgoingMessage {
  text: string;
  idempotencyKey: string;
}

export function useSendMessage(sessionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: OutgoingMessage) =>
      call('POST /api/chat/session/message/create', { query: { sessionId }, body }),
    onSuccess: async (accepted, { text }) => {
      await client.cancelQueries({ queryKey: newestMessagesQuery(sessionId).queryKey });
      client.setQueryData(messagesQuery(sessionId).queryKey, withExchange(exchangeOf(accepted, text, Date.now())));
      void client.invalidateQueries({ queryKey: conversationsQuery.queryKey });
    },
  });
}

/** Begins a session with a message. What its page will show is there before the page is. */
export function useStartConversation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: OutgoingMessage) => call('POST /api/chat/session/create_with_message', { body }),
    onSuccess: ({ session, ...accepted }, { text }) => {
      const exchange = exchangeOf(accepted, text, Date.now());
      const { sessionId } = session;
      client.setQueryData(conversationQuery(sessionId).queryKey, session);
      client.setQueryData(newestMessagesQuery(sessionId).queryKey, exchange);
      client.setQueryData(messagesQuery(sessionId).queryKey, { pages: [exchange], pageParams: [null] });
      void client.invalidateQueries({ queryKey: conversationsQuery.queryKey });
    },
  });
}

/** Polls of a message stand still while a call changes it: they would show what was before. */
export const answerMutationKey = (sessionMessageId: string) => ['chat', 'change', sessionMessageId];

async function setMessage(client: QueryClient, message: ChatMessage) {
  const { sessionMessageId } = message;
  await client.cancelQueries({ queryKey: messageQuery(sessionMessageId).queryKey });
  await client.cancelQueries({ queryKey: newestMessagesQuery(conversationIdOf(sessionMessageId)).queryKey });
  client.setQueryData(messagesQuery(conversationIdOf(sessionMessageId)).queryKey, withMessage(message));
}

/** A message as it is at this moment, in the list too; nothing when nobody tells. */
const refetchMessage = (client: QueryClient, { sessionMessageId }: ChatMessage) =>
  client.fetchQuery({ ...messageQuery(sessionMessageId), staleTime: 0 }).catch(() => undefined);

/** The question over an answer: another device may have put it in other words. */
async function refetchQuestion(client: QueryClient, answer: ChatMessage): Promise<ChatMessage | undefined> {
  const list = client.getQueryData(messagesQuery(conversationIdOf(answer.sessionMessageId)).queryKey);
  const question = questionOf(list?.pages ?? [], answer);
  return question && refetchMessage(client, question);
}

/**
 * After a change that was refused, or whose answer was lost, the exchange is looked at; gives back its question. Where
 * something was in another state than the page thought, more may have been said as well.
 */
async function refetchExchange(
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

const isConflict = (error: Error) => error instanceof ApiError && error.status === 409;

/** Asks for an answer anew. Its text stays until new words arrive. */
export function useRegenerate(message: ChatMessage) {
  const client = useQueryClient();
  const { sessionMessageId } = message;
  return useMutation({
    mutationKey: answerMutationKey(sessionMessageId),
    /** With another model, from now on: when the session's own is gone. */
    mutationFn: async (modelCode: string | undefined) => {
      if (modelCode !== undefined) await changeModel(client, conversationIdOf(sessionMessageId), modelCode);
      return call('POST /api/chat/session/message/{sessionMessageId}/regenerate', { params: { sessionMessageId } });
    },
    onMutate: async () => {
      await setMessage(client, optimisticPendingAnswer(message));
      return message;
    },
    onSuccess: async (pending) => {
      await setMessage(client, pending);
      void refetchQuestion(client, pending);
    },
    onError: async (error, _, before = message) => {
      await setMessage(client, before);
      await refetchExchange(client, before, error);
    },
  });
}

/** Asks the last question in other words: what it said, and its answer, become a version of that answer. */
export function useEditQuestion(question: ChatMessage, answer: ChatMessage, onAccepted: () => void) {
  const client = useQueryClient();
  const { sessionMessageId } = answer;
  return useMutation({
    mutationKey: answerMutationKey(sessionMessageId),
    mutationFn: (text: string) =>
      call('POST /api/chat/session/message/{sessionMessageId}/regenerate', {
        params: { sessionMessageId },
        body: { text },
      }),
    onSuccess: async (pending, text) => {
      onAccepted();
      await setMessage(client, { ...question, text });
      await setMessage(client, pending);
    },
    onError: async (error, text) => {
      const now = await refetchExchange(client, answer, error);
      // It was taken: only the answer that said so was lost.
      if (now?.text === text) onAccepted();
    },
  });
}

/** What was known of the last attempt is gone, but for a text that was said to its end. */
const optimisticPendingAnswer = (message: ChatMessage): ChatMessage => ({
  sessionMessageId: message.sessionMessageId,
  text: isComplete(message, message.isFormer) ? message.text : '',
  senderRole: message.senderRole,
  createTime: message.createTime,
  status: 'PENDING',
  isFormer: true,
});

async function changeModel(client: QueryClient, sessionId: string, modelCode: string) {
  const session = await call('POST /api/chat/session/{sessionId}/update', {
    params: { sessionId },
    body: { title: null, memorySize: null, modelCode },
  });
  client.setQueryData(conversationQuery(sessionId).queryKey, session);
}

/** Ends an answer with what was written so far. */
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

/** Shows another version of an answer, here and wherever else the conversation is open. */
export function useShowVersion(message: ChatMessage) {
  const client = useQueryClient();
  const { sessionMessageId } = message;
  return useMutation({
    mutationKey: answerMutationKey(sessionMessageId),
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
