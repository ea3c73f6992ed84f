import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useNearEnd } from '../../lib/use-near-end.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { distinctHouses, housesOf } from './house-list.ts';
import { HouseRow } from './house-row.tsx';
import styles from './houses.module.css';
import { housesQuery } from './queries.ts';
import { Toolbar } from './toolbar.tsx';

/** So many pages in a row may bring nothing that the filter lets through; then the person decides. */
const pagesInARow = 10;

interface HousesProps {
  /** What stands above them is not there yet, and would push them down. */
  isHeldBack: boolean;
  /** The communities to show; none: all. */
  resblockIds: ReadonlySet<string>;
}

export function Houses({ isHeldBack, resblockIds }: HousesProps) {
  const { data, error, isPending, refetch, ...next } = useInfiniteQuery(housesQuery);
  const pages = data?.pages;
  const houses = useMemo(() => distinctHouses(pages ?? []), [pages]);
  const shown = housesOf(houses, resblockIds);
  const end = useRef<HTMLDivElement>(null);
  const loaded = pages?.length ?? 0;
  const [loadedWhenFull, setLoadedWhenFull] = useState(0);
  const isTired = next.hasNextPage && loaded - loadedWhenFull >= pagesInARow;
  const loadMore = () => void next.fetchNextPage({ cancelRefetch: false });
  useNearEnd(end, {
    near: () => next.hasNextPage && !next.isFetching && !error && !isTired && loadMore(),
    far: () => setLoadedWhenFull(loaded),
  });
  return (
    <section className={isHeldBack ? styles.heldBack : undefined} aria-labelledby="houses">
      <Toolbar shown={shown} />
      {error && !next.isFetchNextPageError && (
        <Failure
          what={data ? 'The houses could not be loaded again.' : 'The houses could not be loaded.'}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      <ul>
        {shown.map((house) => (
          <HouseRow key={house.houseId} house={house} />
        ))}
      </ul>
      <div ref={end} />
      {(isPending || next.isFetchingNextPage || (next.hasNextPage && !error && !isTired && shown.length === 0)) && (
        <Loading rows={shown.length === 0 ? 6 : 2} of="house" />
      )}
      {error && next.isFetchNextPageError && (
        <Failure what="More houses could not be loaded." error={error} onRetry={loadMore} />
      )}
      {isTired && (
        <p className={styles.end}>
          {loaded} pages searched. <Button onClick={() => setLoadedWhenFull(loaded)}>load more</Button>
        </p>
      )}
      {data && !next.hasNextPage && <p className={styles.end}>{endText(shown.length, resblockIds.size > 0)}</p>}
    </section>
  );
}

function endText(count: number, isFiltered: boolean) {
  if (count > 0) return count === 1 ? 'That is the only house.' : `That is all: ${count} houses.`;
  return isFiltered ? 'No house in the ticked communities.' : 'Houses appear here as the communities are read.';
}
