import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { refreshPath } from '../../api/refresh.ts';
import { sessionQuery } from '../../api/session.ts';
import { isUnauthenticated } from '../../api/sign-in.ts';
import { onKeptChats } from '../../lib/preferences/kept-chats.ts';
import { eraseLastData, eraseOthers, restoreData, storeData } from './last-data.ts';

/** Several answers arrive together. */
const storeAfterMs = 1_000;

/** The browser has the cookie until its user signs out. */
const isSignedIn = () => refreshPath(document.cookie) !== undefined;

const isUnreached = (error: unknown) => error instanceof ApiError && error.status === 0;

/** Private windows and full disks have no store, and the site works without it. */
const ignore = () => {};

/** Stores what the pages load, and shows it when the site cannot be reached. A visitor's page erases it. */
export function useLastData() {
  const client = useQueryClient();
  const { data: user, error, isSuccess } = useQuery(sessionQuery);
  const [restoredOf, setRestoredOf] = useState<string>();
  const userId = user?.userId;

  useEffect(() => {
    if (!('caches' in window)) return;
    if (isUnauthenticated(error) || !isSignedIn()) void eraseLastData().catch(ignore);
    else if (userId === undefined && isUnreached(error)) void restoreData(client).then(setRestoredOf, ignore);
  }, [client, error, userId]);

  useEffect(() => {
    if (!isSuccess || userId === undefined || !('caches' in window)) return undefined;
    // The page still holds what it has restored, which is another person's.
    if (restoredOf !== undefined && restoredOf !== userId) {
      void eraseLastData().finally(() => location.reload());
      return undefined;
    }
    let hasEnded = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const store = () => {
      timer = undefined;
      if (isSignedIn()) storeData(client, userId).catch(ignore);
    };
    const schedule = () => {
      // The page may belong to another user by now.
      if (!hasEnded) timer ??= setTimeout(store, storeAfterMs);
    };
    void eraseOthers(userId).then(schedule, ignore);
    const endChoices = onKeptChats(schedule);
    const end = client.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success') schedule();
    });
    return () => {
      hasEnded = true;
      clearTimeout(timer);
      endChoices();
      end();
    };
  }, [client, isSuccess, userId, restoredOf]);
}
