import { useQuery } from '@tanstack/react-query';
import { Page } from '../../layout/page.tsx';
import { Communities } from './communities.tsx';
import { useFilter } from './filter.ts';
import { Houses } from './houses.tsx';
import { resblocksQuery, summaryQuery } from './queries.ts';
import { unreadText } from '../../lib/unread.ts';

export default function Monitor() {
  const filter = useFilter();
  const { data: resblocks, isPending } = useQuery(resblocksQuery);
  const { data: summary } = useQuery(summaryQuery);
  const tracked = resblocks?.map(({ resblockId }) => resblockId) ?? [...filter.ticked];
  return (
    <Page wide title={summary?.unread ? `(${unreadText(summary.unread)}) LJMonitor` : 'LJMonitor'}>
      <h1 className="unseen">LJMonitor</h1>
      <Communities {...filter} />
      <Houses
        isHeldBack={isPending}
        resblockIds={new Set(tracked.filter((resblockId) => filter.ticked.has(resblockId)))}
      />
    </Page>
  );
}
