import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Resblock } from 'shared-types/contract/ljmonitor';
import { useNow } from '../../../lib/use-now.ts';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { summaryQuery } from '../queries.ts';
import { AddCommunity } from './add-community.tsx';
import styles from './communities.module.css';
import { CommunityRow } from './community-row.tsx';
import { summarizeCommunities } from './messages.ts';
import { useCommunities } from './use-communities.ts';

/** A phone folds longer lists, so that the houses are in sight. */
const maxUnfolded = 3;

interface CommunitiesProps {
  ticked: ReadonlySet<string>;
  tick: (resblockId: string, isTicked: boolean) => void;
}

export function Communities({ ticked, tick }: CommunitiesProps) {
  const [{ data, error, isPending, refetch }, follow] = useCommunities();
  const { data: summary } = useQuery(summaryQuery);
  const [isOpen, setOpen] = useState(false);
  const now = useNow();
  const present = data ?? [];
  const unreadCounts = new Map(
    summary?.unreadByResblock.filter(({ unread }) => unread > 0).map((each) => [each.resblockId, each]),
  );
  const isFoldable = present.length > maxUnfolded;
  const showAdded = (added: Resblock) => {
    follow(added);
    setOpen(true);
  };
  return (
    <section aria-labelledby="communities">
      <h2 id="communities">Communities</h2>
      <AddCommunity watchedHosts={data?.map(({ url }) => new URL(url).host) ?? []} onAdded={showAdded} />
      {isPending && <Skeleton rows={3} />}
      {error && (
        <Failure
          what={data ? 'Could not update the communities.' : 'Could not load the communities.'}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {isFoldable && (
        <button
          type="button"
          className={styles.fold}
          aria-expanded={isOpen}
          aria-controls="community-list"
          onClick={() => setOpen(!isOpen)}
        >
          {summarizeCommunities(present, unreadCounts, ticked)}
        </button>
      )}
      <ul id="community-list" className={isFoldable && !isOpen ? `${styles.list} ${styles.folded}` : styles.list}>
        {present.map((resblock, index) => (
          <CommunityRow
            key={resblock.resblockId}
            resblock={resblock}
            unreadCount={unreadCounts.get(resblock.resblockId)}
            index={index}
            isTicked={ticked.has(resblock.resblockId)}
            now={now}
            onTick={(isTicked) => tick(resblock.resblockId, isTicked)}
            onRestored={follow}
          />
        ))}
      </ul>
      {data && present.length === 0 && <p className={styles.empty}>No Data Yet</p>}
    </section>
  );
}
