import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { House } from 'shared-types/contract/ljmonitor';
import type { Relisting } from 'shared-types/contract/monitor/relistings';
import { formatTime, timeAttributes } from '../../../lib/format-time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import styles from './house-history.module.css';
import { historyQuery } from '../detail-queries.ts';
import { type FieldChange, type VersionChanges, compareVersions } from './compare-versions.ts';
import { formatPrice, formatUnitPrice } from '../format.ts';
import { earlierHousesOf, relistingsQuery } from '../relisted/relistings.ts';
import { AgainstMedians } from '../sold/against-medians.tsx';

/**
 * All versions of a house, newest first, with the changes of each marked. Those of the houses under which the same flat was
 * offered before follow under headings of their own.
 */
export function HouseHistory({ house }: { house: House }) {
  const { data: links = [] } = useQuery(relistingsQuery(house));
  return (
    <div className={styles.history}>
      <AgainstMedians house={house} />
      <Versions house={house} latest={() => house} isOfPast={false} />
      {earlierHousesOf(house.houseId, links).map((earlier) => (
        <EarlierHistory key={earlier.houseId} house={earlier} />
      ))}
    </div>
  );
}

/** The versions of a house that was taken down before its flat was offered again. Its last version is that it was removed. */
function EarlierHistory({ house }: { house: Relisting['earlier'] }) {
  const { houseId, url, price, removedAt } = house;
  return (
    <section aria-labelledby={`before-${houseId}`}>
      <h4 id={`before-${houseId}`} className={styles.before}>
        Before, as{' '}
        <a href={url} target="_blank" rel="noreferrer">
          {houseId}
        </a>
      </h4>
      <Versions
        house={house}
        latest={([last]) => last && { ...last, price, removed: true, updateTime: removedAt }}
        isOfPast
      />
    </section>
  );
}

interface VersionsProps {
  house: Pick<House, 'houseId' | 'createTime' | 'updateTime'>;
  /** Returns the latest version, which is not among the older ones. */
  latest: (older: readonly House[]) => House | undefined;
  isOfPast: boolean;
}

function Versions({ house, latest, isOfPast }: VersionsProps) {
  const { data, error, isPending, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    historyQuery(house),
  );
  const now = useNow();
  const older = data?.pages.flat() ?? [];
  const versions = [latest(older), ...older].filter((version) => version !== undefined);
  return (
    <>
      {isPending && <Skeleton rows={2} />}
      {error && <Failure what="Could not load the history." error={error} onRetry={() => void refetch()} />}
      {data && (
        <ol>
          {versions.map((version, index) => (
            <Version
              key={version.updateTime}
              version={version}
              changes={compareVersions(version, versions[index + 1])}
              isCurrent={index === 0 && !isOfPast}
              now={now}
            />
          ))}
        </ol>
      )}
      {hasNextPage && !error && (
        <Button aria-busy={isFetchingNextPage} onClick={() => void fetchNextPage({ cancelRefetch: false })}>
          Older versions
        </Button>
      )}
    </>
  );
}

interface VersionProps {
  version: House;
  changes: VersionChanges;
  isCurrent: boolean;
  now: number;
}

function Version({ version, changes, isCurrent, now }: VersionProps) {
  const { title, description, tags, price, unitPrice, updateTime, removed } = version;
  return (
    <li className={styles.version}>
      <time className={styles.time} {...timeAttributes(updateTime)}>
        {isCurrent ? 'Now' : formatTime(updateTime, now)}
      </time>
      <span className={styles.price}>
        <ComparedField change={changes.price}>{formatPrice(price)}</ComparedField>
      </span>
      <span className={styles.unitPrice}>
        <ComparedField change={changes.unitPrice}>{formatUnitPrice(unitPrice)}</ComparedField>
      </span>
      <div className={styles.words} lang="zh-Hans">
        <p>
          <ComparedField change={changes.title}>{title}</ComparedField>
          {(removed || changes.removed) && (
            <span className={styles.label} lang="en">
              <Removal removed={removed} isNews={changes.removed !== undefined} />
            </span>
          )}
        </p>
        <p className={styles.details}>
          <ComparedField change={changes.description}>{description}</ComparedField>
        </p>
        {(tags.length > 0 || changes.tags) && (
          <p className={styles.details}>
            <ComparedField change={changes.tags}>{tags.join(' · ') || 'No tags'}</ComparedField>
          </p>
        )}
      </div>
    </li>
  );
}

/** Its word says what has changed. */
const Removal = ({ removed, isNews }: { removed: boolean; isNews: boolean }) => {
  const word = removed ? 'Removed' : 'Listed again';
  return isNews ? <mark className={styles.changed}>{word}</mark> : word;
};

const signs = { up: '▲', down: '▼' };

/** A field of a version. It is highlighted if it differs from the next older version. */
function ComparedField({ change, children }: { change: FieldChange | undefined; children: ReactNode }) {
  if (!change) return children;
  return (
    <mark className={styles.changed}>
      {change !== 'changed' && (
        <>
          <span aria-hidden="true">{signs[change]} </span>
          <span className="unseen">{`${change} to`} </span>
        </>
      )}
      {children}
      {change === 'changed' && (
        <small className={styles.changedWord} lang="en">
          changed
        </small>
      )}
    </mark>
  );
}
