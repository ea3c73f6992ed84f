import { useSyncExternalStore } from 'react';

/** What somebody is about to say, kept until the server has taken it. */
export interface Draft {
  text: string;
  /** It was sent under this key and no answer came: sent again under the same one, it is taken once. */
  idempotencyKey?: string;
}

const empty: Draft = { text: '' };
const keyOf = (place: string) => `draft ${place}`;

/** What is written on this page, also where storage is switched off. */
const drafts = new Map<string, Draft>();
const listeners = new Set<() => void>();

/** `place` is a session's id, or 'new'. */
export function readDraft(place: string): Draft {
  const known = drafts.get(place) ?? readStoredDraft(place);
  drafts.set(place, known);
  return known;
}

export function saveDraft(place: string, draft: Draft) {
  drafts.set(place, draft);
  try {
    if (draft.text === '') localStorage.removeItem(keyOf(place));
    else localStorage.setItem(keyOf(place), JSON.stringify(draft));
  } catch {
    // Storage is switched off or full: the draft lives as long as the page.
  }
  for (const listener of listeners) listener();
}

/** Takes what was accepted out of the draft: somebody may have gone on writing while it was under way. */
export function removeSentText(place: string, accepted: string) {
  const { text } = readDraft(place);
  saveDraft(place, { text: text.startsWith(accepted) ? text.slice(accepted.length).trimStart() : text });
}

export const useDraft = (place: string) => useSyncExternalStore(subscribe, () => readDraft(place));

function subscribe(listener: () => void) {
  const onOtherTab = ({ key }: StorageEvent) => {
    for (const place of drafts.keys()) if (key === null || key === keyOf(place)) drafts.delete(place);
    listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onOtherTab);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onOtherTab);
  };
}

function readStoredDraft(place: string): Draft {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(place)) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('text' in kept) || typeof kept.text !== 'string') return empty;
    const { text } = kept;
    return 'idempotencyKey' in kept && typeof kept.idempotencyKey === 'string'
      ? { text, idempotencyKey: kept.idempotencyKey }
      : { text };
  } catch {
    return empty;
  }
}
