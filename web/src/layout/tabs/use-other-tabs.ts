import { hashKey, type Mutation, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { hearStale, type StaleData } from '../../lib/tab/stale-data.ts';
import { build } from '../offline/last-data.ts';
import { takeEarlyTold } from './early-told.ts';
import { isPaged, isTold, showTold, type ToldData } from './told-data.ts';

/** A transfer of files takes minutes and shows nothing before its end, so what others send can undo nothing of it. */
const isShort = ({ meta }: Mutation) => meta?.['isTransfer'] !== true;

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

const isStaleData = (message: unknown): message is StaleData =>
  typeof message === 'object' && message !== null && 'queryKey' in message && 'except' in message;

/** Tells the other tabs the data that this tab loads or changes, and shows what they tell. */
function shareData(client: QueryClient, userId: string) {
  // A channel object does not receive what is posted on it.
  const channel = new BroadcastChannel('data');
  /** The hashes of the queries whose data is not sent yet, and whether a change has brought it. */
  const unsent = new Map<string, boolean>();
  /** The times at which this tab has asked for its data last, by hash. */
  const askedAt = new Map<string, number>();
  /** The hashes of the queries whose data a change of this tab has made stale. */
  const outdated = new Set<string>();
  const isChanging = () => client.isMutating({ predicate: isShort }) > 0;
  /** What others sent while a change of this tab was under way, by hash. It may lack that change. */
  const missed = new Map<string, QueryKey>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isReceiving = false;
  /** What this tab receives is not sent on: the others have received it, too. */
  const receive = (act: () => unknown) => {
    isReceiving = true;
    act();
    isReceiving = false;
  };
  const tell = () => {
    timer = undefined;
    const told = [...unsent].flatMap(([queryHash, isChange]) => {
      const query = client.getQueryCache().get(queryHash);
      // A list that has become short asks for more. It is told with it, so that the other tabs need not ask, too.
      if (query?.state.fetchStatus === 'fetching' && isPaged(query.state.data)) return [];
      unsent.delete(queryHash);
      if (!query || !isTold(query.queryKey)) return [];
      return { queryKey: query.queryKey, data: query.state.data, updatedAt: query.state.dataUpdatedAt, isChange };
    });
    if (told.length > 0) channel.postMessage({ build, userId, told } satisfies TabMessage);
  };
  const hear = (message: unknown) => {
    if (!isOfPerson(message, userId)) return;
    if (isChanging()) for (const { queryKey } of message.told) missed.set(hashKey(queryKey), queryKey);
    else receive(() => showTold(client, message.told, askedAt));
  };
  const askAgain = ({ queryKey, except }: StaleData) =>
    receive(() => client.invalidateQueries({ queryKey, predicate: ({ queryHash }) => !except.includes(queryHash) }));
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => hear(data));
  const endQueries = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { queryHash } = event.query;
    if (event.action.type === 'fetch') askedAt.set(queryHash, Date.now());
    if (isReceiving) return;
    if (event.action.type === 'invalidate') outdated.add(queryHash);
    if (event.action.type === 'success') {
      const isChange = event.action.manual === true || outdated.has(queryHash);
      if (event.action.manual !== true) outdated.delete(queryHash);
      unsent.set(queryHash, isChange || unsent.get(queryHash) === true);
    }
    if (unsent.has(queryHash)) timer ??= setTimeout(tell, tellAfterMs);
  });
  const endChanges = client.getMutationCache().subscribe(() => {
    if (missed.size === 0 || isChanging()) return;
    for (const queryKey of missed.values()) void client.invalidateQueries({ queryKey, exact: true });
    missed.clear();
  });
  const endStale = hearStale(askAgain);
  for (const message of takeEarlyTold('data')) {
    hear(message);
    // What this tab loaded while the other one made its change may be older.
    if (isOfPerson(message, userId))
      for (const { queryKey, updatedAt, isChange } of message.told)
        if (isChange && (client.getQueryState(queryKey)?.dataUpdatedAt ?? 0) > updatedAt)
          askAgain({ queryKey, except: [] });
  }
  for (const message of takeEarlyTold('stale data')) if (isStaleData(message)) askAgain(message);
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
