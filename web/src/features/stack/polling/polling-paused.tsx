import type { ActionLog, StackInfo } from 'shared-types/contract/stack';
import { formatAge } from '../../../lib/format-time.ts';
import { toServerTime } from '../../../lib/server-clock.ts';
import { useNow } from '../../../lib/use-now.ts';
import { LinkButton } from '../../../ui/buttons/button.tsx';
import { isActive } from './polling-rule.ts';

interface PollingPausedProps {
  data: { awsStackInfo: StackInfo | null; actionLogs: ActionLog[] };
  error: unknown;
  seenAt: number;
  look: () => void;
  className: string | undefined;
}

/** Of a stack that is no longer followed because nothing happened for a while: from when that is which is shown. */
export function PollingPaused({ data, error, seenAt, look, className }: PollingPausedProps) {
  const now = useNow();
  if (error || isActive(data, error, toServerTime(now))) return null;
  return (
    <p className={className}>
      As of {formatAge(seenAt, now)}. <LinkButton onClick={look}>look again</LinkButton>
    </p>
  );
}
