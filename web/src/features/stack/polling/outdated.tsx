import { formatTime } from '../../../lib/format-time.ts';
import { useNow } from '../../../lib/use-now.ts';
import * as texts from './messages.ts';

interface OutdatedProps {
  /** The time of the shown state, by the server's clock, while CloudFormation is unavailable. */
  since: number | undefined;
}

/** Says since when the shown state is old. The page goes on polling, so the fresh state replaces it. */
export function Outdated({ since, className }: OutdatedProps & { className: string | undefined }) {
  const now = useNow();
  return since === undefined ? null : <p className={className}>{texts.outdated(formatTime(since, now))}</p>;
}

/** The short form, after a state in a list. */
export function AsOf({ since }: OutdatedProps) {
  const now = useNow();
  return since === undefined ? null : <> {texts.asOf(formatTime(since, now))}</>;
}
