import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call, withSession } from '../../api/call.ts';
import { refetchOnFocus } from '../../api/query-client.ts';
import { isSignedIn } from '../../api/refresh.ts';
import { sessionQuery } from '../../api/session.ts';
import { isUnauthenticated } from '../../api/sign-in.ts';
import { announceLeaving } from '../../lib/leaving.ts';
import { hearTabs, personChannel, tellTabs } from '../../lib/tab/tell-tabs.ts';
import { claimLastData, ownerOfLastData } from './last-data.ts';

/** Loads the page again for another person, or for nobody. */
async function leavePage(nextUserId?: string) {
  announceLeaving();
  // Loading may take long without a network, and the former person's page would stay meanwhile.
  document.body.replaceChildren();
  // Without a network, the next page shows what is stored. Private windows have no store.
  if (nextUserId !== undefined) await claimLastData(nextUserId).catch(() => {});
  location.reload();
}

type Leave = (nextUserId?: string) => unknown;

/** Returns whether the browser knows, without the site, that the user of a page has signed out or that another one has come. */
async function hasGone(userId: string) {
  if (!isSignedIn()) return true;
  const owner = await ownerOfLastData().catch(() => undefined);
  return owner !== undefined && owner !== userId;
}

/**
 * Asks the site who is signed in. It resolves if that is the user of the page, and the page is left otherwise. Without a response
 * the browser's own knowledge counts, unless the page has never seen the cookie of a sign-in.
 */
async function compareSession(userId: string, leave: Leave, hadSignIn: boolean): Promise<void> {
  let nextUserId: string | undefined;
  try {
    nextUserId = (await withSession(() => call('GET /api/auth/session'))).data.userContext.userId;
    if (nextUserId === userId) return;
  } catch (error) {
    if (!isUnauthenticated(error) && !(hadSignIn && (await hasGone(userId)))) return;
  }
  void leave(nextUserId);
  await new Promise(() => {});
}

/** Compares the session when another tab reports another one and when the user comes back, before anything loads again. */
function watchSession(userId: string, leave: Leave) {
  let comparing: Promise<void> | undefined;
  const hadSignIn = isSignedIn();
  const compare = () => (comparing ??= compareSession(userId, leave, hadSignIn).finally(() => (comparing = undefined)));
  // The browser shows a page as it was when the user goes back to it.
  const onShow = ({ persisted }: PageTransitionEvent) => void (persisted && compare());
  window.addEventListener('pageshow', onShow);
  refetchOnFocus(compare);
  const endHearing = hearTabs(personChannel, (otherId) => void (otherId !== userId && compare()));
  tellTabs(personChannel, userId);
  // The page was there before this code, which may have missed the message of another tab.
  void hasGone(userId).then((isGone) => (isGone ? compare() : undefined));
  return () => {
    window.removeEventListener('pageshow', onShow);
    refetchOnFocus();
    endHearing();
  };
}

/**
 * Leaves the page when its user has signed out in another tab, or another person has signed in there. Returns the id of the
 * page's user.
 */
export function useSamePerson(leave: Leave = leavePage): string | undefined {
  const { data: user } = useQuery(sessionQuery);
  const [person, setPerson] = useState(user?.userId);
  const userId = user?.userId;
  if (person === undefined && userId !== undefined) setPerson(userId);

  useEffect(() => {
    // The page holds what it has loaded or restored for the first one.
    if (person !== undefined && userId !== undefined && person !== userId) void leave(userId);
  }, [leave, person, userId]);

  useEffect(() => (person === undefined ? undefined : watchSession(person, leave)), [leave, person]);
  return person;
}
