import type { ActionLog, StackInfo } from 'shared-types/contract/stack';
import { ago } from '../../../lib/format-time.ts';
import { onServer } from '../../../lib/server-clock.ts';
import { useNow } from '../../../lib/use-now.ts';
import { WordButton } from '../../../ui/buttons/button.tsx';
import { isActive } from './polling-rule.ts';

interface AtRestProps {
  data: { awsStackInfo: StackInfo | null; actionLogs: ActionLog[] };
  error: unknown;
  seenAt: number;
  look: () => void;
  className: string | undefined;
}

/** Of a stack that is no longer followed because nothing happened for a while: from when that is which is shown. */
export function AtRest({ data, error, seenAt, look, className }: AtRestProps) {
  const now = useNow();
  if (error || isActive(data, error, onServer(now))) return null;
  return (
    <p className={className}>
      As of {ago(seenAt, now)}. <WordButton onClick={look}>look again</WordButton>
    </p>
  );
}
