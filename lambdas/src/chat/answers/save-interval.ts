import { leaseRenewalMs } from './lease.ts';

interface Progress {
  /** The lengths are in UTF-16 units. A text that consists of white space has the length 0. */
  savedLength: number;
  length: number;
  /** The model thinks, and has not begun to answer. */
  hasNewThoughts: boolean;
  /** The saved text was thoughts. */
  isTakenBack: boolean;
  sinceSaveMs: number;
  sinceRenewalMs: number;
}

export interface DueSave {
  text: boolean;
  renewal: boolean;
}

/** Browsers poll each second, so they meet text that is a quarter of a second old on average. */
const saveMs = 500;
/** A worker notices within this time that its answer was stopped. */
const writingRenewalMs = 2000;

/**
 * The first words are saved at once, because the time until they appear decides how fast the chat feels. They come with a
 * renewal of the lease, as later ones do from time to time.
 */
export function dueSave(progress: Progress): DueSave {
  const { savedLength, length, hasNewThoughts, isTakenBack, sinceSaveMs, sinceRenewalMs } = progress;
  if (isTakenBack) return { text: false, renewal: sinceSaveMs >= saveMs };
  const isFirst = savedLength === 0 && length > 0;
  const text = length > savedLength && (isFirst || sinceSaveMs >= saveMs);
  return { text, renewal: isFirst || sinceRenewalMs >= (text || hasNewThoughts ? writingRenewalMs : leaseRenewalMs) };
}
