import { hashKey, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { hearStale } from '../../lib/tab/stale-data.ts';
import { build } from '../offline/last-data.ts';
import { isTold, showTold, type ToldData } from './told-data.ts';

/** An optimistic update and the response that follows it often come together. */
const tellAfterMs = 200;

/** Another build may not understand the data of this one, and another person may have signed in since. */
interface TabMessage {
  build: string;
  userId: string;
  told: ToldData[];
}

const isOfPerson = (message: unknown, userId: string): message is TabMessage =>
  typeof message === 'object' &&
  message !== null &&
  'build' in message &&
  message.build === build &&
  'userId' in message &&
  message.userId === userId;

/** Tells the other tabs the data that this tab loads or changes, and shows what they tell. */
function shareData(client: QueryClient, userId: string) {
  // A channel does not hear what is told on it.
  const channel = new BroadcastChannel('data');
  /** The hashes of the queries whose data is to be told, and whether a change has brought it. */
  const news = new Map<string, boolean>();
  /** The hashes of the queries whose data a change of this tab has made stale. */
  const outdated = new Set<string>();
  /** What others told while a change of this tab was under way, by hash. It may lack that change. */
  const missed = new Map<string, QueryKey>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isHearing = false;
  /** What this tab does because another one has told it is told to nobody again. */
  const hear = (act: () => unknown) => {
    isHearing = true;
    act();
    isHearing = false;
  };
  const tell = () => {
    timer = undefined;
    const told = [...news].flatMap(([queryHash, isChange]) => {
      const query = client.getQueryCache().get(queryHash);
      if (!query || !isTold(query.queryKey)) return [];
      return { queryKey: query.queryKey, data: query.state.data, updatedAt: query.state.dataUpdatedAt, isChange };
    });
    news.clear();
    if (told.length > 0) channel.postMessage({ build, userId, told } satisfies TabMessage);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (!isOfPerson(data, userId)) return;
    if (client.isMutating() > 0) for (const { queryKey } of data.told) missed.set(hashKey(queryKey), queryKey);
    else hear(() => showTold(client, data.told));
  });
  const endQueries = client.getQueryCache().subscribe((event) => {
    if (isHearing || event.type !== 'updated') return;
    const { queryHash } = event.query;
    if (event.action.type === 'invalidate') outdated.add(queryHash);
    if (event.action.type !== 'success') return;
    const isChange = event.action.manual === true || outdated.has(queryHash);
    if (event.action.manual !== true) outdated.delete(queryHash);
    news.set(queryHash, isChange || news.get(queryHash) === true);
    timer ??= setTimeout(tell, tellAfterMs);
  });
  const endChanges = client.getMutationCache().subscribe(() => {
    if (missed.size === 0 || client.isMutating() > 0) return;
    for (const queryKey of missed.values()) void client.invalidateQueries({ queryKey, exact: true });
    missed.clear();
  });
  const endStale = hearStale((queryKey) => hear(() => client.invalidateQueries({ queryKey })));
  return () => {
    clearTimeout(timer);
    endQueries();
    endChanges();
    endStale();
    channel.close();
  };
}

/** Makes the tabs of a person agree: what one shows or changes is in the others at once. */
export function useOtherTabs(person: string | undefined) {
  const client = useQueryClient();
  useEffect(
    () => (person === undefined || !('BroadcastChannel' in globalThis) ? undefined : shareData(client, person)),
    [client, person],
  );
}
