import { useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import { Navigate } from 'react-router-dom';
import { sessionQuery } from '../../api/session.ts';
import { Panes } from '../../layout/panes.tsx';
import { formatUnread } from '../../lib/format-unread.ts';
import { LoadingContext } from '../../ui/feedback/on-demand.tsx';
import { Communities } from './communities/communities.tsx';
import { Houses } from './houses/houses.tsx';
import { communitiesQuery, summaryQuery } from './queries.ts';
import { useKeptView, useLeftView } from './filters/last-view.ts';
import { trackedOf, useView } from './filters/view.ts';
import { communityNamesToShow } from './communities/community-name.ts';

/** Opens the view that the user has left, unless the address has another one. */
export default function Monitor() {
  const { data: user, isPending } = useQuery(sessionQuery);
  const loading = useContext(LoadingContext);
  const { isWaiting, query } = useLeftView(user?.userId, isPending);
  if (isWaiting) return loading;
  return query === undefined ? <MonitorPage userId={user?.userId} /> : <Navigate to={{ search: query }} replace />;
}

function MonitorPage({ userId }: { userId: string | undefined }) {
  useKeptView(userId);
  const { view, tick, set } = useView();
  const { data: resblocks, isPending } = useQuery(communitiesQuery);
  const { data: summary, isPending: isSummaryPending } = useQuery(summaryQuery);
  const ticked = view.resblockIds;
  const shown = trackedOf(ticked, resblocks ?? []);
  return (
    <Panes
      isWide
      title={summary?.unread ? `(${formatUnread(summary.unread)}) LJMonitor` : 'LJMonitor'}
      rail={
        <>
          <h1 className="unseen">LJMonitor</h1>
          <Communities ticked={ticked} tick={tick} />
        </>
      }
    >
      <Houses
        // The counts of the unread stand above the list, too.
        isWaiting={isPending || isSummaryPending}
        names={communityNamesToShow(resblocks ?? [], shown)}
        view={{ ...view, resblockIds: shown }}
        set={set}
      />
    </Panes>
  );
}
