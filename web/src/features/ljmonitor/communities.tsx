import { useState } from 'react';
import type { Resblock } from 'shared-types/ljmonitor';
import { useNow } from '../../lib/use-now.ts';
import { Failure } from '../../ui/failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { AddCommunity } from './add-community.tsx';
import styles from './communities.module.css';
import { CommunityRow } from './community-row.tsx';
import { useResblocks } from './use-resblocks.ts';

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
  const [{ data, error, isPending, refetch }, follow] = useResblocks();
  const [gone, setGone] = useState<Gone[]>([]);
  const now = useNow();
  const present = data?.filter(({ resblockId }) => !gone.some((each) => each.resblock.resblockId === resblockId)) ?? [];
  const forget = (resblockId: string) =>
    setGone((all) => all.filter((each) => each.resblock.resblockId !== resblockId));
  return (
    <section aria-labelledby="communities">
      <h2 id="communities">Communities</h2>
      <AddCommunity watchedHosts={data?.map(({ url }) => new URL(url).host) ?? []} onAdded={follow} />
      {isPending && <Loading rows={3} />}
      {error && (
        <Failure
          what={data ? 'The communities could not be loaded again.' : 'The communities could not be loaded.'}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      <ul className={styles.list}>
        {withGone(present, gone).map(({ resblock, isGone, index }) => (
          <CommunityRow
            key={resblock.resblockId}
            resblock={resblock}
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
