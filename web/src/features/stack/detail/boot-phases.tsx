import type { StackInfo } from 'shared-types/contract/stack';
import { formatDuration } from '../../../lib/format-duration.ts';
import { useNow } from '../../../lib/use-now.ts';
import type { BootPhase } from 'shared-types/rules/stack/boot';
import { phaseTimes } from './boot.ts';
import styles from './stack-detail.module.css';

const phaseTexts: Record<BootPhase, string> = {
  instance: 'Machine',
  packages: 'Packages',
  world: 'World',
  image: 'Game image',
  game: 'Game',
};

/** The phases of a boot with their times. */
export function BootPhases({ info }: { info: StackInfo }) {
  const isOver = phaseTimes(info, 0).every((phase) => phase.isOver);
  const now = useNow(isOver ? undefined : 1_000);
  return (
    <ol className={styles.phases} aria-label="Phases of the start">
      {phaseTimes(info, now).map((each) => (
        <li key={each.phase} aria-current={each.isOver ? undefined : 'step'}>
          {phaseTexts[each.phase]} {formatDuration(each.ms)}
        </li>
      ))}
    </ol>
  );
}
