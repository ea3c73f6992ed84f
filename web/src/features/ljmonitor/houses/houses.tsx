import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { House } from 'shared-types/contract/ljmonitor';
import { isUnread } from 'shared-types/rules/house';
import { useNearEnd } from '../../../lib/use-near-end.ts';
import { Button, LinkButton } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { LazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { onDemand } from '../../../ui/feedback/on-demand.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { distinctHouses } from './house-pages.ts';
import styles from './houses.module.css';
import { ListControls } from '../filters/list-controls.tsx';
import { housesQuery, matchesQuery } from '../house-list-queries.ts';
import { summaryQuery } from '../queries.ts';
import { GroupedHouseList } from '../visit/grouped-house-list.tsx';
import { visitQuery } from '../visit/queries.ts';
import { Toolbar } from '../toolbar/toolbar.tsx';
import { useSeenUnread } from './use-seen-unread.ts';
import { countUnreadIn, sortedListQuery } from '../filters/list-query.ts';
import {
  allCommunities,
  clearedFilters,
  countFilters,
  flagInView,
  groupingOf,
  isNewsView,
  type View,
  type ViewChange,
} from '../filters/view.ts';

const RemovedHouses = onDemand(() => import('../visit/removed-houses.tsx'));
const NewsFilter = onDemand(() => import('../filters/news-filter.tsx'));
const SharedStars = onDemand(() => import('../shared-stars.tsx'));
const SinceLine = onDemand(() => import('../visit/since-line.tsx'));

/** The limit of automatic pagination: after this many pages whose rows are folded away the user decides. */
const maxPagesInARow = 10;
/** 'read all' of a list of news, or of the rest of a list, loads at most this many pages: 3,000 houses. */
const maxPagesOfAll = 100;

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
  const sorting = sortedListQuery(view);
  const { data, error, isPending, isPlaceholderData, refetch, ...next } = useInfiniteQuery({
    ...housesQuery(sorting),
    placeholderData: keepPreviousData,
  });
  const houses = useMemo(() => distinctHouses(data?.pages ?? []), [data]);
  const seenUnread = useSeenUnread(houses, view);
  const { data: matches } = useQuery(matchesQuery(sorting));
  const { data: summary } = useQuery(summaryQuery);
  // The lists of starred and of hidden houses are a visit, too, but have no line of its news.
  const { data: visit, isLoading: isVisitLoading } = useQuery(visitQuery);
  const isVisitAwaited = isVisitLoading && !flagInView(view);
  const hasUnread = summary?.unreadByResblock.some(({ unread }) => unread > 0) ?? false;
  const takesAll = isNewsView(view);
  const goesOn = (all: House[], mayGoOn: boolean) => mayGoOn && all.length < (matches ?? Infinity);
  /** A house that was read in front of the user keeps its row, so that no other row moves under the pointer. */
  const show = (all: House[]) =>
    takesAll ? all.filter((house) => isUnread(house) || seenUnread.has(house.houseId)) : all;
  const countBelow = (all: House[]) => {
    if (takesAll) return matches === undefined ? undefined : matches - all.length;
    const unread = countUnreadIn(view, summary?.unreadByResblock);
    return unread === undefined ? undefined : Math.max(0, unread - all.filter(isUnread).length);
  };
  const describeLoaded = (pages: House[][], all: House[], mayGoOn: boolean) => ({
    pages,
    shown: show(all),
    below: goesOn(all, mayGoOn) ? countBelow(all) : 0,
  });
  const hasNextPage = goesOn(houses, next.hasNextPage);
  const loadedNow = describeLoaded(data?.pages ?? [], houses, next.hasNextPage);
  const { shown } = loadedNow;
  const end = useRef<HTMLDivElement>(null);
  const loaded = loadedNow.pages.length;
  const [loadedWhenFull, setLoadedWhenFull] = useState(0);
  const hasReachedPageLimit = hasNextPage && loaded - loadedWhenFull >= maxPagesInARow;
  const loadNextPage = async () => {
    const result = await next.fetchNextPage({ cancelRefetch: false, throwOnError: true });
    const pages = result.data?.pages ?? [];
    return describeLoaded(pages, distinctHouses(pages), result.hasNextPage);
  };
  const loadMore = () => void next.fetchNextPage({ cancelRefetch: false });
  useNearEnd(end, {
    near: () => hasNextPage && !next.isFetching && !error && !hasReachedPageLimit && loadMore(),
    far: () => setLoadedWhenFull(loaded),
  });
  const { search } = useLocation();
  const [found, setFound] = useState({ search, text: '' });
  const count = matches === undefined ? shown.length : matches - (houses.length - shown.length);
  if (found.search !== search && data && !isPlaceholderData)
    setFound({ search, text: describeFound(count, matches === undefined && hasNextPage) });
  const folds = isNewsView(view) && view.news !== 'removed';
  const folded = folds ? shown.filter(({ removed }) => removed) : [];
  const listed = folds ? shown.filter(({ removed }) => !removed) : shown;
  const list = { houses: listed, names, isStale: isPlaceholderData, hasMore: hasNextPage };
  const isFiltered = view.resblockIds.size > 0 || countFilters(view) > 0;
  return (
    <section
      className={isHeldBack || isVisitAwaited ? `${styles.houses} ${styles.waiting}` : styles.houses}
      aria-labelledby="houses"
    >
      <Toolbar
        loaded={isPlaceholderData ? emptyList : loadedNow}
        loading={{ loadNextPage, takesAll, maxPages: takesAll ? maxPagesOfAll : maxPagesInARow }}
        loadingRest={{ loadNextPage, takesAll: true, maxPages: maxPagesOfAll }}
        isEmpty={summary?.communities === 0}
      >
        <div className={styles.filters}>
          <ListControls view={view} set={set} />
          {!flagInView(view) && (
            <LazyPart loading={<span className={styles.loading} />}>
              <div className={styles.news}>
                {(isNewsView(view) || typeof visit?.since === 'number') && <SinceLine view={view} set={set} />}
                {(isNewsView(view) || hasUnread) && (
                  <NewsFilter
                    unreadCounts={summary?.unreadByResblock}
                    newsSinceVisit={visit?.news}
                    view={view}
                    set={set}
                  />
                )}
              </div>
            </LazyPart>
          )}
          {isFiltered && matches !== undefined && count > 0 && (
            <p className={styles.count}>{count === 1 ? '1 house matches' : `${count} houses match`}</p>
          )}
        </div>
      </Toolbar>
      {/* Screen readers announce what a changed filter or order has found, and not the pages that load while one scrolls. */}
      <output className="unseen">{found.text}</output>
      {error && !next.isFetchNextPageError && (
        <Failure
          what={data ? 'Could not update the houses.' : 'Could not load the houses.'}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      <GroupedHouseList {...list} group={groupingOf(view)} isNews={isNewsView(view)} />
      {folded.length > 0 && (
        <LazyPart>
          <RemovedHouses houses={folded} names={names} isStale={isPlaceholderData} hasMore={false} />
        </LazyPart>
      )}
      <div ref={end} />
      {view.starred && (
        <LazyPart>
          <SharedStars names={names} />
        </LazyPart>
      )}
      {(isPending ||
        next.isFetchingNextPage ||
        (hasNextPage && !error && !hasReachedPageLimit && shown.length === 0)) && (
        <Skeleton rows={shown.length === 0 ? 6 : 2} of="house" />
      )}
      {error && next.isFetchNextPageError && (
        <Failure what="Could not load more houses." error={error} onRetry={loadMore} />
      )}
      {hasReachedPageLimit && (
        <p className={styles.end}>
          {`${houses.length} of ${matches ?? 'more'} houses are loaded.`}{' '}
          <Button onClick={() => setLoadedWhenFull(loaded)}>Load more</Button>
        </p>
      )}
      {data && !isPlaceholderData && !hasNextPage && (
        <p className={styles.end}>
          {endText(shown.length, view, summary?.communities)}
          {shown.length === 0 && countFilters(view) > 0 && (
            <>
              {' '}
              <LinkButton onClick={() => set(clearedFilters)}>Clear filters</LinkButton>
            </>
          )}
          {shown.length === 0 && countFilters(view) === 0 && view.resblockIds.size > 0 && (
            <>
              {' '}
              <LinkButton onClick={() => set(allCommunities)}>Show all</LinkButton>
            </>
          )}
        </p>
      )}
    </section>
  );
}

const countOfHouses = (houses: number) => `${houses} ${houses === 1 ? 'house' : 'houses'}`;

/** Tells a screen reader what a changed filter or order has found. */
function describeFound(houses: number, hasMore: boolean) {
  if (houses === 0) return 'Found no houses.';
  return `Found ${hasMore ? 'more than ' : ''}${countOfHouses(houses)}.`;
}

function endText(count: number, view: View, communities = 0) {
  if (count > 0) return countOfHouses(count);
  if (countFilters(view) > 0) return 'No houses match these filters.';
  if (view.resblockIds.size > 0) return 'The selected communities have no houses, or were deleted.';
  return communities > 0
    ? 'No houses yet. They appear here when a community has been checked.'
    : 'Add a community to see its houses here.';
}
