import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { hearStale } from '../../lib/tab/stale-answers.ts';
import { build } from '../offline/last-data.ts';
import { isTold, showTold, type ToldAnswer } from './told-answers.ts';

/** An optimistic update and the answer that follows it often come together. */
const tellAfterMs = 200;

/** Another build may not understand the answers of this one, and another person may have signed in since. */
interface Told {
  build: string;
  userId: string;
  answers: ToldAnswer[];
}

const isOfPerson = (message: unknown, userId: string): message is Told =>
  typeof message === 'object' &&
  message !== null &&
  'build' in message &&
  message.build === build &&
  'userId' in message &&
  message.userId === userId;

/** Tells the other tabs each answer that this tab gets or changes, and shows those that they tell. */
function shareAnswers(client: QueryClient, userId: string) {
  // A channel does not hear what is told on it.
  const channel = new BroadcastChannel('answers');
  const changed = new Map<string, QueryKey>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isHearing = false;
  const tell = () => {
    timer = undefined;
    const answers = [...changed.values()].flatMap((queryKey) => {
      const { data, dataUpdatedAt: updatedAt = 0 } = client.getQueryState(queryKey) ?? {};
      return data === undefined ? [] : { queryKey, data, updatedAt };
    });
    changed.clear();
    channel.postMessage({ build, userId, answers } satisfies Told);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (!isOfPerson(data, userId)) return;
    isHearing = true;
    showTold(client, data.answers);
    isHearing = false;
  });
  const end = client.getQueryCache().subscribe(({ type, query: { queryKey, queryHash }, ...event }) => {
    if (isHearing || type !== 'updated' || !('action' in event) || event.action.type !== 'success') return;
    if (!isTold(queryKey)) return;
    changed.set(queryHash, queryKey);
    timer ??= setTimeout(tell, tellAfterMs);
  });
  return () => {
    clearTimeout(timer);
    end();
    channel.close();
  };
}

/** Makes the tabs of a person agree: what one shows or changes is in the others at once. */
export function useOtherTabs(person: string | undefined) {
  const client = useQueryClient();
  useEffect(
    () => (person === undefined || !('BroadcastChannel' in globalThis) ? undefined : shareAnswers(client, person)),
    [client, person],
  );
  useEffect(() => hearStale((queryKey) => void client.invalidateQueries({ queryKey })), [client]);
}
