import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { newestMessagesQuery } from '../../queries.ts';

const channelName = 'chat messages';

/** Tells the other tabs that a conversation has a new message. */
export function tellOtherTabs(sessionId: string) {
  if (!('BroadcastChannel' in globalThis)) return;
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(sessionId);
  channel.close();
}

/** Loads the newest messages when another tab has sent one. */
export function useMessagesOfOtherTabs(sessionId: string) {
  const client = useQueryClient();
  useEffect(() => {
    if (!('BroadcastChannel' in globalThis)) return undefined;
    const channel = new BroadcastChannel(channelName);
    channel.addEventListener('message', ({ data }) => {
      if (data === sessionId) void client.invalidateQueries({ queryKey: newestMessagesQuery(sessionId).queryKey });
    });
    return () => channel.close();
  }, [client, sessionId]);
}
