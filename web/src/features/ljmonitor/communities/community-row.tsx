import { Fragment, type ReactNode, useRef, useState } from 'react';
import type { UnreadCount, Resblock } from 'shared-types/contract/ljmonitor';
import { useTimedFlag } from '../../../lib/use-timed-flag.ts';
import { Button, LinkButton } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { LazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { useAddCommunity, useMarkCommunityRead, useDeleteCommunity, useUndoMarkCommunityRead } from '../mutations.ts';
import styles from './communities.module.css';
import { MedianChart } from '../lazy-details.ts';
import { describeCommunityState, communityName, communityPlace } from '../format.ts';

const undoMs = 5_000;
const separator = ' · ';

interface CommunityRowProps {
  resblock: Resblock;
  /** Where there are unread houses. */
  news: UnreadCount | undefined;
  /** Its place in the list. */
  index: number;
  /** Deleted a moment ago. */
  isGone: boolean;
  isTicked: boolean;
  now: number;
  onTick: (isTicked: boolean) => void;
  onGone: () => void;
  /** It could not be deleted. */
  onKept: () => void;
  onBack: (added: Resblock) => void;
  /** The time in which it could be brought back is over. */
  onForgotten: () => void;
}

export function CommunityRow(props: CommunityRowProps) {
  const { resblock, news, index, isGone, isTicked, now, onTick, onGone, onKept, onBack, onForgotten } = props;
  const remove = useDeleteCommunity(resblock);
  const bringBack = useAddCommunity(resblock.resblockId, index);
  const [showsPrices, setShowsPrices] = useState(false);
  const [, startUndo] = useTimedFlag(undoMs, () => isGone && bringBack.isIdle && onForgotten());
  const deleteIt = () => {
    startUndo();
    onGone();
    bringBack.reset();
    remove.mutate(undefined, { onError: onKept });
  };
  const undo = () => bringBack.mutate(resblock.resblockId, { onSuccess: onBack });
  const read = useMarkCommunityRead(resblock);
  const unread = useUndoMarkCommunityRead(resblock);
  const link = useRef<HTMLAnchorElement>(null);
  const markButton = useRef<HTMLButtonElement>(null);
  // Where the button goes, its focus stays in the row.
  const [canUnread, startUnread, endUnread] = useTimedFlag(undoMs, () => {
    if (!news && markButton.current && markButton.current === document.activeElement) link.current?.focus();
  });
  const readAll = (unreadNow: UnreadCount) => {
    startUnread();
    unread.reset();
    read.mutate(unreadNow, { onError: endUnread });
  };
  const takeBack = () => read.variables && unread.mutate(read.variables, { onSettled: endUnread });
  const failed = isGone
    ? bringBack.isError && { what: 'It could not be brought back.', error: bringBack.error, onRetry: undo }
    : remove.isError
      ? { what: 'It could not be deleted.', error: remove.error, onRetry: deleteIt }
      : unread.isError
        ? { what: 'Its houses are still marked read.', error: unread.error, onRetry: takeBack }
        : read.isError &&
          news && { what: 'Its houses were not marked read.', error: read.error, onRetry: () => readAll(news) };
  const nameId = `name-${resblock.resblockId}`;
  const name = communityName(resblock);
  return (
    <li className={isGone ? `${styles.row} ${styles.gone}` : styles.row}>
      <label className={styles.tick}>
        <input
          type="checkbox"
          aria-label={`Only houses of ${name}`}
          checked={isTicked && !isGone}
          disabled={isGone}
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
        {!isGone && (canUnread || news !== undefined) && (
          <span className={styles.news}>
            <output>{canUnread && 'marked read'}</output>
            {!canUnread && `${news?.unread} unread`}{' '}
            <LinkButton
              ref={markButton}
              aria-describedby={nameId}
              onClick={(event) => (canUnread ? event.detail < 2 && takeBack() : news && readAll(news))}
            >
              {canUnread ? 'undo' : 'mark read'}
            </LinkButton>
          </span>
        )}
      </span>
      {isGone ? (
        <span className={styles.condition}>deleted, with its houses</span>
      ) : (
        <State resblock={resblock} now={now}>
          {resblock.lastCompleteAt !== null && (
            <LinkButton
              aria-expanded={showsPrices}
              aria-controls={`prices-${resblock.resblockId}`}
              aria-describedby={nameId}
              onClick={() => setShowsPrices(!showsPrices)}
            >
              prices
            </LinkButton>
          )}
        </State>
      )}
      <Button aria-describedby={nameId} onClick={(event) => (isGone ? event.detail < 2 && undo() : deleteIt())}>
        {isGone ? 'undo' : 'delete'}
      </Button>
      {failed && (
        <div className={styles.wide}>
          <Failure {...failed} />
        </div>
      )}
      <div id={`prices-${resblock.resblockId}`} className={styles.wide}>
        {showsPrices && !isGone && (
          <LazyPart loading={<Skeleton rows={1} of="chart" />}>
            <MedianChart resblock={resblock} />
          </LazyPart>
        )}
      </div>
    </li>
  );
}

interface StateProps {
  resblock: Resblock;
  now: number;
  children: ReactNode;
}

function State({ resblock, now, children }: StateProps) {
  const { isBad, text } = describeCommunityState(resblock, now);
  return (
    <span className={isBad ? `${styles.condition} ${styles.bad}` : styles.condition}>
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
