import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import type { House } from 'shared-types/contract/ljmonitor';
import { useNearEnd } from '../../../lib/use-near-end.ts';
import { Button, LinkButton } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { distinctHouses } from './house-pages.ts';
import { HouseRow } from './house-row.tsx';
import styles from './houses.module.css';
import { ListControls } from '../filters/list-controls.tsx';
import { housesQuery, summaryQuery } from '../queries.ts';
import { Toolbar } from '../toolbar/toolbar.tsx';
import { useSeenUnread } from './use-seen-unread.ts';
import {
  flagInView,
  countFilters,
  matchesView,
  clearedFilters,
  type ViewChange,
  sortHouses,
  sortedListQuery,
  countUnreadBelow,
  type View,
} from '../filters/view.ts';

/** So many pages in a row may bring nothing that one looks for; then the person decides. */
const pagesInARow = 10;

/** Of a list that is not there yet. */
const nothing = { pages: [], shown: [], below: 0 };

interface HousesProps {
  /** What stands above them is not there yet, and would push them down. */
  isWaiting: boolean;
  /** What to call a house's community, by id, where that has to be said. */
  names: ReadonlyMap<string, string>;
  view: View;
  set: (settings: ViewChange) => void;
}

export function Houses({ isWaiting: isHeldBack, names, view, set }: HousesProps) {
  const { data, error, isPending, isPlaceholderData, refetch, ...next } = useInfiniteQuery({
    ...housesQuery(sortedListQuery(view), flagInView(view)),
    placeholderData: keepPreviousData,
  });
  const houses = useMemo(() => distinctHouses(data?.pages ?? []), [data]);
  const seenUnread = useSeenUnread(houses, view.unread);
  const { data: summary } = useQuery(summaryQuery);
  const loadedOf = (pages: House[][], all: House[], hasNextPage: boolean) => {
    const inView = all.filter((house) => matchesView(view, house, seenUnread));
    const shown = flagInView(view) && view.order ? sortHouses(view.order, inView) : inView;
    return { pages, shown, below: hasNextPage ? countUnreadBelow(view, summary?.unreadByResblock, shown) : 0 };
  };
  const loadedNow = loadedOf(data?.pages ?? [], houses, next.hasNextPage);
  const { shown } = loadedNow;
  const end = useRef<HTMLDivElement>(null);
  const loaded = loadedNow.pages.length;
  const [loadedWhenFull, setLoadedWhenFull] = useState(0);
  const hasReachedPageLimit = next.hasNextPage && loaded - loadedWhenFull >= pagesInARow;
  const loadOn = async () => {
    const answer = await next.fetchNextPage({ cancelRefetch: false, throwOnError: true });
    const pages = answer.data?.pages ?? [];
    return loadedOf(pages, distinctHouses(pages), answer.hasNextPage);
  };
  const loadMore = () => void next.fetchNextPage({ cancelRefetch: false });
  useNearEnd(end, {
    near: () => next.hasNextPage && !next.isFetching && !error && !hasReachedPageLimit && loadMore(),
    far: () => setLoadedWhenFull(loaded),
  });
  return (
    <section className={isHeldBack ? `${styles.houses} ${styles.heldBack}` : styles.houses} aria-labelledby="houses">
      <Toolbar loaded={isPlaceholderData ? nothing : loadedNow} loadOn={loadOn} most={pagesInARow}>
        <ListControls view={view} set={set} />
      </Toolbar>
      {error && !next.isFetchNextPageError && (
        <Failure
          what={data ? 'The houses could not be loaded again.' : 'The houses could not be loaded.'}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      <ul aria-busy={isPlaceholderData}>
        {shown.map((house) => (
          <HouseRow key={house.houseId} house={house} community={names.get(house.resblockId)} />
        ))}
      </ul>
      <div ref={end} />
      {(isPending ||
        next.isFetchingNextPage ||
        (next.hasNextPage && !error && !hasReachedPageLimit && shown.length === 0)) && (
        <Skeleton rows={shown.length === 0 ? 6 : 2} of="house" />
      )}
      {error && next.isFetchNextPageError && (
        <Failure what="More houses could not be loaded." error={error} onRetry={loadMore} />
      )}
      {hasReachedPageLimit && (
        <p className={styles.end}>
          {loaded} pages searched. <Button onClick={() => setLoadedWhenFull(loaded)}>load more</Button>
        </p>
      )}
      {data && !isPlaceholderData && !next.hasNextPage && (
        <p className={styles.end}>
          {endText(shown.length, view)}
          {shown.length === 0 && countFilters(view) > 0 && (
            <>
              {' '}
              <LinkButton onClick={() => set(clearedFilters)}>clear the filter</LinkButton>
            </>
          )}
        </p>
      )}
    </section>
  );
}

function endText(count: number, view: View) {
  if (count > 0) return count === 1 ? 'That is the only house.' : `That is all: ${count} houses.`;
  if (countFilters(view) > 0) return 'No house passes the filter.';
  return view.resblockIds.size > 0
    ? 'No house in the ticked communities.'
    : 'Houses appear here as the communities are read.';
}
