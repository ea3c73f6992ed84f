import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { forkConversation } from './fork-conversation.ts';

/** Asks a question in other words in a fork, which has the messages before it and the files of the question. */
export function useAskInFork(sessionMessageId: string, onAccepted: () => void) {
  const client = useQueryClient();
  const sent = useRef({ text: '', idempotencyKey: '' });
  return useMutation({
    mutationFn: (text: string) => {
      // The same words keep their key, so a second call completes the first one.
      if (sent.current.idempotencyKey === '' || sent.current.text !== text)
        sent.current = { text, idempotencyKey: crypto.randomUUID() };
      return forkConversation(client, { sessionMessageId, ...sent.current });
    },
    onSuccess: onAccepted,
  });
}
