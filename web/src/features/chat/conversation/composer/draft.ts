import { useSyncExternalStore } from 'react';
import { draftPrefix } from '../../../../lib/draft-storage.ts';

/** A message that is being written. It is stored until the server has accepted it. */
export interface Draft {
  text: string;
  /** Set once the draft was sent. A retry sends the same key, so the server accepts the message once. */
  idempotencyKey?: string;
}

/** The draft of the first message of a new conversation. */
export const newDraftId = 'new';

/** The state of an entry of the history whose start page sends the draft as soon as it opens. */
export const sendAtOnce = { send: true };

const empty: Draft = { text: '' };
const storageKeyOf = (draftId: string) => `${draftPrefix}${draftId}`;

/** The drafts of this page, which also work when storage is disabled. */
const drafts = new Map<string, Draft>();
const listeners = new Set<() => void>();

/** A draft's id is the id of its conversation, or 'new'. */
export function readDraft(draftId: string): Draft {
  const known = drafts.get(draftId) ?? readStoredDraft(draftId);
  drafts.set(draftId, known);
  return known;
}

export function saveDraft(draftId: string, draft: Draft) {
  drafts.set(draftId, draft);
  try {
    if (draft.text === '') localStorage.removeItem(storageKeyOf(draftId));
    else localStorage.setItem(storageKeyOf(draftId), JSON.stringify(draft));
  } catch {
    // Storage is disabled or full, so the draft lives as long as the page.
  }
  for (const listener of listeners) listener();
}

/** Removes the accepted text from the draft. The text that was typed meanwhile stays, or moves to another draft. */
export function removeSentText(draftId: string, accepted: string, restId = draftId) {
  const { text } = readDraft(draftId);
  const rest = text.startsWith(accepted) ? text.slice(accepted.length).trimStart() : text;
  if (restId !== draftId) saveDraft(draftId, empty);
  if (restId === draftId || rest !== '') saveDraft(restId, { text: rest });
}

export const useDraft = (draftId: string) => useSyncExternalStore(subscribe, () => readDraft(draftId));

function subscribe(listener: () => void) {
  const onOtherTab = ({ key }: StorageEvent) => {
    for (const draftId of drafts.keys()) if (key === null || key === storageKeyOf(draftId)) drafts.delete(draftId);
    listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onOtherTab);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onOtherTab);
  };
}

function readStoredDraft(draftId: string): Draft {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKeyOf(draftId)) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('text' in kept) || typeof kept.text !== 'string') return empty;
    const { text } = kept;
    return 'idempotencyKey' in kept && typeof kept.idempotencyKey === 'string'
      ? { text, idempotencyKey: kept.idempotencyKey }
      : { text };
  } catch {
    return empty;
  }
}
