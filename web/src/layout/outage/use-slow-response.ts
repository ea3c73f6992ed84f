import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** A call that takes longer looks like a page that has stopped. API Gateway ends it after 30 s. */
const slowAfterMs = 8_000;

/** Returns whether a part of the page waits for its first response, and no call has been answered for some seconds. */
export function useSlowResponse(): boolean {
  const client = useQueryClient();
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const cache = client.getQueryCache();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watch = (isAnswered: boolean) => {
      const isWaiting = cache
        .findAll({ type: 'active', fetchStatus: 'fetching' })
        .some(({ state }) => state.status === 'pending');
      if (isAnswered || !isWaiting) {
        clearTimeout(timer);
        timer = undefined;
        setIsSlow(false);
      }
      if (isWaiting) timer ??= setTimeout(() => setIsSlow(true), slowAfterMs);
    };
    const end = cache.subscribe((event) => {
      const isAnswered = event.type === 'updated' && ['success', 'error'].includes(event.action.type);
      // Parts report while they are rendered, too.
      queueMicrotask(() => watch(isAnswered));
    });
    watch(false);
    return () => {
      end();
      clearTimeout(timer);
    };
  }, [client]);
  return isSlow;
}
