import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { eraseLastData, isSignedIn } from '../../api/refresh.ts';
import { sessionQuery } from '../../api/session.ts';
import { onKeptChats } from '../../lib/preferences/kept-chats.ts';
import { claimLastData, restoreData, storeData } from './last-data.ts';

/** Several responses arrive together. */
const storeAfterMs = 1_000;

const isUnreached = (error: unknown) => error instanceof ApiError && error.status === 0;

/** Private windows and full disks have no store, and the site works without it. */
const ignore = () => {};

/** Stores what the pages of a person load, and shows it when the site cannot be reached. A visitor's page erases it. */
export function useLastData(person: string | undefined) {
  const client = useQueryClient();
  const { data: user, error, isSuccess } = useQuery(sessionQuery);
  const userId = user?.userId;

  useEffect(() => {
    if (!('caches' in window)) return;
    // A visitor's page may be older than the sign-in of the person who has come since.
    if (!isSignedIn()) void eraseLastData().catch(ignore);
    else if (userId === undefined && isUnreached(error)) void restoreData(client).catch(ignore);
  }, [client, error, userId]);

  useEffect(() => {
    // A page whose user has changed holds the former one's data.
    if (!isSuccess || userId === undefined || userId !== person || !('caches' in window)) return undefined;
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
    void claimLastData(userId).then(schedule, ignore);
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
  }, [client, isSuccess, person, userId]);
}
