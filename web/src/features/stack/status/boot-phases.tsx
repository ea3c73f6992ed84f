import type { StackInfo } from 'shared-types/contract/stack';
import { useNow } from '../../../lib/use-now.ts';
import { formatDuration } from '../format-duration.ts';
import { phaseTimes } from './boot.ts';
import { phaseTexts } from './messages.ts';
import styles from './boot-phases.module.css';
import * as texts from './messages.ts';

/** The phases of a boot with their times. */
export function BootPhases({ info }: { info: StackInfo }) {
  const isOver = phaseTimes(info, 0).every((phase) => phase.isOver);
  const now = useNow(isOver ? undefined : 1_000);
  return (
    <ol className={styles.phases} aria-label={texts.bootPhases}>
      {phaseTimes(info, now).map((each) => (
        <li key={each.phase} aria-current={each.isOver ? undefined : 'step'}>
          {phaseTexts[each.phase]} {formatDuration(each.ms)}
        </li>
      ))}
    </ol>
  );
}
