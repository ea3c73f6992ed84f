import { formatFutureTime } from './format-time.ts';
import { serverNow } from './server-clock.ts';

/**
 * Returns the end of a reached limit as a sentence in the user's time zone; an empty string when the server gives none.
 */
export const describeLimitEnd = (endsAtMs: unknown) =>
  typeof endsAtMs === 'number' ? ` Try again after ${formatFutureTime(endsAtMs, serverNow())}.` : '';
