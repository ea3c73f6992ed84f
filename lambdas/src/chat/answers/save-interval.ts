import { leaseRenewalMs } from './lease.ts';

interface Progress {
  savedBytes: number;
  bytes: number;
  /** The text has a character that is not white space. */
  hasText: boolean;
  sinceSaveMs: number;
}

/** The browser polls once a second, so more saves would show nothing new. */
const minSaveMs = 1000;
const smallTextBytes = 2048;
/** Each save is billed for the whole text, so a long text is saved when it has grown by half. */
const minGrowth = 3 / 2;

/** The first words are saved at once, because the time until they appear decides how fast the chat feels. */
export function isSaveDue({ savedBytes, bytes, hasText, sinceSaveMs }: Progress): boolean {
  if (sinceSaveMs >= leaseRenewalMs) return true;
  if (!hasText || bytes === savedBytes) return false;
  if (savedBytes === 0) return true;
  return sinceSaveMs >= minSaveMs && (bytes <= smallTextBytes || bytes >= savedBytes * minGrowth);
}
