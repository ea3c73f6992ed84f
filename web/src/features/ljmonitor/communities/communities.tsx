import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Resblock } from 'shared-types/contract/ljmonitor';
import { useNow } from '../../../lib/use-now.ts';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { AddCommunity } from './add-community.tsx';
import styles from './communities.module.css';
import { CommunityRow } from './community-row.tsx';
import { summaryQuery } from '../queries.ts';
import { useCommunities } from './use-communities.ts';
import { summarizeCommunities } from '../format.ts';

/** A telephone folds more of them: the houses are what one comes for. */
const mostUnfolded = 3;

interface CommunitiesProps {
  ticked: ReadonlySet<string>;
  tick: (resblockId: string, isTicked: boolean) => void;
}

/** A deleted community keeps its place for as long as it can be brought back. */
interface Gone {
  resblock: Resblock;
  index: number;
}

export function Communities({ ticked, tick }: CommunitiesProps) {
  const [{ data, error, isPending, refetch }, follow] = useCommunities();
  const { data: summary } = useQuery(summaryQuery);
  const [gone, setGone] = useState<Gone[]>([]);
  const [isOpen, setOpen] = useState(false);
  const now = useNow();
  const present = data?.filter(({ resblockId }) => !gone.some((each) => each.resblock.resblockId === resblockId)) ?? [];
  const news = new Map(
    summary?.unreadByResblock.filter(({ unread }) => unread > 0).map((each) => [each.resblockId, each]),
  );
  const folds = present.length > mostUnfolded;
  const forget = (resblockId: string) =>
    setGone((all) => all.filter((each) => each.resblock.resblockId !== resblockId));
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
          what={data ? 'The communities could not be loaded again.' : 'The communities could not be loaded.'}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {folds && (
        <button
          type="button"
          className={styles.fold}
          aria-expanded={isOpen}
          aria-controls="community-list"
          onClick={() => setOpen(!isOpen)}
        >
          {summarizeCommunities(present, news, ticked)}
        </button>
      )}
      <ul id="community-list" className={folds && !isOpen ? `${styles.list} ${styles.folded}` : styles.list}>
        {withGone(present, gone).map(({ resblock, isGone, index }) => (
          <CommunityRow
            key={resblock.resblockId}
            resblock={resblock}
            news={news.get(resblock.resblockId)}
            index={index}
            isGone={isGone}
            isTicked={ticked.has(resblock.resblockId)}
            now={now}
            onTick={(isTicked) => tick(resblock.resblockId, isTicked)}
            onGone={() => setGone((all) => [...all, { resblock, index }])}
            onKept={() => forget(resblock.resblockId)}
            onBack={(added) => {
              forget(resblock.resblockId);
              follow(added);
            }}
            onForgotten={() => {
              forget(resblock.resblockId);
              tick(resblock.resblockId, false);
            }}
          />
        ))}
      </ul>
      {data && present.length === 0 && <p className={styles.empty}>No Data Yet</p>}
    </section>
  );
}

function withGone(present: Resblock[], gone: Gone[]) {
  const rows = present.map((resblock) => ({ resblock, isGone: false }));
  for (const { resblock, index } of gone) rows.splice(index, 0, { resblock, isGone: true });
  return rows.map((row, index) => ({ ...row, index }));
}
