import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { markUses } from '../api/mark-use.ts';
import { useSavedPreferences } from '../api/save-preferences.ts';
import { sessionQuery } from '../api/session.ts';
import { ToastRegion } from '../ui/toasts/toast-region.tsx';
import { useBadge } from './title/badge.ts';
import { Keys, type KeysProps } from './keys/keys.tsx';
import { registerWorker, watchUpdates } from './offline/register-worker.ts';
import { useLastData } from './offline/use-last-data.ts';
import { OutageBanner } from './outage/outage-banner.tsx';

/** The parts over the page, and the banner at its top. They load after the page, because nothing of them shows before. */
export default function Overlays(props: KeysProps) {
  useSavedPreferences();
  const { data: user } = useQuery(sessionQuery);
  useEffect(markUses, []);
  useEffect(watchUpdates, []);
  useEffect(() => {
    if (user) void registerWorker();
  }, [user]);
  useBadge();
  useLastData();
  return (
    <>
      <OutageBanner />
      <ToastRegion />
      <Keys {...props} />
    </>
  );
}
