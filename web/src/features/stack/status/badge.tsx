import type { ActionLog } from 'shared-types/contract/stack';
import styles from './badge.module.css';
import { type BadgeColor, badgeColor } from './stack-state.ts';

/** CloudFormation's own word, in the colour that its ending asks for. */
export const StatusBadge = ({ status }: { status: string | undefined }) => (
  <Badge colour={badgeColor(status ?? '')} text={status ?? 'NOT_FOUND'} />
);

const colours: Record<ActionLog['syncStatus'], BadgeColor> = {
  RUNNING: 'blue',
  SUCCEEDED: 'green',
  FAILED: 'red',
  TIMED_OUT: 'red',
  ABORTED: 'grey',
};

/** How an action stands, or how it ended. */
export const ActionBadge = ({ status }: { status: ActionLog['syncStatus'] }) => (
  <Badge colour={colours[status]} text={status} />
);

const Badge = ({ colour, text }: { colour: BadgeColor; text: string }) => (
  <span className={styles.badge} data-colour={colour}>
    {text}
  </span>
);
