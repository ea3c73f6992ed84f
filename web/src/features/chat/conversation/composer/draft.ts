import { useSyncExternalStore } from 'react';
import type { Attachment } from '../files/attachment.ts';
import { draftEvents, draftPrefix, joinLines, readOfDraft, storeDraft } from '../../../../lib/draft-storage.ts';

/** A message that is being written. It is stored until the server has accepted it. */
export interface Draft {
  text: string;
  /** Set once the draft was sent. A retry sends the same key, so the server accepts the message once. */
  idempotencyKey?: string;
  /** The files of the message. The uploaded ones are stored apart: see stored-files.ts. */
  attachments?: readonly Attachment[];
}

/** The draft of the first message of a new conversation. */
export const newDraftId = 'new';

/** The draft of other words for a question. */
export const editDraftId = (sessionMessageId: string) => `edit ${sessionMessageId}`;

/** The state of an entry of the history whose start page sends the draft as soon as it opens. */
export const sendAtOnce = { send: true };

const empty: Draft = { text: '' };
const storageKeyOf = (draftId: string) => `${draftPrefix}${draftId}`;

/** The drafts of this page, which also work when storage is disabled. */
const drafts = new Map<string, Draft>();
const listeners = new Set<() => void>();

/** A draft's id is the id of its conversation, 'new', or that of an edited question. */
export function readDraft(draftId: string): Draft {
  const known = drafts.get(draftId) ?? readStoredDraft(draftId);
  drafts.set(draftId, known);
  return known;
}

/** Without attachments the draft keeps those that it has. */
export function saveDraft(draftId: string, { attachments = readDraft(draftId).attachments, ...draft }: Draft) {
  drafts.set(draftId, { ...draft, ...(attachments?.length && { attachments }) });
  try {
    // A question of files only has no text, and its key still makes a retry after a reload the same question.
    const kept = draft.text || draft.idempotencyKey ? JSON.stringify(draft) : '';
    storeDraft(storageKeyOf(draftId), kept, joinDrafts);
  } catch {
    // Storage is disabled or full, so the draft lives as long as the page.
  }
  for (const listener of listeners) listener();
}

export const useDraft = (draftId: string) => useSyncExternalStore(subscribe, () => readDraft(draftId));

function readAgain(key: string | null) {
  for (const [draftId, { attachments }] of drafts)
    if (key === null || key === storageKeyOf(draftId))
      drafts.set(draftId, { ...readStoredDraft(draftId), ...(attachments && { attachments }) });
  for (const listener of listeners) listener();
}

// Whoever listens to the event after this file reads the drafts of the person who is signed in now.
draftEvents.addEventListener('change', () => readAgain(null));

function subscribe(listener: () => void) {
  const abort = new AbortController();
  listeners.add(listener);
  window.addEventListener('storage', ({ key }) => readAgain(key), abort);
  return () => {
    listeners.delete(listener);
    abort.abort();
  };
}

function readStoredDraft(draftId: string): Draft {
  try {
    return parseDraft(readOfDraft(storageKeyOf(draftId)));
  } catch {
    return empty;
  }
}

/** The joined question is another one than each of the two, so it has no key yet. */
const joinDrafts = (stored: string, typed: string) =>
  stored && typed
    ? JSON.stringify({ text: joinLines(parseDraft(stored).text, parseDraft(typed).text) })
    : stored || typed;

function parseDraft(stored: string | null): Draft {
  try {
    const kept: unknown = JSON.parse(stored ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('text' in kept) || typeof kept.text !== 'string') return empty;
    const { text } = kept;
    return 'idempotencyKey' in kept && typeof kept.idempotencyKey === 'string'
      ? { text, idempotencyKey: kept.idempotencyKey }
      : { text };
  } catch {
    return empty;
  }
}
