import type { BadgeColor } from '../state.ts';
import styles from './state-dot.module.css';

/** The color of a stack's state for its player, beside the sentence that says it. */
export const StateDot = ({ color }: { color: BadgeColor }) => <span className={styles.dot} data-color={color} />;
