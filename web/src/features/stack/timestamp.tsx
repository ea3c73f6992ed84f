import { formatTimestamp } from '../../lib/format-time.ts';

/** A time to the second, or a dash for an unknown time. */
export const Timestamp = ({ time }: { time: number | null | undefined }) =>
  typeof time === 'number' ? <time dateTime={new Date(time).toISOString()}>{formatTimestamp(time)}</time> : '–';
