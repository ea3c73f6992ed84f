import { useRef } from 'react';
import { type Draft, readDraft, saveDraft } from './draft.ts';
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
    const draft = readDraft(draftId);
    const { text, idempotencyKey = crypto.randomUUID(), attachments = [] } = draft;
    const files = attachments.flatMap(({ file }) => file ?? []);
    if ((isBlank(text) && files.length === 0) || lengthError(text) !== '' || files.length < attachments.length)
      return undefined;
    saveDraft(draftId, { text, idempotencyKey });
    try {
      const accepted = await post({ text, idempotencyKey, ...(files.length > 0 && { files }) });
      removeSent(draftId, draft, restIdOf?.(accepted));
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

/** Removes the accepted message from the draft. The text that was typed meanwhile stays, or moves to another draft. */
export function removeSent(draftId: string, accepted: Draft, restId = draftId) {
  const { text, attachments = [] } = readDraft(draftId);
  const rest = text.startsWith(accepted.text) ? text.slice(accepted.text.length).trimStart() : text;
  saveDraft(draftId, {
    text: restId === draftId ? rest : '',
    attachments: attachments.filter(({ id }) => !accepted.attachments?.some((each) => each.id === id)),
  });
  if (restId !== draftId && rest !== '') saveDraft(restId, { text: rest });
}
