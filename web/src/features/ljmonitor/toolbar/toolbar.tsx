import { onlineManager, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState, useSyncExternalStore } from 'react';
import { isUnread } from 'shared-types/rules/house';
import { useNow } from '../../../lib/use-now.ts';
import { useTimedFlag } from '../../../lib/use-timed-flag.ts';
import { Button, LinkButton } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { loadOrFail } from '../load-or-fail.ts';
import { refreshStatusQuery } from '../queries.ts';
import { useRefreshAll } from '../refresh/mutations.ts';
import { refreshNoteId, RefreshLine, RefreshStatusLine } from '../refresh/refresh-status.tsx';
import type { LoadedHouses, Loading } from './load-unread.ts';
import { describeUnreadBelow } from './texts.ts';
import styles from './toolbar.module.css';
import { useBarsHeight } from './use-bars-height.ts';

/** A note disappears after this time. */
const noteMs = 5_000;

const noneFound = 'No unread houses found';
const offline = 'You are offline';

const subscribeOnline = (hear: () => void) => onlineManager.subscribe(hear);

interface ToolbarProps {
  loaded: LoadedHouses;
  /** The pages that 'read all' may load. */
  loading: Loading;
  /** Those that it may load for the unread houses that it has left. */
  loadingRest: Loading;
  /** There are no communities, so there is nothing to refresh. */
  isEmpty?: boolean;
  /** The order and the filters. */
  children: ReactNode;
}

const housesPerPage = 30;

/** Counts the unread houses that 'read all' takes, and those that it leaves. Undefined: a filter makes it unknown. */
function countTaken({ shown, below }: LoadedHouses, { takesAll, maxPages }: Loading) {
  const loaded = shown.filter(isUnread).length;
  if (!takesAll) return { taken: loaded, left: below };
  if (below === undefined) return { taken: undefined, left: 0 };
  const following = Math.min(below, maxPages * housesPerPage);
  return { taken: loaded + following, left: below - following };
}

const describeReadAll = (count: number, below: number | undefined) =>
  [`Marks ${count === 1 ? '1 house' : `${count} houses`} as read`, describeUnreadBelow(below)]
    .filter(Boolean)
    .join(' · ');

/** The heading of the list with its buttons and the state of the refresh. */
export function Toolbar({ loaded, loading, loadingRest, isEmpty = false, children }: ToolbarProps) {
  const bars = useBarsHeight();
  const refreshAll = useRefreshAll();
  const { data: status } = useQuery(refreshStatusQuery);
  const isPaused = (status?.blockedUntil ?? 0) > useNow();
  const isOnline = useSyncExternalStore(subscribeOnline, () => onlineManager.isOnline());
  const whyNoRefresh = isEmpty ? 'There are no communities yet' : isOnline ? undefined : offline;
  const client = useQueryClient();
  const [isSaying, noteSaid] = useTimedFlag(noteMs);
  const [said, setSaid] = useState('');
  const say = (sentence: string) => {
    setSaid(sentence);
    noteSaid();
  };
  const readAll = useMutation({
    mutationFn: async ({ from, by }: { from: LoadedHouses; by: Loading }) =>
      (await loadOrFail(import('./mark-all.ts'))).readAll(client, from, by),
    onSuccess: (result) => result === 'none' && say(noneFound),
  });
  const isLoadingMore =
    readAll.isPending && (readAll.variables.by.takesAll || !readAll.variables.from.shown.some(isUnread));
  const hasUnread = loaded.shown.some(isUnread);
  const canRead = isOnline && (hasUnread || loaded.below !== 0) && !isLoadingMore;
  const whyNoRead = !isOnline
    ? offline
    : loaded.shown.length === 0
      ? 'No houses are shown'
      : 'All houses of this list are read';
  const { taken, left } = countTaken(loaded, loading);
  const button = useRef<HTMLButtonElement>(null);
  const read = () => readAll.mutate({ from: loaded, by: loading });
  const readRest = () => {
    if (!isOnline) {
      say(offline);
      return;
    }
    // The button of the rest disappears with the focus on it.
    button.current?.focus({ preventScroll: true });
    readAll.mutate({ from: loaded, by: loadingRest });
  };
  const rest = hasUnread || isLoadingMore || isSaying ? undefined : loaded.below;
  const note = isLoadingMore ? 'Loading more…' : isSaying ? said : rest ? describeUnreadBelow(rest) : undefined;
  return (
    <div ref={bars} className={styles.top}>
      <div className={styles.toolbar}>
        <h2 id="houses">Houses</h2>
        <RefreshStatusLine
          note={
            rest ? (
              <>
                {note} <LinkButton onClick={readRest}>Read them</LinkButton>
              </>
            ) : (
              note
            )
          }
        />
        <div className={styles.buttons}>
          {/* `disabled` would take the focus away from the button that was just pressed. */}
          <Button
            ref={button}
            aria-disabled={!canRead}
            aria-busy={isLoadingMore}
            aria-describedby={taken ? 'read-all-count' : undefined}
            title={canRead || isLoadingMore ? undefined : whyNoRead}
            onClick={() => (canRead ? read() : isLoadingMore || say(whyNoRead))}
          >
            read all{Boolean(taken) && <span aria-hidden="true">{` ${taken}`}</span>}
          </Button>
          <span id="read-all-count" hidden>
            {taken ? describeReadAll(taken, left) : null}
          </span>
          <Button
            aria-busy={refreshAll.isPending}
            aria-disabled={isPaused || whyNoRefresh !== undefined}
            aria-describedby={isPaused ? refreshNoteId : undefined}
            title={whyNoRefresh}
            onClick={() => {
              if (whyNoRefresh !== undefined) say(whyNoRefresh);
              else if (!isPaused && !refreshAll.isPending) refreshAll.mutate();
            }}
          >
            refresh all
          </Button>
        </div>
      </div>
      {children}
      <RefreshLine />
      <output className="unseen">{note}</output>
      {readAll.isError && (
        <Failure
          what="Could not mark all as read."
          error={readAll.error}
          onRetry={() => readAll.mutate({ from: loaded, by: readAll.variables.by })}
        />
      )}
      {refreshAll.isError && (
        <Failure what="Could not start a refresh." error={refreshAll.error} onRetry={() => refreshAll.mutate()} />
      )}
    </div>
  );
}
