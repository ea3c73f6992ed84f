import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { call } from '../../api/call.ts';
import { sessionQuery } from '../../api/session.ts';
import { isUnauthenticated } from '../../api/sign-in.ts';

/** The monitor loads the summary. This only reads it, because a number that is not updated would soon be wrong. */
const loadedSummaryQuery = {
  queryKey: ['ljmonitor', 'summary'],
  queryFn: () => call('GET /api/ljmonitor/summary', {}),
  enabled: false,
};

/**
 * Shows that there are unread houses where the title of the tab is not seen: with a dot on the icon of the monitor's tab, and with their
 * number on the icon of the installed app, where the system can show one.
 */
export function useBadge() {
  const { pathname } = useLocation();
  const { data: summary } = useQuery(loadedSummaryQuery);
  const { error } = useQuery({ ...sessionQuery, enabled: false });
  const unread = isUnauthenticated(error) ? 0 : summary?.unread;
  const isMarked = pathname === '/ljmonitor' && Boolean(unread);
  useEffect(() => {
    const icon = document.querySelector('link[rel=icon]');
    icon?.setAttribute('href', isMarked ? '/favicon-unread.svg' : '/favicon.svg');
  }, [isMarked]);
  useEffect(() => {
    if (unread === undefined || !('setAppBadge' in navigator)) return;
    // Without the permission to notify, some systems refuse. The number is shown elsewhere, too.
    navigator.setAppBadge(unread).catch(() => undefined);
  }, [unread]);
}
