import { useRef } from 'react';
import { draftOf, keepDraft, takeFromDraft } from './draft.ts';
import type { Sending } from '../messages/mutations.ts';
import { isBlank, tooLong } from '../../format.ts';

/**
 * Sends the draft of a place, and keeps it until the server has taken it. A second click while it is under way is not
 * a second message, and neither is a second try after a connection that broke.
 */
export function useSending<Accepted>(place: string, post: (body: Sending) => Promise<Accepted>) {
  const isUnderWay = useRef(false);
  return async (): Promise<Accepted | undefined> => {
    const { text, idempotencyKey = crypto.randomUUID() } = draftOf(place);
    if (isUnderWay.current || isBlank(text) || tooLong(text) !== '') return undefined;
    isUnderWay.current = true;
    keepDraft(place, { text, idempotencyKey });
    try {
      const accepted = await post({ text, idempotencyKey });
      takeFromDraft(place, text);
      return accepted;
    } catch {
      // Said by the mutation, beside the draft.
      return undefined;
    } finally {
      isUnderWay.current = false;
    }
  };
}
