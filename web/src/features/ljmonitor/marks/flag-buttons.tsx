import type { House } from 'shared-types/contract/ljmonitor';
import { exceptDoubleClick } from '../../../ui/undo/use-delete-with-undo.ts';
import styles from './flag-buttons.module.css';
import type { useSetFlag } from './mutations.ts';

interface FlagButtonsProps {
  house: House;
  flag: ReturnType<typeof useSetFlag>;
  describedBy: string;
}

/** Stars or hides a house. A hidden house has a 'show' button instead. */
export const FlagButtons = ({ house: { starred, hidden }, flag, describedBy }: FlagButtonsProps) => (
  <span className={styles.flags}>
    {hidden ? (
      'hidden '
    ) : (
      <button
        type="button"
        aria-label="star"
        aria-pressed={starred}
        aria-describedby={describedBy}
        onClick={() => flag.mutate({ starred: !starred })}
      >
        {starred ? '★' : '☆'}
      </button>
    )}
    <button
      type="button"
      aria-describedby={describedBy}
      onClick={exceptDoubleClick(() => flag.mutate({ hidden: !hidden }))}
    >
      {hidden ? 'show' : 'hide'}
    </button>
  </span>
);
