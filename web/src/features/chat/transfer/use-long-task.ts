import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { leaving } from '../../../lib/leaving.ts';

interface Task<Input, Progress> {
  status: 'idle' | 'running' | 'done' | 'failed' | 'stopped';
  progress: Progress;
  input?: Input;
  error?: unknown;
  ending?: AbortController;
}

interface Running<Progress> {
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

/**
 * Runs a task that goes on while its person looks at other pages of the site, and shows it again when they come back. The browser
 * asks before the tab is closed, which would end it.
 */
export function useLongTask<Input, Progress>(
  name: string,
  none: Progress,
  work: (input: Input, running: Running<Progress>) => Promise<unknown>,
) {
  const client = useQueryClient();
  const queryKey = ['task', name];
  const idle: Task<Input, Progress> = { status: 'idle', progress: none };
  const options = { gcTime: Infinity, staleTime: Infinity, structuralSharing: false };
  const { data: task = idle } = useQuery<Task<Input, Progress>>({ queryKey, queryFn: skipToken, ...options });
  const change = (changes: Partial<Task<Input, Progress>>) =>
    client.setQueryData<Task<Input, Progress>>(queryKey, (before = idle) => ({ ...before, ...changes }));
  async function run(input: Input) {
    const ending = new AbortController();
    const { signal } = ending;
    client.setQueryData<Task<Input, Progress>>(queryKey, { status: 'running', progress: none, input, ending });
    window.addEventListener('beforeunload', askBeforeLeaving);
    const end = () => {
      ending.abort();
      window.removeEventListener('beforeunload', askBeforeLeaving);
    };
    leaving.addEventListener('leave', end, { signal });
    try {
      await work(input, { signal, onProgress: (progress) => change({ progress }) });
      change({ status: 'done' });
    } catch (error) {
      change({ status: signal.aborted ? 'stopped' : 'failed', error });
    } finally {
      leaving.removeEventListener('leave', end);
      window.removeEventListener('beforeunload', askBeforeLeaving);
    }
  }
  useEffect(
    () => () => {
      // The end of a task is old news when its page is left.
      if (client.getQueryData<Task<Input, Progress>>(['task', name])?.status !== 'running')
        client.removeQueries({ queryKey: ['task', name] });
    },
    [client, name],
  );
  return {
    ...task,
    start: (input: Input) => {
      if (task.status !== 'running') void run(input);
    },
    stop: () => task.ending?.abort(),
  };
}

const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
