import type { ReactNode } from 'react';
import styles from './toggle-chip.module.css';

/** Choices beside each other, each of which can be pressed and released. */
export const ToggleChips = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={styles.chips} role="group" aria-label={label}>
    {children}
  </div>
);

interface ToggleChipProps {
  isPressed: boolean;
  onClick: () => void;
  children: ReactNode;
}

export const ToggleChip = ({ isPressed, onClick, children }: ToggleChipProps) => (
  <button type="button" aria-pressed={isPressed} onClick={onClick}>
    {children}
  </button>
);
