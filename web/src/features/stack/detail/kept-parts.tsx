import type { StackInfo } from 'shared-types/contract/stack';
import { formatDay } from '../../../lib/format-time.ts';
import { useNow } from '../../../lib/use-now.ts';
import styles from './stack-detail.module.css';

/** Says which parts of an earlier start a server runs, because their downloads failed. */
export function KeptParts({ info }: { info: StackInfo }) {
  const now = useNow();
  if (!info.keptImage && !info.keptGame) return null;
  return (
    <div className={styles.kept}>
      {info.keptImage && (
        <p>
          The image of the game could not be downloaded, so the server runs the one of its last good start. The next
          start tries again.
        </p>
      )}
      {info.keptGame && (
        <p>
          The game could not be downloaded, so the server runs version {info.keptGame.version}, kept from{' '}
          {formatDay(info.keptGame.keptAt, now)}. The next start tries again.
        </p>
      )}
    </div>
  );
}
