import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useConfirmation } from './api/confirmation.ts';
import { markUses } from './api/mark-use.ts';
import { useSavedPreferences } from './api/save-preferences.ts';
import { sessionQuery } from './api/session.ts';
import { endOthersMessages } from './features/auth/news/this-browser.ts';
import { LazyPart } from './ui/feedback/lazy-part.tsx';
import { onDemand } from './ui/feedback/on-demand.tsx';
import { ToastRegion } from './ui/toasts/toast-region.tsx';
import { useBadge } from './layout/title/badge.ts';
import { Keys, type KeysProps } from './layout/keys/keys.tsx';
import { registerWorker, watchUpdates } from './layout/offline/register-worker.ts';
import { useLastData } from './layout/offline/use-last-data.ts';
import { useSamePerson } from './layout/offline/use-same-person.ts';
import { useOtherTabs } from './layout/tabs/use-other-tabs.ts';
import { OutageBanner } from './layout/outage/outage-banner.tsx';

const ConfirmationDialog = onDemand(() => import('./features/auth/confirmation/confirmation-dialog.tsx'));

/** The parts over the page, and the banner at its top. They load after the page, because nothing of them shows before. */
export default function Overlays(props: KeysProps) {
  useSavedPreferences();
  const { data: user } = useQuery(sessionQuery);
  useEffect(markUses, []);
  useEffect(watchUpdates, []);
  useEffect(() => {
    if (user) void registerWorker();
  }, [user]);
  useEffect(() => {
    if (user) void endOthersMessages(user.userId);
  }, [user]);
  const confirmation = useConfirmation();
  useBadge();
  const person = useSamePerson();
  useLastData(person);
  useOtherTabs(person);
  return (
    <>
      <OutageBanner />
      <ToastRegion />
      <Keys {...props} />
      {confirmation && (
        <LazyPart>
          <ConfirmationDialog confirmation={confirmation} />
        </LazyPart>
      )}
    </>
  );
}
