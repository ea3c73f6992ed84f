import type { ReactNode } from 'react';
import styles from './chip.module.css';

/** A short label in a frame: a tag, or a state such as 'removed'. */
export const Chip = ({ as: Element = 'span', children }: { as?: 'span' | 'li'; children: ReactNode }) => (
  <Element className={styles.chip}>{children}</Element>
);
