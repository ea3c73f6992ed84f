import type { ReactNode, Ref } from 'react';
import styles from './toggle-chip.module.css';

/** Choices beside each other, each of which can be pressed and released. */
export const ToggleChips = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={styles.chips} role="group" aria-label={label}>
    {children}
  </div>
);

interface ToggleChipProps {
  ref?: Ref<HTMLButtonElement> | undefined;
  isPressed: boolean;
  onClick: () => void;
  children: ReactNode;
}

export const ToggleChip = ({ ref, isPressed, onClick, children }: ToggleChipProps) => (
  <button ref={ref} type="button" aria-pressed={isPressed} onClick={onClick}>
    {children}
  </button>
);
