import type { ComponentProps } from 'react';
import type { House } from 'shared-types/contract/ljmonitor';
import { exceptDoubleClick } from '../../../ui/undo.ts';
import { showUndo } from '../../../ui/toasts/toasts.ts';
import styles from './flag-buttons.module.css';
import type { useSetFlag } from './mutations.ts';

interface FlagButtonsProps {
  house: House;
  flag: ReturnType<typeof useSetFlag>;
  describedBy: string;
  /** The button that opens the note. */
  note: Pick<ComponentProps<'button'>, 'ref' | 'onClick' | 'aria-expanded' | 'aria-controls'>;
}

/** Stars or hides a house, or opens its note. A hidden house has a 'Show' button instead. */
export const FlagButtons = ({ house: { title, starred, hidden }, flag, describedBy, note }: FlagButtonsProps) => (
  <span className={styles.flags}>
    {hidden ? (
      'Hidden '
    ) : (
      <button
        type="button"
        data-key="s"
        aria-label="Star"
        aria-pressed={starred}
        aria-describedby={describedBy}
        onClick={() => flag.mutate({ starred: !starred })}
      >
        {starred ? '★' : '☆'}
      </button>
    )}
    <button
      type="button"
      data-key="h"
      aria-describedby={describedBy}
      onClick={exceptDoubleClick(() => {
        flag.mutate({ hidden: !hidden });
        if (!hidden) showUndo(`“${title}” was hidden.`, () => flag.mutateAsync({ hidden: false }));
      })}
    >
      {hidden ? 'Show' : 'Hide'}
    </button>
    <button type="button" aria-describedby={describedBy} {...note}>
      Note
    </button>
  </span>
);
