import { type Draft, readDraft, saveDraft } from './draft.ts';

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
