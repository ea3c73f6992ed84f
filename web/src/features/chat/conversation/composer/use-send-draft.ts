import { useRef } from 'react';
import { readDraft, saveDraft, removeSentText } from './draft.ts';
import type { OutgoingMessage } from '../messages/mutations.ts';
import { isBlank, lengthError } from '../../format.ts';

/**
 * Sends a draft and keeps it until the server has accepted it. Neither a second click nor a retry after a broken
 * connection sends a second message, because every attempt carries the same idempotency key.
 */
export function useSendDraft<Accepted>(draftId: string, post: (body: OutgoingMessage) => Promise<Accepted>) {
  const isSending = useRef(false);
  return async (): Promise<Accepted | undefined> => {
    const { text, idempotencyKey = crypto.randomUUID() } = readDraft(draftId);
    if (isSending.current || isBlank(text) || lengthError(text) !== '') return undefined;
    isSending.current = true;
    saveDraft(draftId, { text, idempotencyKey });
    try {
      const accepted = await post({ text, idempotencyKey });
      removeSentText(draftId, text);
      return accepted;
    } catch {
      // The composer shows the error of the mutation.
      return undefined;
    } finally {
      isSending.current = false;
    }
  };
}
