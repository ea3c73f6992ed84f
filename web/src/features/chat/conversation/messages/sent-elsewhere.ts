import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ChatMessage } from 'shared-types/contract/chat';
import { retryInterval } from '../../../../api/query-client.ts';
import { useRecentInput } from '../../../../lib/use-recent-input.ts';
import { conversationQuery, newestMessagesQuery, reloadConversations } from '../../queries.ts';

const recentInputMs = 300_000;
const activeIntervalMs = 4_000;
const idleIntervalMs = 55_000;

/**
 * Loads the newest messages when another device has sent one. The poll asks for the conversation, a single small item that
 * every message updates, and pauses while the tab is hidden. `newest` is the newest message of this page.
 */
function useMessagesOfOtherDevices(sessionId: string, newest: ChatMessage | undefined) {
  const client = useQueryClient();
  const intervalMs = useRecentInput(recentInputMs) ? activeIntervalMs : idleIntervalMs;
  const { data: conversation } = useQuery({
    ...conversationQuery(sessionId),
    refetchInterval: (query) => (query.state.status === 'error' ? retryInterval(query) : intervalMs),
  });
  const title = conversation?.title;
  const knownTitle = useRef(title);
  useEffect(() => {
    // A model writes the title after the first answer, and another device may rename the conversation.
    if (knownTitle.current !== undefined && knownTitle.current !== title) void reloadConversations(client);
    knownTitle.current = title;
  }, [client, title]);
  const updateTime = conversation?.updateTime;
  const hasMore = updateTime !== undefined && newest !== undefined && updateTime > newest.createTime;
  // The time of a regeneration stays later than the newest message, so each time begins one load only.
  const missingSince = hasMore ? updateTime : undefined;
  useEffect(() => {
    if (missingSince !== undefined)
      void client.invalidateQueries({ queryKey: newestMessagesQuery(sessionId).queryKey });
  }, [client, sessionId, missingSince]);
}

interface SentElsewhereProps {
  sessionId: string;
  newest: ChatMessage | undefined;
}

/** Brings what other devices send into the list. It shows nothing, so its code loads after the conversation. */
export default function SentElsewhere({ sessionId, newest }: SentElsewhereProps) {
  useMessagesOfOtherDevices(sessionId, newest);
  return null;
}
