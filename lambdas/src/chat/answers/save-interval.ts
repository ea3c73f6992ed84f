import { renewEveryMs } from '../messages/message.ts';

interface Written {
  /** Bytes of the text that is stored. */
  storedBytes: number;
  /** Bytes of the text that there is. */
  bytes: number;
  hasWords: boolean;
  sinceWriteMs: number;
}

/** A poll comes each second: more often would show nothing more. */
const everyMs = 1000;
const smallBytes = 2048;
/** Each write pays for the whole text, so a long one is written when it has grown by half. */
const growth = 3 / 2;

/** Whether the text is to be stored now. The first words at once: nothing decides more about how fast a chat feels. */
export function isWriteDue({ storedBytes, bytes, hasWords, sinceWriteMs }: Written): boolean {
  if (sinceWriteMs >= renewEveryMs) return true;
  if (!hasWords || bytes === storedBytes) return false;
  if (storedBytes === 0) return true;
  return sinceWriteMs >= everyMs && (bytes <= smallBytes || bytes >= storedBytes * growth);
}
