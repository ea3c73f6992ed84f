import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Resblock } from 'shared-types/contract/ljmonitor';
import { useNow } from '../../../lib/use-now.ts';
import { Button, LinkButton } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { LazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { onDemand } from '../../../ui/feedback/on-demand.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { summaryQuery } from '../queries.ts';
import { AddCommunity } from './add-community.tsx';
import styles from './communities.module.css';
import type { ToRead } from '../hand-in/hand-in.tsx';
import { CommunityRow } from './community-row.tsx';
import { summarizeCommunities } from './describe-community.ts';
import { useCommunities } from './use-communities.ts';

const HandIn = onDemand(() => import('../hand-in/hand-in.tsx'));

interface CommunitiesProps {
  ticked: ReadonlySet<string>;
  tick: (resblockId: string, isTicked: boolean) => void;
}

export function Communities({ ticked, tick }: CommunitiesProps) {
  const [{ data, error, isPending, refetch }, follow] = useCommunities();
  const { data: summary } = useQuery(summaryQuery);
  const [isOpen, setOpen] = useState(false);
  const controls = useRef<HTMLDivElement>(null);
  // Each click sets a new value, so that the panel comes into view again.
  const [toRead, read] = useState<ToRead>();
  const now = useNow();
  const present = data ?? [];
  const unreadCounts = new Map(
    summary?.unreadByResblock.filter(({ unread }) => unread > 0).map((each) => [each.resblockId, each]),
  );
  // A phone folds the list and what is done with it, so that some houses are in sight.
  const isFoldable = present.length > 0;
  const showAdded = (added: Resblock) => {
    follow(added);
    setOpen(true);
  };
  return (
    <section className={styles.communities} aria-labelledby="communities">
      <h2 id="communities">Communities</h2>
      {error && (
        <Failure
          what={data ? 'Could not update the communities.' : 'Could not load the communities.'}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {isFoldable && (
        <div className={styles.fold}>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls="community-controls"
            onClick={() => setOpen(!isOpen)}
          >
            {summarizeCommunities(present, unreadCounts, ticked)}
          </button>
          <Button
            aria-label="Add a community"
            title="Add a community"
            onClick={() => {
              flushSync(() => setOpen(true));
              controls.current?.querySelector('input')?.focus();
            }}
          >
            +
          </Button>
        </div>
      )}
      <div ref={controls} id="community-controls" className={isFoldable && !isOpen ? styles.folded : undefined}>
        <AddCommunity communities={data ?? []} onAdded={showAdded} />
        {isPending && <Skeleton rows={3} />}
        {present.length > 0 && (
          <p className={styles.byHand}>
            <LinkButton aria-expanded={toRead !== undefined} onClick={() => read(toRead ? undefined : {})}>
              Check by hand
            </LinkButton>
          </p>
        )}
        {toRead && (
          <LazyPart loading={<Skeleton rows={3} />}>
            <HandIn resblocks={present} toRead={toRead} />
          </LazyPart>
        )}
        <ul className={styles.list}>
          {present.map((resblock, index) => (
            <CommunityRow
              key={resblock.resblockId}
              resblock={resblock}
              unreadCount={unreadCounts.get(resblock.resblockId)}
              index={index}
              onReadByHand={() => read({ resblockId: resblock.resblockId })}
              isTicked={ticked.has(resblock.resblockId)}
              now={now}
              onTick={(isTicked) => tick(resblock.resblockId, isTicked)}
              onRestored={follow}
            />
          ))}
        </ul>
        {data && present.length === 0 && <p className={styles.empty}>No Data Yet</p>}
      </div>
    </section>
  );
}
