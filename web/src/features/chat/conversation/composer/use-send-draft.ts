import { useRef } from 'react';
import { readDraft, removeSentText, saveDraft } from './draft.ts';
import type { OutgoingMessage } from '../messages/mutations.ts';
import { isBlank, lengthError } from '../../format.ts';

/**
 * Sends a draft and keeps it until the server has accepted it. Neither a second click nor a retry after a broken
 * connection sends a second message, because every attempt carries the same idempotency key. Text that is sent while
 * the draft before it is on its way follows as a message of its own, unless `restIdOf` names another draft for it.
 */
export function useSendDraft<Accepted>(
  draftId: string,
  post: (body: OutgoingMessage) => Promise<Accepted>,
  restIdOf?: (accepted: Accepted) => string,
) {
  const isSending = useRef(false);
  const isWantedAgain = useRef(false);

  async function sendOnce(): Promise<Accepted | undefined> {
    isWantedAgain.current = false;
    const { text, idempotencyKey = crypto.randomUUID() } = readDraft(draftId);
    if (isBlank(text) || lengthError(text) !== '') return undefined;
    saveDraft(draftId, { text, idempotencyKey });
    try {
      const accepted = await post({ text, idempotencyKey });
      removeSentText(draftId, text, restIdOf?.(accepted));
      return accepted;
    } catch {
      // The composer shows the error of the mutation.
      isWantedAgain.current = false;
      return undefined;
    }
  }

  return async (): Promise<Accepted | undefined> => {
    isWantedAgain.current = true;
    if (isSending.current) return undefined;
    isSending.current = true;
    let last: Accepted | undefined;
    while (isWantedAgain.current) last = (await sendOnce()) ?? last;
    isSending.current = false;
    return last;
  };
}
