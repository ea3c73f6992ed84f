import type { StackInfo } from 'shared-types/contract/stack';
import { useNow } from '../../../lib/use-now.ts';
import { describeKeptGame, keptImage } from './messages.ts';
import styles from './stack-detail.module.css';

/** Says which parts of an earlier start a server runs, because their downloads failed. */
export function KeptParts({ info }: { info: StackInfo }) {
  const now = useNow();
  if (!info.keptImage && !info.keptGame) return null;
  return (
    <div className={styles.kept}>
      {info.keptImage && <p>{keptImage}</p>}
      {info.keptGame && <p>{describeKeptGame(info.keptGame, now)}</p>}
    </div>
  );
}
