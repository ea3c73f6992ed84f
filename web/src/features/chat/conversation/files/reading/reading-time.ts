import { SlowPdf } from './attachment-error.ts';

/**
 * Returns a promise that fails when a file is removed, or has taken too long to read. A file that was removed already, while the
 * code of its reader was loaded, must not be read at all.
 */
export function endOfReading(signal: AbortSignal, maxMs: number): Promise<never> {
  signal.throwIfAborted();
  const ends = AbortSignal.any([signal, AbortSignal.timeout(maxMs)]);
  return new Promise<never>((_, reject) => {
    ends.addEventListener('abort', () => reject(new SlowPdf()), { once: true });
  });
}
