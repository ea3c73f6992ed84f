import { useQuery } from '@tanstack/react-query';
import { Panes } from '../../layout/panes.tsx';
import { formatUnread } from '../../lib/format-unread.ts';
import { Communities } from './communities/communities.tsx';
import { Houses } from './houses/houses.tsx';
import { communitiesQuery, summaryQuery } from './queries.ts';
import { useView } from './filters/view.ts';
import { communityNamesToShow } from './communities/messages.tsx';
import * as texts from './messages.ts';

export default function Monitor() {
  const { view, tick, set } = useView();
  const { data: resblocks, isPending } = useQuery(communitiesQuery);
  const { data: summary, isPending: isSummaryPending } = useQuery(summaryQuery);
  const ticked = view.resblockIds;
  const tracked = resblocks?.map(({ resblockId }) => resblockId) ?? [...ticked];
  const shown = new Set(tracked.filter((resblockId) => ticked.has(resblockId)));
  return (
    <Panes
      title={summary?.unread ? `(${formatUnread(summary.unread)}) LJMonitor` : texts.ljmonitor}
      rail={
        <>
          <h1 className="unseen">{texts.ljmonitor}</h1>
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
