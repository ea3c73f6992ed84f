import type { ActionLog, StackInfo } from 'shared-types/contract/stack';
import { formatAge } from '../../../lib/format-time.ts';
import { toServerTime } from '../../../lib/server-clock.ts';
import { useNow } from '../../../lib/use-now.ts';
import { LinkButton } from '../../../ui/buttons/button.tsx';
import { isActive } from './polling-rule.ts';
import * as texts from './messages.ts';
import * as sentences from './sentences.tsx';

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
      {sentences.updatedAt(
        formatAge(toServerTime(updatedAt), now),
        <LinkButton onClick={refresh}>{texts.refresh}</LinkButton>,
      )}
    </p>
  );
}
