import { useRef } from 'react';
import { readDraft, saveDraft, removeSentText } from './draft.ts';
import type { OutgoingMessage } from '../messages/mutations.ts';
import { isBlank, lengthError } from '../../format.ts';

/**
 * Sends the draft of a place, and keeps it until the server has taken it. A second click while it is under way is not
 * a second message, and neither is a second try after a connection that broke.
 */
export function useSendDraft<Accepted>(place: string, post: (body: OutgoingMessage) => Promise<Accepted>) {
  const isUnderWay = useRef(false);
  return async (): Promise<Accepted | undefined> => {
    const { text, idempotencyKey = crypto.randomUUID() } = readDraft(place);
    if (isUnderWay.current || isBlank(text) || lengthError(text) !== '') return undefined;
    isUnderWay.current = true;
    saveDraft(place, { text, idempotencyKey });
    try {
      const accepted = await post({ text, idempotencyKey });
      removeSentText(place, text);
      return accepted;
    } catch {
      // Said by the mutation, beside the draft.
      return undefined;
    } finally {
      isUnderWay.current = false;
    }
  };
}
