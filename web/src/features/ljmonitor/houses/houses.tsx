import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import type { House } from 'shared-types/contract/ljmonitor';
import { useNearEnd } from '../../../lib/use-near-end.ts';
import { Button, LinkButton } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { distinctHouses } from './house-pages.ts';
import { HouseList } from './house-list.tsx';
import styles from './houses.module.css';
import { ListControls } from '../filters/list-controls.tsx';
import { NewsFilter } from '../filters/news-filter.tsx';
import { housesQuery } from '../house-list-queries.ts';
import { summaryQuery } from '../queries.ts';
import { Toolbar } from '../toolbar/toolbar.tsx';
import { useSeenUnread } from './use-seen-unread.ts';
import { countUnreadBelow, matchesView, sortedListQuery, sortHouses } from '../filters/match-view.ts';
import { clearedFilters, countFilters, flagInView, type View, type ViewChange } from '../filters/view.ts';
import { searchedSoFar } from '../filters/messages.ts';
import * as texts from './messages.ts';

/** The limit of automatic pagination: after this many pages without enough matches the user decides. */
const maxPagesInARow = 10;

/** Stands in for a list that is still loading. */
const emptyList = { pages: [], shown: [], below: 0 };

interface HousesProps {
  /** The part above the list is still loading and would push the list down. */
  isWaiting: boolean;
  /** The communities' names by id, for the rows that show one. */
  names: ReadonlyMap<string, string>;
  view: View;
  set: (change: ViewChange) => void;
}

export function Houses({ isWaiting: isHeldBack, names, view, set }: HousesProps) {
  const { data, error, isPending, isPlaceholderData, refetch, ...next } = useInfiniteQuery({
    ...housesQuery(sortedListQuery(view), flagInView(view)),
    placeholderData: keepPreviousData,
  });
  const houses = useMemo(() => distinctHouses(data?.pages ?? []), [data]);
  const seenUnread = useSeenUnread(houses, view);
  const { data: summary } = useQuery(summaryQuery);
  const matchLoaded = (pages: House[][], all: House[], hasNextPage: boolean) => {
    const inView = all.filter((house) => matchesView(view, house, seenUnread));
    const shown = flagInView(view) && view.order ? sortHouses(view.order, inView) : inView;
    return { pages, shown, below: hasNextPage ? countUnreadBelow(view, summary?.unreadByResblock, shown) : 0 };
  };
  const loadedNow = matchLoaded(data?.pages ?? [], houses, next.hasNextPage);
  const { shown } = loadedNow;
  const end = useRef<HTMLDivElement>(null);
  const loaded = loadedNow.pages.length;
  const [loadedWhenFull, setLoadedWhenFull] = useState(0);
  const hasReachedPageLimit = next.hasNextPage && loaded - loadedWhenFull >= maxPagesInARow;
  const loadNextPage = async () => {
    const answer = await next.fetchNextPage({ cancelRefetch: false, throwOnError: true });
    const pages = answer.data?.pages ?? [];
    return matchLoaded(pages, distinctHouses(pages), answer.hasNextPage);
  };
  const loadMore = () => void next.fetchNextPage({ cancelRefetch: false });
  useNearEnd(end, {
    near: () => next.hasNextPage && !next.isFetching && !error && !hasReachedPageLimit && loadMore(),
    far: () => setLoadedWhenFull(loaded),
  });
  return (
    <section className={isHeldBack ? `${styles.houses} ${styles.waiting}` : styles.houses} aria-labelledby="houses">
      <Toolbar loaded={isPlaceholderData ? emptyList : loadedNow} loadNextPage={loadNextPage} maxPages={maxPagesInARow}>
        <div className={styles.filters}>
          <ListControls view={view} set={set} />
          {!flagInView(view) && <NewsFilter unreadCounts={summary?.unreadByResblock} view={view} set={set} />}
        </div>
      </Toolbar>
      {error && !next.isFetchNextPageError && (
        <Failure
          what={data ? texts.couldNotUpdateHouses : texts.couldNotLoadHouses}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      <HouseList houses={shown} names={names} isStale={isPlaceholderData} hasMore={next.hasNextPage} />
      <div ref={end} />
      {(isPending ||
        next.isFetchingNextPage ||
        (next.hasNextPage && !error && !hasReachedPageLimit && shown.length === 0)) && (
        <Skeleton rows={shown.length === 0 ? 6 : 2} of="house" />
      )}
      {error && next.isFetchNextPageError && <Failure what={texts.couldNotLoadMore} error={error} onRetry={loadMore} />}
      {hasReachedPageLimit && (
        <p className={styles.end}>
          {searchedSoFar(houses.length)} <Button onClick={() => setLoadedWhenFull(loaded)}>{texts.loadMore}</Button>
        </p>
      )}
      {data && !isPlaceholderData && !next.hasNextPage && (
        <p className={styles.end}>
          {endText(shown.length, view)}
          {shown.length === 0 && countFilters(view) > 0 && (
            <>
              {' '}
              <LinkButton onClick={() => set(clearedFilters)}>{texts.clearFilters}</LinkButton>
            </>
          )}
        </p>
      )}
    </section>
  );
}

function endText(count: number, view: View) {
  if (count > 0) return count === 1 ? '1 house' : `${count} houses`;
  if (countFilters(view) > 0) return texts.noMatches;
  return view.resblockIds.size > 0 ? texts.noHouses : texts.addCommunityFirst;
}
