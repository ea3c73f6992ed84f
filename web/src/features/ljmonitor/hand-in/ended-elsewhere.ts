import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { hearTabs, tellTabs } from '../../../lib/tab/tell-tabs.ts';
import { communitiesQuery, summaryQueries } from '../queries.ts';
import type { HandedIn } from './messages.ts';

const channelName = 'ljmonitor-reading';

/** The key of the pages that are handed in and missing. */
export const pagesKey = ['ljmonitor', 'pages'] as const;

/** Tells the other tabs of a page. The bookmarklet and the extension hand pages in from tabs of their own. */
export function tellOtherTabs({ outcome }: Pick<HandedIn, 'outcome'>) {
  if (outcome !== 'refused') tellTabs(channelName, outcome);
}

/**
 * Shows what another tab hands in: the pages that are missing load again after each page, and the communities when a reading has
 * ended. The houses load again when this tab is looked at.
 */
export default function EndedElsewhere() {
  const client = useQueryClient();
  useEffect(
    () =>
      hearTabs(channelName, (told) => {
        void client.invalidateQueries({ queryKey: pagesKey });
        if (told === 'saved') return;
        void client.invalidateQueries(communitiesQuery);
        void client.invalidateQueries(summaryQueries);
      }),
    [client],
  );
  return null;
}
