import type { ActionLog } from 'shared-types/contract/stack';
import styles from './badge.module.css';
import { type BadgeColor, badgeColor } from '../state.ts';

/** CloudFormation's status in the color of its ending. */
export const StatusBadge = ({ status }: { status: string | undefined }) => (
  <Badge color={badgeColor(status ?? '')} text={status ?? 'NOT_FOUND'} />
);

const actionColors: Record<ActionLog['syncStatus'], BadgeColor> = {
  RUNNING: 'blue',
  SUCCEEDED: 'green',
  FAILED: 'red',
  TIMED_OUT: 'red',
  ABORTED: 'grey',
};

/** The state of an action. */
export const ActionBadge = ({ status }: { status: ActionLog['syncStatus'] }) => (
  <Badge color={actionColors[status]} text={status} />
);

const Badge = ({ color, text }: { color: BadgeColor; text: string }) => (
  <span className={styles.badge} data-color={color}>
    {text}
  </span>
);
