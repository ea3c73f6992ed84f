import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ChatMessage } from 'shared-types/contract/chat';
import { call } from '../../../../api/call.ts';
import { changesOf, refetchExchange, setMessage } from '../answer/mutations.ts';

/** Edits the last question and regenerates its answer. The old question and answer stay as a version. */
export function useEditQuestion(question: ChatMessage, answer: ChatMessage | undefined, onAccepted: () => void) {
  const client = useQueryClient();
  const { sessionMessageId } = answer ?? question;
  return useMutation({
    ...changesOf(sessionMessageId),
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
      const now = await refetchExchange(client, answer ?? question, error);
      // The server accepted the question, and only its response was lost.
      if (now?.text === text) onAccepted();
    },
  });
}
