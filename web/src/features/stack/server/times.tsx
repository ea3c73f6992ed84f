import type { ActionLog, StackInfo } from 'shared-types/contract/stack';
import { formatAge, formatTime, formatTimestamp } from '../../../lib/format-time.ts';
import { toServerTime } from '../../../lib/server-clock.ts';
import { useNow } from '../../../lib/use-now.ts';
import { LinkButton } from '../../../ui/buttons/button.tsx';
import { isActive } from '../polling.ts';

/** A time to the second, or a dash for an unknown time. */
export const Timestamp = ({ time }: { time: number | null | undefined }) =>
  typeof time === 'number' ? <time dateTime={new Date(time).toISOString()}>{formatTimestamp(time)}</time> : '–';

interface OutdatedProps {
  /** The time of the shown state, by the server's clock, while CloudFormation is unavailable. */
  since: number | undefined;
}

/** Says since when the shown state is old. The page goes on polling, so the fresh state replaces it. */
export function Outdated({ since, className }: OutdatedProps & { className: string | undefined }) {
  const now = useNow();
  return since === undefined ? null : (
    <p className={className}>
      AWS is not responding. This is the state as of {formatTime(since, now)}. It updates automatically.
    </p>
  );
}

/** The short form, after a state in a list. */
export function AsOf({ since }: OutdatedProps) {
  const now = useNow();
  return since === undefined ? null : <> As of {formatTime(since, now)}.</>;
}

interface PollingPausedProps {
  data: { awsStackInfo: StackInfo | null; actionLogs: ActionLog[]; outdatedSince?: number | undefined };
  error: unknown;
  /** By this machine's clock. */
  updatedAt: number;
  refresh: () => void;
  className: string | undefined;
}

/** Shown when polling has paused because nothing happened: the age of the data, with a button to refresh it. */
export function PollingPaused({ data, error, updatedAt, refresh, className }: PollingPausedProps) {
  const now = useNow();
  if (error || isActive(data, error, now)) return null;
  return (
    <p className={className}>
      Checked {formatAge(toServerTime(updatedAt), now)} · <LinkButton onClick={refresh}>Refresh</LinkButton>
    </p>
  );
}
