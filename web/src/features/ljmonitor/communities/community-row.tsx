import { Fragment, type ReactNode, useRef, useState } from 'react';
import type { Resblock, UnreadCount } from 'shared-types/contract/ljmonitor';
import { useTimedFlag } from '../../../lib/use-timed-flag.ts';
import { Button, LinkButton } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { LazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { undoMs } from '../../../ui/undo/undo-ms.ts';
import { exceptDoubleClick, useDeleteWithUndo } from '../../../ui/undo/use-delete-with-undo.ts';
import { MedianChart } from '../lazy-row-details.ts';
import styles from './communities.module.css';
import { communityName, communityPlace, describeCommunityState } from './messages.ts';
import {
  useDeleteCommunity,
  useMarkCommunityRead,
  useRestoreCommunity,
  useUndoMarkCommunityRead,
} from './mutations.ts';

const separator = ' · ';

interface CommunityRowProps {
  resblock: Resblock;
  /** Undefined if there are no unread houses. */
  unreadCount: UnreadCount | undefined;
  /** The position in the list. */
  index: number;
  isDeleted: boolean;
  isTicked: boolean;
  now: number;
  onTick: (isTicked: boolean) => void;
  onDelete: () => void;
  onDeleteFailed: () => void;
  onRestored: (added: Resblock) => void;
  onExpired: () => void;
}

export function CommunityRow(props: CommunityRowProps) {
  const { resblock, unreadCount, index, isDeleted, isTicked, now, onTick } = props;
  const { onDelete, onDeleteFailed, onRestored, onExpired } = props;
  const deletion = useDeleteWithUndo({
    item: resblock,
    isDeleted,
    remove: useDeleteCommunity(resblock),
    restore: useRestoreCommunity(resblock, index),
    onDelete,
    onDeleteFailed,
    onRestored,
    onExpired,
  });
  const [showsPrices, setShowsPrices] = useState(false);
  const link = useRef<HTMLAnchorElement>(null);
  const {
    button: markButton,
    canUndo,
    onClick: toggleMark,
    failure: markFailure,
  } = useCommunityMark(resblock, unreadCount, () => link.current?.focus());
  const failure = deletion.failure ?? (isDeleted ? undefined : markFailure);
  const nameId = `name-${resblock.resblockId}`;
  const name = communityName(resblock);
  return (
    <li className={isDeleted ? `${styles.row} ${styles.deleted}` : styles.row}>
      <label className={styles.tick}>
        <input
          type="checkbox"
          aria-label={`Only houses of ${name}`}
          checked={isTicked && !isDeleted}
          disabled={isDeleted}
          onChange={(event) => onTick(event.target.checked)}
        />
      </label>
      <a
        ref={link}
        id={nameId}
        className={styles.name}
        href={resblock.url}
        target="_blank"
        rel="noreferrer"
        lang="zh-Hans"
      >
        {name}
      </a>
      <span className={styles.aside}>
        <span className={styles.place} lang="zh-Hans">
          {communityPlace(resblock)}
        </span>
        {!isDeleted && (canUndo || unreadCount !== undefined) && (
          <span className={styles.unread}>
            <output>{canUndo && 'Marked as read'}</output>
            {!canUndo && `${unreadCount?.unread} unread`}{' '}
            <LinkButton ref={markButton} aria-describedby={nameId} onClick={toggleMark}>
              {canUndo ? 'Undo' : 'Mark read'}
            </LinkButton>
          </span>
        )}
      </span>
      {isDeleted ? (
        <span className={styles.state}>Deleted with its houses</span>
      ) : (
        <State resblock={resblock} now={now}>
          {resblock.lastCompleteAt !== null && (
            <LinkButton
              aria-expanded={showsPrices}
              aria-controls={`prices-${resblock.resblockId}`}
              aria-describedby={nameId}
              onClick={() => setShowsPrices(!showsPrices)}
            >
              Prices
            </LinkButton>
          )}
        </State>
      )}
      <Button aria-describedby={nameId} onClick={deletion.onClick}>
        {isDeleted ? 'Undo' : 'delete'}
      </Button>
      {failure && (
        <div className={styles.wide}>
          <Failure {...failure} />
        </div>
      )}
      <div id={`prices-${resblock.resblockId}`} className={styles.wide}>
        {showsPrices && !isDeleted && (
          <LazyPart loading={<Skeleton rows={1} of="chart" />}>
            <MedianChart resblock={resblock} />
          </LazyPart>
        )}
      </div>
    </li>
  );
}

/** Marks all houses of a community as read, and offers to undo that for some seconds. */
function useCommunityMark(resblock: Resblock, unreadCount: UnreadCount | undefined, moveFocus: () => void) {
  const markRead = useMarkCommunityRead(resblock);
  const undoMark = useUndoMarkCommunityRead(resblock);
  const button = useRef<HTMLButtonElement>(null);
  // The button disappears after 'Undo'; the focus stays in the row.
  const [canUndo, startUndo, endUndo] = useTimedFlag(undoMs, () => {
    if (!unreadCount && button.current && button.current === document.activeElement) moveFocus();
  });
  const mark = (count: UnreadCount) => {
    startUndo();
    undoMark.reset();
    markRead.mutate(count, { onError: endUndo });
  };
  const undo = () => markRead.variables && undoMark.mutate(markRead.variables, { onSettled: endUndo });
  const failure = undoMark.isError
    ? { what: 'Could not undo.', error: undoMark.error, onRetry: undo }
    : markRead.isError && unreadCount
      ? { what: 'Could not mark as read.', error: markRead.error, onRetry: () => mark(unreadCount) }
      : undefined;
  return {
    button,
    canUndo,
    onClick: canUndo ? exceptDoubleClick(undo) : () => unreadCount && mark(unreadCount),
    failure,
  };
}

interface StateProps {
  resblock: Resblock;
  now: number;
  children: ReactNode;
}

function State({ resblock, now, children }: StateProps) {
  const { isBad, text } = describeCommunityState(resblock, now);
  return (
    <span className={isBad ? `${styles.state} ${styles.bad}` : styles.state}>
      {text.split(separator).map((part, index, { length }) => (
        <Fragment key={part}>
          <span>{index < length - 1 ? `${part} ·` : part}</span>{' '}
        </Fragment>
      ))}
      {children}
      {resblock.stateReason && <span className={styles.reason}>{resblock.stateReason}</span>}
    </span>
  );
}
