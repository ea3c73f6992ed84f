import { type QueryClient, useQueryClient } from '@tanstack/react-query';
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
  const changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isHearing = false;
  const tell = () => {
    timer = undefined;
    const answers = [...changed].flatMap((queryHash) => {
      const query = client.getQueryCache().get(queryHash);
      if (!query || !isTold(query.queryKey)) return [];
      return { queryKey: query.queryKey, data: query.state.data, updatedAt: query.state.dataUpdatedAt };
    });
    changed.clear();
    if (answers.length > 0) channel.postMessage({ build, userId, answers } satisfies Told);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (!isOfPerson(data, userId)) return;
    isHearing = true;
    showTold(client, data.answers);
    isHearing = false;
  });
  const end = client.getQueryCache().subscribe((event) => {
    if (isHearing || event.type !== 'updated' || event.action.type !== 'success') return;
    changed.add(event.query.queryHash);
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
